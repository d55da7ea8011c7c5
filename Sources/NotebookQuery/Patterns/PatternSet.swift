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
