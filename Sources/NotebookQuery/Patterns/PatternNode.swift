/// A parsed regular expression.
indirect enum PatternNode: Hashable {
    /// The empty text.
    case empty
    /// One of these characters.
    case character(PatternSet)
    /// A position between two characters.
    case place(PatternAnchor)
    /// A sequence.
    case sequence([PatternNode])
    /// Alternatives.
    case choice([PatternNode])
    /// A repetition; without an upper bound if `maximum` is `nil`.
    case repetition(PatternNode, minimum: Int, maximum: Int?)
}

/// A position between two characters.
enum PatternAnchor: Hashable {
    /// `^`: the beginning of a line.
    case lineStart
    /// `$`: the end of a line.
    case lineEnd
    /// `\b`: the beginning or end of a word.
    case wordBoundary
    /// `\B`: not the beginning or end of a word.
    case noWordBoundary

    /// Whether the position is between these two characters, which are `nil` at the ends of the text.
    func isBetween(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        switch self {
        case .lineStart:
            guard let before else { return true }
            return before.isLineEnd && !(before == "\r" && after == "\n")
        case .lineEnd:
            guard let after else { return true }
            return after.isLineEnd && !(before == "\r" && after == "\n")
        case .wordBoundary: return (before?.isPartOfWord ?? false) != (after?.isPartOfWord ?? false)
        case .noWordBoundary: return (before?.isPartOfWord ?? false) == (after?.isPartOfWord ?? false)
        }
    }
}

extension Unicode.Scalar {
    /// Whether the code point ends a line (Unicode Technical Standard 18, RL1.6).
    var isLineEnd: Bool { (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029 }

    /// Whether the code point belongs to a word (Unicode Technical Standard 18, annex C).
    var isPartOfWord: Bool {
        if value < 0x80 {
            return (0x61...0x7A).contains(value | 0x20) || (0x30...0x39).contains(value) || value == 0x5F
        }
        switch properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation: return true
        default: return properties.isAlphabetic || properties.isJoinControl
        }
    }
}
