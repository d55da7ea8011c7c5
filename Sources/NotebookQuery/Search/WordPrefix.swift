import NotebookText

/// The beginning of one or more words, which matches at the beginnings of words.
package struct WordPrefix: Sendable {
    private let needle: LooseNeedle

    /// Makes the value from a half-typed text; `nil` if it is empty.
    package init?(_ text: String) {
        let words = text.singleSpaced
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

/// Word boundaries in UTF-8.
enum WordBoundaries {
    /// Whether an offset is at a word boundary: the character before or after it is not a letter or digit.
    static func isBoundary(_ text: [UInt8], _ index: Int) -> Bool {
        !isInWord(scalar(before: index, in: text)) || !isInWord(scalar(at: index, in: text))
    }

    /// Whether a range is not part of longer words; punctuation at its ends, as in `C++`, belongs to the word.
    static func areAround(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        guard isBoundary(text, range.lowerBound), isBoundary(text, range.upperBound), !range.isEmpty else {
            return false
        }
        func isMark(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !isInWord(Unicode.Scalar(byte)) }
        if isMark(text[range.lowerBound]), isInWord(scalar(before: range.lowerBound, in: text)) { return false }
        return !(isMark(text[range.upperBound - 1]) && isInWord(scalar(at: range.upperBound, in: text)))
    }

    /// Whether a word can begin at an offset.
    static func isWordStart(_ text: [UInt8], _ index: Int) -> Bool { !isInWord(scalar(before: index, in: text)) }

    private static func scalar(before index: Int, in text: [UInt8]) -> Unicode.Scalar? {
        guard index > 0 else { return nil }
        var start = index - 1
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        return String(decoding: text[start..<index], as: UTF8.self).unicodeScalars.first
    }

    private static func scalar(at index: Int, in text: [UInt8]) -> Unicode.Scalar? {
        String(decoding: text[index..<min(index + 4, text.count)], as: UTF8.self).unicodeScalars.first
    }

    private static func isInWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        // Chinese and Japanese have no spaces between words.
        if (0x3000...0x9FFF).contains(scalar.value) { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }
}

/// Words of a name, in any order and regardless of case and diacritics.
package struct NameParts: Sendable {
    private let whole: [UInt8]
    private let beginning: WordPrefix
    private let words: [(anywhere: LooseNeedle, atStart: WordPrefix)]

    /// How well a name matches, best first.
    package enum Fit: Int, Comparable, Sendable {
        /// The text is the whole name.
        case whole
        /// The name begins with the text.
        case beginning
        /// Each word begins a word of the name.
        case words
        /// Each word is somewhere in the name.
        case anywhere

        package static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
    }

    /// Splits a text into words; `nil` if it has none.
    package init?(_ text: String) {
        guard let beginning = WordPrefix(text) else { return nil }
        self.beginning = beginning
        let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
        whole = TextKey(parts.joined(separator: " "), isExact: false).bytes
        words = parts.compactMap { part in WordPrefix(part).map { (LooseNeedle(part), $0) } }
    }

    /// How well a name matches; `nil` if a word is missing.
    package func fit(_ name: String) -> Fit? {
        let key = TextKey(name, isExact: false).bytes
        guard words.allSatisfy({ $0.anywhere.firstRange(in: key, from: 0, to: key.count) != nil }) else { return nil }
        if key == whole { return .whole }
        if let rank = beginning.rank(inTitle: name), rank != .laterWord { return .beginning }
        return words.allSatisfy { $0.atStart.rank(inTitle: name) != nil } ? .words : .anywhere
    }
}
