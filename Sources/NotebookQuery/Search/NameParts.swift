import NotebookText

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
