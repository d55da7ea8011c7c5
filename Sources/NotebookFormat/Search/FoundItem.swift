/// What a search is to tell of each item that it finds.
public enum SearchDetail: Sendable {
    /// How often it has what is looked for.
    case count
    /// Also where it has it first, and what stands around that.
    case snippet
    /// Also all lines that have it.
    case lines
}

/// What a search found of an item.
public struct FoundItem: Sendable {
    /// How much of what is looked for the title says: 3 all of it and no more, 2 all of it, 1 some of it, 0 nothing.
    public let titleRank: Int
    /// In how many places it stands.
    public let count: Int
    /// The text around the first place in the body, or the beginning of the body, if it was asked for.
    public let snippet: Snippet?
    /// Where it stands first in the body, if that was asked for.
    public let position: TextPosition?
    /// The lines in which it stands, if they were asked for: also those of the front matter that say the title and the tags.
    public let lines: [FoundLine]
}

extension SearchQuery {
    /// Looks in an item.
    ///
    /// - Parameters:
    ///   - entry: What the manifest says of it.
    ///   - bytes: The file.
    ///   - detail: What is wanted.
    ///   - attachments: The names of the attachments that the item links to; asked for only where it matters.
    /// - Returns: What was found; `nil` if the item has not all that is looked for.
    public func find(
        in entry: Entry, _ bytes: [UInt8], detail: SearchDetail = .snippet, attachments: () -> [String] = { [] }
    ) -> FoundItem? {
        let title = entry.shownTitle ?? (TrashedPath(entry.path)?.oldPath ?? entry.path).stem
        let subject = SearchSubject(title: title, tags: entry.item?.tags ?? [], bytes: bytes)
        guard
            let match = match(subject, attachments: { attachments().map { TextKey($0, isExact: false) } })
        else { return nil }
        return FoundItem(
            titleRank: match.title, count: match.count,
            snippet: detail == .count ? nil : Snippet(bytes, bodyStart: subject.bodyStart, match.ranges),
            position: detail == .count ? nil : match.ranges.first.map { TextPosition(of: $0.lowerBound, in: bytes) },
            lines: detail == .lines ? lines(of: match, bytes, title: title) : [])
    }

    private func lines(of match: SearchMatch, _ bytes: [UInt8], title: String) -> [FoundLine] {
        var head: [FoundLine] = []
        if match.isInHead.title || match.isInHead.tags, let file = try? ItemFile(bytes) {
            if match.isInHead.title, let range = file.titleRange { head += lines(in: range, bytes, .title) }
            if match.isInHead.tags {
                let tags = file.tagRanges.filter { tag in
                    required.contains { $0.isInTag(TextKey(tag.text, isExact: false)) }
                }
                head += FoundLine.all(bytes, tags.flatMap { ranges(of: $0.range, bytes, .tag) })
            }
        }
        let body = FoundLine.all(bytes, match.ranges)
        guard head.isEmpty, body.isEmpty else { return head.sorted { $0.position < $1.position } + body }
        // A title that is the file's name, or an attachment, has no line of its own.
        return [FoundLine(position: TextPosition(line: 1, column: 1), text: title, ranges: [])]
    }

    /// The line of a value of the front matter, with what is looked for in it.
    private func lines(in value: Range<Int>, _ bytes: [UInt8], _ scope: Scope) -> [FoundLine] {
        FoundLine.all(bytes, ranges(of: value, bytes, scope))
    }

    /// Where in a value of the front matter something stands; all of it where escapes hide that.
    private func ranges(of value: Range<Int>, _ bytes: [UInt8], _ scope: Scope) -> [Range<Int>] {
        let found = ranges(in: bytes, value, [.anywhere, scope]).withoutOverlaps
        return found.isEmpty ? [value] : found
    }

    /// The attachments whose names have some of what is looked for.
    public func attachments(in manifest: Manifest) -> Set<BundlePath> {
        let terms = (required + excluded).filter { $0.scope == .anywhere }
        return Set(
            manifest.entries(below: .blobs).map(\.path).filter { path in
                let name = TextKey(BlobName(path.name)?.readableName ?? String(path.name), isExact: false)
                return terms.contains { $0.isIn(name) }
            })
    }
}
