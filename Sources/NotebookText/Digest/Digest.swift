/// A SHA-256 digest (FIPS 180-4), 32 bytes.
public struct Digest: Hashable, Sendable {
    let first: UInt64
    let second: UInt64
    let third: UInt64
    let fourth: UInt64

    init(words: SIMD8<UInt32>) {
        func pair(_ index: Int) -> UInt64 { UInt64(words[index]) << 32 | UInt64(words[index + 1]) }
        (first, second, third, fourth) = (pair(0), pair(2), pair(4), pair(6))
    }

    /// Makes a digest from its four numbers, the first of which has its first bytes.
    @inline(__always)
    package init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    /// The four numbers of the digest.
    private var numbers: [UInt64] { [first, second, third, fourth] }

    /// Appends the four numbers.
    package func append(to numbers: inout [UInt64]) {
        numbers.append(first)
        numbers.append(second)
        numbers.append(third)
        numbers.append(fourth)
    }

    /// Parses 64 lower-case hexadecimal digits; `nil` for any other text.
    public init?(hexadecimal text: some StringProtocol) {
        self.init(hexadecimal: Array(text.utf8), in: 0..<text.utf8.count)
    }

    package init?(hexadecimal bytes: [UInt8], in range: Range<Int>) {
        guard range.count == 64 else { return nil }
        let digits = bytes.span.extracting(range)
        @inline(__always)
        func half(_ index: Int) -> UInt64? {
            digits.eightBytes(at: index &* 8).flatMap(Hexadecimal.value(ofEightDigits:))
        }
        @inline(__always)
        func word(_ index: Int) -> UInt64? {
            guard let upper = half(index &* 2), let lower = half(index &* 2 &+ 1) else { return nil }
            return upper &<< 32 | lower
        }
        guard let first = word(0), let second = word(1), let third = word(2), let fourth = word(3) else { return nil }
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    /// The digest of these bytes.
    package static func of(_ bytes: [UInt8]) -> Digest {
        var hasher = SHA256()
        hasher.update(bytes[...])
        return hasher.finish()
    }

    /// The digest of these pieces, one after another.
    package static func of(pieces: [ArraySlice<UInt8>]) -> Digest {
        var hasher = SHA256()
        for piece in pieces { hasher.update(piece) }
        return hasher.finish()
    }

    /// The digest as 32 bytes.
    package var bytes: [UInt8] {
        numbers.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
    }

    /// The first `count` digits of the digest, from 0 to 64.
    package func prefix(_ count: Int) -> String { String(description.prefix(count)) }

    package func appendHexadecimal(to output: inout [UInt8]) {
        for word in numbers { Hexadecimal.append(word, digits: 16, to: &output) }
    }
}

extension Digest: CustomStringConvertible {
    /// The digest as 64 lower-case hexadecimal digits.
    public var description: String {
        var output: [UInt8] = []
        output.reserveCapacity(64)
        appendHexadecimal(to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

/// Lower-case hexadecimal numbers.
package enum Hexadecimal {
    /// The value of eight lower-case digits, the first one in the lowest byte; `nil` if one of them is not a digit.
    ///
    /// Computed on the bytes of a word in parallel: each byte is below 0x80, so the highest bit of a sum shows whether
    /// the byte reaches a bound, and nothing carries into the next byte.
    @inline(__always)
    package static func value(ofEightDigits word: UInt64) -> UInt64? {
        let each: UInt64 = 0x0101_0101_0101_0101
        let highest = each &* 0x80
        @inline(__always)
        func reaches(_ bound: UInt64) -> UInt64 { word &+ each &* (0x80 &- bound) }
        let isDigit = reaches(0x30) & ~reaches(0x3A)
        let isLetter = reaches(0x61) & ~reaches(0x67)
        guard (isDigit | isLetter) & ~word & highest == highest else { return nil }
        let digits = word & (each &* 0x0F) &+ (word &>> 6 & each) &* 9
        let bytes = (digits &<< 4 | digits &>> 8) & 0x00FF_00FF_00FF_00FF
        let pairs = (bytes | bytes &>> 8) & 0x0000_FFFF_0000_FFFF
        return UInt64(UInt32(truncatingIfNeeded: pairs | pairs &>> 16).byteSwapped)
    }

    /// Whether a byte is a lower-case digit.
    package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }

    package static func append(_ value: UInt64, digits count: Int, to output: inout [UInt8]) {
        var shift = count * 4
        while shift > 0 {
            shift -= 4
            let digit = UInt8(value &>> UInt64(shift) & 15)
            output.append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
        }
    }
}
