/// A key for comparisons, equal for texts that differ only in case and Unicode normalisation: `NFD(fold(NFD(text)))`
/// (Unicode 15.0 §3.13, D145; Format, section 1).
package struct ComparisonKey: Hashable, Sendable {
    /// The folded text, in Normalization Form D.
    package let text: String

    /// The key of a text.
    package init(_ text: some StringProtocol) { self.init(String(text)) }

    /// Makes the key of a text.
    ///
    /// ASCII needs only a pass over its bytes, and no copy if it has no capitals.
    package init(_ text: String) {
        let bytes = text.utf8.span
        guard bytes.isASCII else {
            self.text = CaseFolding.folded(text.decomposed).decomposed
            return
        }
        self.text =
            bytes.hasASCIICapital
            ? String(decoding: text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self) : text
    }

    /// Makes a key from a folded text.
    ///
    /// Folded texts that begin with ASCII can be joined: nothing composes with it.
    package init(folded text: String) { self.text = text }

    /// Whether this is the key of a text; makes no key for ASCII.
    package func isKey(of text: String) -> Bool { isKey(of: text.utf8.span) }

    /// Whether this is the key of a text in UTF-8.
    package func isKey(of bytes: Span<UInt8>) -> Bool {
        bytes.isASCII ? bytes.isFolded(as: text.utf8.span) : ComparisonKey(String(copying: bytes)) == self
    }

    /// Whether the key of a text begins with this one; makes no key for ASCII.
    package func begins(_ text: String) -> Bool {
        let (bytes, own) = (text.utf8.span, self.text.utf8.span)
        guard bytes.isASCII else { return ComparisonKey(text).text.hasPrefix(self.text) }
        return bytes.count >= own.count && bytes.extracting(0..<own.count).isFolded(as: own)
    }
}

extension StringProtocol {
    /// Whether two texts have the same bytes; `==` ignores normalisation.
    @inlinable package func isIdentical(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String {
    /// Whether two texts have the same bytes.
    package func isIdentical(to other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.span.commonPrefix(with: other.utf8.span) == utf8.count
    }
}

extension StringProtocol {
    /// The longest prefix of whole characters within a number of UTF-8 bytes.
    package func prefix(bytes limit: Int) -> SubSequence {
        guard utf8.count > limit else { return self[...] }
        var count = 0
        return prefix { character in
            count += character.utf8.count
            return count <= limit
        }
    }
}

/// A hash of a text's comparison key.
///
/// It does not make the key if the text is ASCII.
///
/// Its factor is random in each process, so that nobody can construct texts with equal hashes.
package enum KeyHash {
    /// The hash of a text in UTF-8.
    package static func of(_ text: Span<UInt8>) -> UInt64 {
        text.isASCII ? folding(text) : of(ComparisonKey(String(copying: text)))
    }

    /// The hash of the texts with a key.
    package static func of(_ key: ComparisonKey) -> UInt64 { folding(key.text.utf8.span) }

    private static func folding(_ text: Span<UInt8>) -> UInt64 {
        var hash = UInt64(text.count)
        for index in 0..<text.count {
            let byte = text[index]
            hash = (hash ^ UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte)) &* factor
        }
        hash = (hash ^ hash >> 29) &* factor
        return hash ^ hash >> 32
    }

    private static let factor = UInt64.random(in: 0 ... .max) | 1
}

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
