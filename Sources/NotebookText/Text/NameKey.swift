/// A key for sorting names as people do: ignoring letter case and diacritics, with numbers by value.
package struct NameKey: Comparable, Sendable {
    private let bytes: [UInt8]

    /// Makes the key of a name.
    package init(_ name: String) { bytes = LooseText.key(Array(name.utf8)[...]) }

    /// Compares code points, and ASCII numbers by value.
    package static func < (left: NameKey, right: NameKey) -> Bool {
        var (one, two) = (left.bytes[...], right.bytes[...])
        while let first = one.first, let second = two.first {
            if isDigit(first), isDigit(second) {
                let (number, other) = (readNumber(&one), readNumber(&two))
                guard number.count == other.count else { return number.count < other.count }
                guard number == other else { return number.lexicographicallyPrecedes(other) }
            } else {
                guard first == second else { return first < second }
                one.removeFirst()
                two.removeFirst()
            }
        }
        return one.isEmpty && !two.isEmpty
    }

    /// Names that differ only in leading zeros of numbers are equal.
    package static func == (left: NameKey, right: NameKey) -> Bool { !(left < right) && !(right < left) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Removes the digits at the front, and returns them without leading zeros.
    private static func readNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = bytes.prefix(while: isDigit)
        bytes = bytes.dropFirst(digits.count)
        return digits.drop { $0 == 0x30 }
    }
}
