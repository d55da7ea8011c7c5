/// The canonical spelling of titles and tags in front matter (Format, clause 7.7).
enum YAMLSpelling {
    /// The text as a plain scalar if that is safe, otherwise as a JSON string.
    static func scalar(_ text: String) -> [UInt8] {
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

    /// Whether the text could be a number, date or time in YAML 1.1 or 1.2; says yes if in doubt.
    private static func looksLikeNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { "0123456789_-+.,: abcdefABCDEFxXoOTZ".utf8.contains($0) }
    }
}
