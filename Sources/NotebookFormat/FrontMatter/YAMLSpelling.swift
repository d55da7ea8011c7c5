import NotebookText

/// The canonical spelling of titles and tags in front matter (Format, clause 17.7).
package enum YAMLSpelling {
    /// The text as a plain scalar if that is safe, otherwise as a JSON string.
    package static func scalar(_ text: String) -> [UInt8] {
        if isSafe(text, inFlow: false) { return Array(text.utf8) }
        var output: [UInt8] = []
        CanonicalJSON.append(text, to: &output)
        return output
    }

    /// A tag as an item of a list.
    static func item(_ tag: Tag) -> [UInt8] {
        if isSafe(tag.text, inFlow: true) { return Array(tag.text.utf8) }
        var output: [UInt8] = []
        CanonicalJSON.append(tag.text, to: &output)
        return output
    }

    /// A value of a property.
    ///
    /// In a list, commas must be within quotation marks.
    static func scalar(_ scalar: PropertyScalar, inList: Bool = false) -> [UInt8] {
        switch scalar.kind {
        case .empty: return inList ? Array("null".utf8) : []
        case .number, .boolean, .date, .nested, .list: return Array(scalar.text.utf8)
        case .text:
            if isSafe(scalar.text, inFlow: inList) || isAddress(scalar.text) { return Array(scalar.text.utf8) }
            var output: [UInt8] = []
            CanonicalJSON.append(scalar.text, to: &output)
            return output
        }
    }

    /// A key: plain if that is safe, otherwise as a JSON string.
    static func key(_ text: String) -> [UInt8] {
        if text.unicodeScalars.allSatisfy({ $0 != "'" }), isSafe(text, inFlow: true) { return Array(text.utf8) }
        var output: [UInt8] = []
        CanonicalJSON.append(text, to: &output)
        return output
    }

    /// The edit that replaces a value on its line, and adds missing spaces after the colon and before a comment.
    static func replacement(
        of range: Range<Int>, with text: [UInt8], in bytes: [UInt8]
    ) -> (range: Range<Int>, text: [UInt8]) {
        let needsSpace = range.isEmpty && bytes[range.lowerBound - 1] == UInt8(ascii: ":")
        let commentFollows =
            range.isEmpty && range.upperBound < bytes.count && bytes[range.upperBound] == UInt8(ascii: "#")
        return (range, (needsSpace ? [0x20] : []) + text + (commentFollows ? [0x20] : []))
    }

    /// Whether a text is a plain address such as `https://example.org/a?b=c#d`, which needs no quotation marks.
    private static func isAddress(_ text: String) -> Bool {
        guard let first = text.utf8.first, Character(Unicode.Scalar(first)).isLetter, text.contains("://") else {
            return false
        }
        return text.utf8.last != UInt8(ascii: ":")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !",[]{}\"'`".utf8.contains($0) }
    }

    /// Tags as a list in brackets.
    static func flowList(_ tags: [Tag]) -> [UInt8] {
        Array("[".utf8) + Array(tags.map(item).joined(separator: ", ".utf8)) + Array("]".utf8)
    }

    static func isSafe(_ text: String, inFlow: Bool) -> Bool {
        guard let first = text.unicodeScalars.first, text.utf8.last != 0x20, canBegin(first) else { return false }
        guard text.unicodeScalars.allSatisfy({ isSafe($0) && !(inFlow && $0 == ",") }) else { return false }
        return !looksLikeNumber(text) && !words.contains(text.lowercased())
    }

    private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "(" { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .otherSymbol:
            return true
        default: return false
        }
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        if canBegin(scalar) || punctuation.contains(scalar) { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    private static let punctuation = Set(" _-.,;!'()/+&=~$^?“”‘’–—…".unicodeScalars)

    private static let words: Set<String> = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", ".nan", ".inf",
    ]

    /// Whether the text could be a number, date or time in YAML 1.1 or 1.2; true if in doubt.
    private static func looksLikeNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { "0123456789_-+.,: abcdefABCDEFxXoOTZ".utf8.contains($0) }
    }
}
