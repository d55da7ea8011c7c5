import NotebookFormat
import NotebookMarkdown
package import NotebookText

/// An item to search.
struct SearchSubject {
    let title: TextKey
    let tags: [TextKey]
    /// The tags in the body, with their places.
    let inlineTags: [(key: TextKey, range: Range<Int>)]
    /// The file.
    let bytes: [UInt8]
    let bodyStart: Int
    private let isASCII: Bool

    /// Makes an item to search in its whole file.
    ///
    /// - Parameter readsInlineTags: Whether to look for tags in the body.
    init(title: String, tags: [Tag], bytes: [UInt8], readsInlineTags: Bool = false) {
        self.title = TextKey(title, isExact: false)
        self.tags = tags.map { TextKey($0.text, isExact: false) }
        self.bytes = bytes
        bodyStart = ItemLayout(bytes).bodyStart
        inlineTags =
            readsInlineTags
            ? InlineTags.places(in: bytes, from: bodyStart).map { (TextKey($0.tag.text, isExact: false), $0.range) }
            : []
        isASCII = bytes.span.extracting(bodyStart..<bytes.count).isASCII
    }

    /// The names of the properties.
    var properties: [TextKey] {
        (try? ItemFile(bytes))?.properties.map { TextKey($0.key, isExact: false) } ?? []
    }

    /// The body without case and diacritics, and its beginning; ASCII is unchanged.
    var body: (bytes: [UInt8], start: Int) {
        isASCII ? (bytes, bodyStart) : (LooseText.key(bytes[bodyStart...]), 0)
    }
}

/// The matches in an item.
struct SearchMatch: Sendable {
    /// How well the title matches: 3 if it equals the search, 2 if it contains all of it, 1 for some of it, 0 for none.
    let title: Int
    /// The number of matches.
    let count: Int
    /// The matches in the body, as offsets of the file, sorted and without overlaps.
    let ranges: [Range<Int>]
    /// Whether the title, tags or names of properties match.
    let isInHead: (title: Bool, tags: Bool, properties: Bool)
}

extension SearchQuery {
    /// The maximum number of matches of a regular expression to count.
    private static let maximumPatternRanges = 1000

    /// The matches in an item; `nil` if it does not match.
    ///
    /// - Parameter attachments: The names of the attachments that the item links to.
    func match(_ subject: SearchSubject, attachments: () -> [TextKey]) -> SearchMatch? {
        lazy var body = subject.body
        lazy var names = attachments()
        lazy var properties = subject.properties
        func isInBody(_ term: Term) -> Bool {
            guard term.scope == .anywhere else { return false }
            switch term.content {
            case .text(let needle):
                return needle.firstRange(in: body.bytes, from: body.start, to: body.bytes.count) != nil
            case .pattern(let pattern): return pattern.isFound(in: TextKey(folded: body.bytes, from: body.start))
            }
        }
        func isFound(_ term: Term) -> Bool {
            term.isInTitle(subject.title) || subject.tags.contains { term.isInTag($0) } || isInBody(term)
                || term.scope == .tag && subject.inlineTags.contains { term.isInTag($0.key) }
                || term.scope == .anywhere && names.contains { term.isIn($0) }
                || term.scope == .property && properties.contains { term.isName($0) }
        }
        guard required.allSatisfy(isFound), !excluded.contains(where: isFound) else { return nil }
        let inlineTags = subject.inlineTags.filter { tag in
            required.contains { $0.scope == .tag && $0.isInTag(tag.key) }
        }
        let found = ranges(in: subject.bytes, subject.bodyStart..<subject.bytes.count, [.anywhere])
        let places =
            inlineTags.isEmpty
            ? found
            : (found + inlineTags.map(\.range)).sorted {
                ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
            }
        let headCount = required.reduce(0) { count, term in
            count + (term.isInTitle(subject.title) || term.scope == .property ? 1 : 0)
                + subject.tags.count { term.isInTag($0) }
        }
        return SearchMatch(
            title: titleRank(subject.title), count: places.count + headCount, ranges: places.withoutOverlaps,
            isInHead: (
                required.contains { $0.isInTitle(subject.title) },
                required.contains { term in subject.tags.contains { term.isInTag($0) } },
                required.contains { $0.scope == .property }
            ))
    }

    /// Whether a part of an item, such as a task, matches together with the item’s title and tags.
    package func matches(_ text: String, title: String, tags: [Tag]) -> Bool {
        let (text, title) = (TextKey(text, isExact: false), TextKey(title, isExact: false))
        let tags = tags.map { TextKey($0.text, isExact: false) }
        func isFound(_ term: Term) -> Bool {
            term.isInTitle(title) || tags.contains { term.isInTag($0) } || term.scope == .anywhere && term.isIn(text)
        }
        return required.allSatisfy(isFound) && !excluded.contains(where: isFound)
    }

    /// The matches of required terms in a part of a file, in the order of the file.
    func ranges(in bytes: [UInt8], _ range: Range<Int>, _ scopes: Set<Scope>) -> [Range<Int>] {
        if let ranges = rangesInASCII(bytes, range, scopes) { return ranges }
        let folded = FoldedText(bytes, range)
        var ranges: [Range<Int>] = []
        for term in required where scopes.contains(term.scope) {
            switch term.content {
            case .text(let needle): ranges += needle.ranges(in: folded.bytes, from: 0, to: folded.bytes.count)
            case .pattern(let pattern):
                ranges += pattern.ranges(in: TextKey(folded: folded.bytes), limit: Self.maximumPatternRanges)
            }
        }
        return ranges.map(folded.source).sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }

    /// Does the same for ASCII words, without folding the text; `nil` if the words or the text are not ASCII.
    private func rangesInASCII(_ bytes: [UInt8], _ range: Range<Int>, _ scopes: Set<Scope>) -> [Range<Int>]? {
        guard bytes.span.extracting(range).isASCII else { return nil }
        var ranges: [Range<Int>] = []
        for term in required where scopes.contains(term.scope) {
            guard case .text(let needle) = term.content else { return nil }
            ranges += needle.ranges(in: bytes, from: range.lowerBound, to: range.upperBound)
        }
        // The matches of one word are sorted already.
        guard required.count > 1 else { return ranges }
        return ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }

    private func titleRank(_ title: TextKey) -> Int {
        if title == whole { return 3 }
        let terms = required.filter { $0.scope != .tag && $0.scope != .property }
        let found = terms.count { $0.isInTitle(title) }
        return found == 0 ? 0 : found == terms.count ? 2 : 1
    }
}

extension SearchQuery.Term {
    /// Whether a text contains a term.
    func isIn(_ text: TextKey) -> Bool {
        switch content {
        case .text(let needle): needle.firstRange(in: text.bytes, from: 0, to: text.bytes.count) != nil
        case .pattern(let pattern): pattern.isFound(in: text)
        }
    }

    fileprivate func isInTitle(_ title: TextKey) -> Bool { [.anywhere, .title].contains(scope) && isIn(title) }

    /// Whether a property has this name.
    func isName(_ name: TextKey) -> Bool {
        guard scope == .property, case .text(let needle) = content else { return false }
        return needle.bytes == name.bytes
    }

    func isInTag(_ tag: TextKey) -> Bool {
        switch (scope, content) {
        case (.title, _), (.property, _): false
        case (.tag, .text(let needle)):
            tag.bytes.starts(with: needle.bytes)
                && (tag.bytes.count == needle.bytes.count || tag.bytes[needle.bytes.count] == UInt8(ascii: "/"))
        default: isIn(tag)
        }
    }
}

extension [Range<Int>] {
    /// Sorts ranges, joins those that overlap or touch, and leaves out empty ones.
    var withoutOverlaps: [Range<Int>] {
        var output: [Range<Int>] = []
        for range in self where !range.isEmpty {
            if let last = output.last, range.lowerBound < last.upperBound {
                output[output.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                output.append(range)
            }
        }
        return output
    }
}
