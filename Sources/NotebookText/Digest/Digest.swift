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
    public static func of(_ bytes: [UInt8]) -> Digest {
        var hasher = SHA256()
        hasher.update(bytes[...])
        return hasher.finish()
    }

    /// The digest as 32 bytes.
    package var bytes: [UInt8] {
        [first, second, third, fourth].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
    }

    /// Makes a digest from 32 bytes; `nil` for any other number of bytes.
    package init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == 32 else { return nil }
        func word(_ index: Int) -> UInt64 {
            bytes.dropFirst(8 * index).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        (first, second, third, fourth) = (word(0), word(1), word(2), word(3))
    }

    /// The first `count` digits of the digest, from 0 to 64.
    public func prefix(_ count: Int) -> String { String(description.prefix(count)) }

    package func appendHexadecimal(to output: inout [UInt8]) {
        for word in [first, second, third, fourth] { Hexadecimal.append(word, digits: 16, to: &output) }
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
