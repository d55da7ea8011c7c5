import NotebookText

/// The beginning of one or more words, which matches at the beginnings of words.
package struct WordPrefix: Sendable {
    private let needle: LooseNeedle

    /// Makes the value from a half-typed text; `nil` if it is empty.
    package init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        needle = LooseNeedle(words)
        if needle.bytes.isEmpty { return nil }
    }

    /// How well a title matches, the best first.
    package enum Rank: Int, Comparable, Sendable {
        /// The title is the text.
        case whole
        /// The title is the text with its last word completed.
        case rest
        /// The title begins with the text.
        case beginning
        /// A later word of the title begins with the text.
        case laterWord

        package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// How well a title matches; `nil` if no word begins with the text.
    package func rank(inTitle title: String) -> Rank? {
        let key = TextKey(title, isExact: false).bytes
        guard let found = firstWord(in: key, from: 0) else { return nil }
        guard found.lowerBound == 0 else { return .laterWord }
        let rest = key[found.upperBound...]
        if rest.isEmpty { return .whole }
        return rest.allSatisfy { $0 >= 0x80 || Self.isInWord($0) } ? .rest : .beginning
    }

    /// Does the same for a title in UTF-8, without making strings of ASCII titles that do not match, like nearly all.
    package func rank(inTitle title: Span<UInt8>) -> Rank? {
        if title.isASCII, !isFirstWord(in: title) { return nil }
        return rank(inTitle: String(copying: title))
    }

    /// Whether an ASCII word begins with the first word of the prefix.
    private func isFirstWord(in title: Span<UInt8>) -> Bool {
        let word = Array(needle.bytes.prefix { $0 != 0x20 })
        var isStart = true
        for start in 0..<title.count {
            defer { isStart = !Self.isInWord(title[start]) }
            guard isStart, start + word.count <= title.count else { continue }
            if title.extracting(start..<(start + word.count)).isFolded(as: word.span) { return true }
        }
        return false
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
    }

    /// The text around the first match in an item's body; `nil` if there is none.
    package func snippet(inBodyOf bytes: [UInt8]) -> Snippet? {
        let subject = SearchSubject(title: "", tags: [], bytes: bytes)
        let body = subject.body
        guard firstWord(in: body.bytes, from: body.start) != nil else { return nil }
        let folded = FoldedText(bytes, subject.bodyStart..<bytes.count)
        let place = firstWord(in: folded.bytes, from: 0).map(folded.source)
        return Snippet(bytes, bodyStart: subject.bodyStart, place.map { [$0] } ?? [])
    }

    private func firstWord(in text: [UInt8], from start: Int) -> Range<Int>? {
        var place = start
        while let found = needle.firstRange(in: text, from: place, to: text.count) {
            if found.lowerBound == start || WordBoundaries.isWordStart(text, found.lowerBound) { return found }
            place = found.lowerBound + 1
        }
        return nil
    }
}
