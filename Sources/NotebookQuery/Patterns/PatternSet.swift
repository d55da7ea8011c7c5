import NotebookText

/// A set of characters in a regular expression.
struct PatternSet: Hashable, Sendable {
    /// Some of these characters.
    enum Member: Hashable, Sendable {
        case range(ClosedRange<UInt32>)
        /// `\d`
        case digit
        /// `\w`
        case word
        /// `\s`
        case space
        /// `\p{…}`
        case category(PatternCategory)
        /// The complement of a set.
        case not(PatternSet)
        /// Line ends.
        case lineEnd
    }

    let members: [Member]
    let isNegated: Bool
    /// The ASCII characters of the set, one bit for each.
    private let ascii: (low: UInt64, high: UInt64)

    init(_ members: [Member], isNegated: Bool = false) {
        self.members = members
        self.isNegated = isNegated
        var ascii: (low: UInt64, high: UInt64) = (0, 0)
        for value in UInt8(0)..<0x80 where Self.members(members, contain: Unicode.Scalar(value)) != isNegated {
            if value < 64 { ascii.low |= 1 << UInt64(value) } else { ascii.high |= 1 << UInt64(value - 64) }
        }
        self.ascii = ascii
    }

    /// `.`: anything but line ends.
    static let any = PatternSet([.lineEnd], isNegated: true)

    /// One character.
    static func one(_ scalar: Unicode.Scalar) -> PatternSet { PatternSet([.range(scalar.value...scalar.value)]) }

    @inline(__always)
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 64 { return ascii.low >> UInt64(value) & 1 == 1 }
        if value < 128 { return ascii.high >> UInt64(value &- 64) & 1 == 1 }
        return Self.members(members, contain: scalar) != isNegated
    }

    private static func members(_ members: [Member], contain scalar: Unicode.Scalar) -> Bool {
        members.contains { member in
            switch member {
            case .range(let range): range.contains(scalar.value)
            case .digit: scalar.properties.generalCategory == .decimalNumber
            case .word: scalar.isPartOfWord
            case .space: scalar.properties.isWhitespace
            case .category(let category): category.contains(scalar)
            case .not(let set): !set.contains(scalar)
            case .lineEnd: scalar.isLineEnd
            }
        }
    }

    static func == (left: PatternSet, right: PatternSet) -> Bool {
        left.members == right.members && left.isNegated == right.isNegated
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(members)
        hasher.combine(isNegated)
    }
}

/// Characters of a general category, `\p{L}`, or of one of its groups (Unicode 15.0 §4.5).
struct PatternCategory: Hashable, Sendable {
    /// One or two letters, Unicode's abbreviation.
    let name: String
    private let categories: [Unicode.GeneralCategory]

    /// All names.
    static let names = (Array(groups.keys) + Array(byName.keys)).sorted()

    /// Whether a name is known.
    static func isKnown(_ name: String) -> Bool { names.contains(name) }

    /// Makes a category from its name.
    ///
    /// If case is ignored, a category of one letter case includes all cases.
    init?(_ name: String, ignoringCase: Bool) {
        guard Self.isKnown(name) else { return nil }
        self.name = name
        let letters = ["Lu", "Ll", "Lt"]
        let names = ignoringCase && letters.contains(name) ? letters : Self.groups[name] ?? [name]
        categories = names.compactMap { Self.byName[$0] }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool { categories.contains(scalar.properties.generalCategory) }

    private static let groups = [
        "L": ["Lu", "Ll", "Lt", "Lm", "Lo"], "M": ["Mn", "Mc", "Me"], "N": ["Nd", "Nl", "No"],
        "P": ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"], "S": ["Sm", "Sc", "Sk", "So"], "Z": ["Zs", "Zl", "Zp"],
        "C": ["Cc", "Cf", "Cs", "Co", "Cn"],
    ]

    private static let byName: [String: Unicode.GeneralCategory] = [
        "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter, "Lm": .modifierLetter,
        "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark, "Me": .enclosingMark, "Nd": .decimalNumber,
        "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation, "Pd": .dashPunctuation,
        "Ps": .openPunctuation, "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
        "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol, "Sk": .modifierSymbol, "So": .otherSymbol,
        "Zs": .spaceSeparator, "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Cc": .control, "Cf": .format,
        "Cs": .surrogate, "Co": .privateUse, "Cn": .unassigned,
    ]
}

/// Parses sets in brackets.
extension PatternReader {
    /// Parses a set: `[a-z_]`, `[^\d]`.
    mutating func set() throws(PatternProblem) -> PatternSet {
        let start = offset
        offset += 1
        let isNegated = skip("^")
        var members: [PatternSet.Member] = []
        let first = offset
        while !skip("]") {
            guard let scalar = next else { throw PatternProblem("this bracket is not closed", at: start) }
            if scalar == "[" {
                throw PatternProblem("a set within a set", at: offset, "write ‘\\[’ for the character")
            }
            try refuseOperation()
            members += try self.members(isFirst: offset == first)
        }
        guard !members.isEmpty else {
            throw PatternProblem("an empty set", at: start, "write ‘\\]’ for the character")
        }
        return PatternSet(members, isNegated: isNegated)
    }

    /// Rejects two of these characters in a row, which are set operations in Swift.
    private func refuseOperation() throws(PatternProblem) {
        guard let scalar = next, offset + 1 < scalars.count, scalars[offset + 1] == scalar,
            "&-~".unicodeScalars.contains(scalar)
        else { return }
        throw PatternProblem("‘\(scalar)\(scalar)’ within a set", at: offset, "write ‘\\\(scalar)’ for the character")
    }

    private mutating func members(isFirst: Bool) throws(PatternProblem) -> [PatternSet.Member] {
        let start = offset
        guard let lower = try letter() else { return [try setEscape()] }
        let isLast = offset + 1 < scalars.count && scalars[offset + 1] == "]"
        if lower.written == "-", scalars[start] != "\\" {
            guard isFirst || next == "]" else {
                throw PatternProblem("a range without a beginning", at: start, "write ‘\\-’ for the character")
            }
            return [.range(0x2D...0x2D)]
        }
        guard next == "-", !isLast else {
            guard let letter = lower.compared else {
                throw PatternProblem(
                    "‘\(lower.written)’ is compared as several characters, which a set cannot contain", at: start,
                    "put it outside the brackets, after ‘|’")
            }
            return [.range(letter.value...letter.value)]
        }
        offset += 1
        guard let upper = try letter() else { throw PatternProblem("a range without an end", at: start) }
        guard lower.written <= upper.written else {
            throw PatternProblem("the range ends before it begins", at: start)
        }
        var ranges: [PatternSet.Member] = [.range(lower.written.value...upper.written.value)]
        if let first = lower.compared, let last = upper.compared, first <= last {
            ranges.append(.range(first.value...last.value))
        }
        return ranges
    }

    /// Parses a character of a set, as written and as compared; `nil` for an escape that means several.
    private mutating func letter() throws(PatternProblem) -> (written: Unicode.Scalar, compared: Unicode.Scalar?)? {
        let start = offset
        guard let scalar = next else { return nil }
        if scalar == "\\" {
            guard let escaped = try escapedLetter() else {
                offset = start
                return nil
            }
            let compared = letters(from: escaped)
            return (escaped, compared.count == 1 ? compared[0] : nil)
        }
        offset += 1
        let compared = letters(from: scalar)
        let written = Array(String(String.UnicodeScalarView(scalars[start..<offset])).composed.unicodeScalars)
        return (written.first ?? scalar, compared.count == 1 ? compared[0] : nil)
    }

    private mutating func setEscape() throws(PatternProblem) -> PatternSet.Member {
        let start = offset
        guard case .character(let set) = try escape() else {
            throw PatternProblem("a set contains characters, not positions", at: start)
        }
        return .not(PatternSet(set.members, isNegated: !set.isNegated))
    }
}
