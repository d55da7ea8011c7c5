package import NotebookFormat
import NotebookMarkdown
package import NotebookText

/// What a search returns for each item.
package enum SearchDetail: Sendable {
    /// The number of matches.
    case count
    /// Also the first match and the text around it.
    case snippet
    /// Also all lines with matches.
    case lines
}

/// The result of a search for an item.
package struct FoundItem: Sendable {
    /// How well the title matches: 3 if it equals the search, 2 if it contains all of it, 1 for some of it, 0 for none.
    package let titleRank: Int
    /// The number of matches.
    package let count: Int
    /// The text around the first match in the body, or the beginning of the body; only on request.
    package let snippet: Snippet?
    /// The position of the first match in the body; only on request.
    package let position: TextPosition?
    /// The lines with matches, including those of the title, tags and properties in the front matter; only on request.
    package let lines: [FoundLine]
    /// Whether its text may have tags that count; only with a snippet.
    package let mayHaveTagsInText: Bool
}

extension SearchQuery {
    /// Searches an item.
    ///
    /// - Parameters:
    ///   - entry: The entry in the manifest.
    ///   - bytes: The file.
    ///   - detail: What to return.
    ///   - countsInlineTags: Whether tags in the text count.
    ///   - attachments: The names of the attachments that the item links to; only called if needed.
    /// - Returns: The result; `nil` if the item does not match.
    package func find(
        in entry: Entry, _ bytes: [UInt8], detail: SearchDetail = .snippet, countsInlineTags: Bool = true,
        attachments: () -> [String] = { [] }
    ) -> FoundItem? {
        let title = entry.shownTitle ?? (TrashedPath(entry.path)?.oldPath ?? entry.path).stem
        let subject = SearchSubject(
            title: title, tags: entry.item?.tags ?? [], bytes: bytes,
            readsInlineTags: countsInlineTags && asksForTags)
        guard
            let match = match(subject, attachments: { attachments().map { TextKey($0, isExact: false) } })
        else { return nil }
        return FoundItem(
            titleRank: match.title, count: match.count,
            snippet: detail == .count ? nil : snippet(of: entry, bytes, subject.bodyStart, match.ranges),
            position: detail == .count ? nil : match.ranges.first.map { TextPosition(of: $0.lowerBound, in: bytes) },
            lines: detail == .lines ? lines(of: match, bytes, title: title) : [],
            mayHaveTagsInText: countsInlineTags && detail == .snippet
                && InlineTags.mayContainTags(bytes, from: subject.bodyStart))
    }

    /// The text around the first match; for a card, only of the side that has the match, or of the front.
    private func snippet(of entry: Entry, _ bytes: [UInt8], _ bodyStart: Int, _ ranges: [Range<Int>]) -> Snippet {
        guard entry.type == .card else { return Snippet(bytes, bodyStart: bodyStart, ranges) }
        let sides = CardBody(bytes, bodyStart: bodyStart)
        if let back = sides.back, let first = ranges.first, first.lowerBound >= back.lowerBound {
            return Snippet(Array(bytes[..<back.upperBound]), bodyStart: back.lowerBound, ranges)
        }
        let front = Array(bytes[..<sides.front.upperBound])
        return Snippet(front, bodyStart: bodyStart, ranges.filter { $0.upperBound <= front.count })
    }

    private func lines(of match: SearchMatch, _ bytes: [UInt8], title: String) -> [FoundLine] {
        var head: [FoundLine] = []
        if match.isInHead.title || match.isInHead.tags || match.isInHead.properties, let file = try? ItemFile(bytes) {
            if match.isInHead.title, let range = file.titleRange { head += lines(in: range, bytes, .title) }
            if match.isInHead.tags {
                let tags = file.tagRanges.filter { tag in
                    required.contains { $0.isInTag(TextKey(tag.text, isExact: false)) }
                }
                head += FoundLine.all(bytes, tags.flatMap { ranges(of: $0.range, bytes, .tag) })
            }
            let keys = file.propertyRanges.filter { property in
                required.contains { $0.isName(TextKey(property.key, isExact: false)) }
            }
            head += FoundLine.all(bytes, keys.map(\.range))
        }
        let body = FoundLine.all(bytes, match.ranges)
        guard head.isEmpty, body.isEmpty else { return head.sorted { $0.position < $1.position } + body }
        // A title that comes from the file's name, or an attachment, has no line of its own.
        return [FoundLine(position: TextPosition(line: 1, column: 1), text: title, ranges: [])]
    }

    /// The line of a value in the front matter, with its matches.
    private func lines(in value: Range<Int>, _ bytes: [UInt8], _ scope: Scope) -> [FoundLine] {
        FoundLine.all(bytes, ranges(of: value, bytes, scope))
    }

    /// The ranges of matches in a value of the front matter; the whole value if escapes hide them.
    private func ranges(of value: Range<Int>, _ bytes: [UInt8], _ scope: Scope) -> [Range<Int>] {
        let found = ranges(in: bytes, value, [.anywhere, scope]).withoutOverlaps
        return found.isEmpty ? [value] : found
    }

    /// The attachments whose names match a part of the search.
    package func attachments(in manifest: Manifest) -> Set<BundlePath> {
        let terms = (required + excluded).filter { $0.scope == .anywhere }
        return Set(
            manifest.entries(below: .blobs).map(\.path).filter { path in
                let name = TextKey(BlobName(path.name)?.readableName ?? String(path.name), isExact: false)
                return terms.contains { $0.isIn(name) }
            })
    }
}

/// The aliases of an item, which other tools keep in its front matter under `aliases` or `alias`.
package enum ItemAliases {
    /// The aliases of an item; none if its front matter cannot be parsed.
    package static func of(_ bytes: [UInt8]) -> [String] {
        guard let range = ItemLayout(bytes).frontMatter, mentionsAlias(bytes, range),
            let lines = try? FrontMatterLines(bytes, range)
        else { return [] }
        return lines.entries.filter { ["aliases", "alias"].contains($0.key.lowercased()) }
            .flatMap { YAMLList.read(bytes, $0)?.items.map(\.text) ?? [] }
    }

    /// Whether the front matter contains the word at all.
    ///
    /// Most does not, and need not be parsed.
    private static func mentionsAlias(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        needle.firstRange(in: bytes, from: range.lowerBound, to: range.upperBound) != nil
    }

    private static let needle = LooseNeedle("alias")
}
