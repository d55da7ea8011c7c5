/// A regular expression, taken apart.
indirect enum PatternNode: Hashable {
    /// The empty text.
    case empty
    /// One of these characters.
    case character(PatternSet)
    /// A place between two characters.
    case place(PatternPlace)
    /// One behind the other.
    case sequence([PatternNode])
    /// One of several.
    case choice([PatternNode])
    /// The same, so many times; without an upper bound where `maximum` is `nil`.
    case repetition(PatternNode, minimum: Int, maximum: Int?)
}

/// A place between two characters.
enum PatternPlace: Hashable {
    /// `^`: the beginning of a line.
    case lineStart
    /// `$`: the end of a line.
    case lineEnd
    /// `\b`: where a word begins or ends.
    case wordBoundary
    /// `\B`: where none does.
    case noWordBoundary

    /// Whether the place is between these two characters, which are `nil` at the ends of the text.
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
