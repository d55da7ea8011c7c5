/// A block of lines of the tool in a text file that belongs to others, between two marks.
enum MarkedBlock {
    private static let start = "# >>> bundle git-setup >>>"
    private static let end = "# <<< bundle git-setup <<<"

    /// A text with the block replaced, or else added at its end or after its first line.
    static func put(_ lines: [String], into text: String, afterFirstLine: Bool = false) -> String {
        let block = ([start] + lines + [end]).joined(separator: "\n") + "\n"
        if let range = range(in: text) { return text.replacingCharacters(range, block) }
        guard afterFirstLine, let end = text.utf8.firstIndex(of: 0x0A) else {
            return text + (text.isEmpty || text.utf8.last == 0x0A ? "" : "\n") + block
        }
        return String(text[...end]) + block + String(text[text.index(after: end)...])
    }

    /// A text without the block.
    static func removed(from text: String) -> String {
        range(in: text).map { text.replacingCharacters($0, "") } ?? text
    }

    /// Whether a text has the block.
    static func isIn(_ text: String) -> Bool { range(in: text) != nil }

    private static func range(in text: String) -> Range<String.Index>? {
        guard let first = text.firstRange(of: start), let last = text[first.upperBound...].firstRange(of: end) else {
            return nil
        }
        let rest = text[last.upperBound...].utf8
        let lineEnd = rest.firstIndex(of: 0x0A).map { text.utf8.index(after: $0) } ?? text.endIndex
        return first.lowerBound..<lineEnd
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<Index>, _ other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
