/// An RFC 9562 UUID, of an item or a notebook (Format, clause 3.6).
public struct UniqueIdentifier: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// Parses the 8-4-4-4-12 form in either letter case; `nil` for anything else and for the nil uuid.
    public init?(_ text: some StringProtocol) {
        let bytes = text.utf8.map { (0x41...0x46).contains($0) ? $0 | 0x20 : $0 }
        self.init(bytes, in: 0..<bytes.count)
    }

    /// Parses the lower-case form from bytes.
    package init?(_ bytes: [UInt8], in range: Range<Int>) {
        guard range.count == 36 else { return nil }
        let text = bytes.span.extracting(range)
        guard text.count == 36, text[8] == 0x2D, text[13] == 0x2D, text[18] == 0x2D, text[23] == 0x2D else {
            return nil
        }
        /// Eight digits, the last four of which may follow a hyphen.
        @inline(__always)
        func part(_ first: Int, _ second: Int) -> UInt64? {
            guard let upper = text.eightBytes(at: first), let lower = text.eightBytes(at: second &- 4) else {
                return nil
            }
            return Hexadecimal.value(ofEightDigits: upper & 0xFFFF_FFFF | lower & ~0xFFFF_FFFF)
        }
        guard let one = part(0, 4), let two = part(9, 14), let three = part(19, 24), let four = part(28, 32) else {
            return nil
        }
        self.init(high: one << 32 | two, low: three << 32 | four)
    }

    private init?(high: UInt64, low: UInt64) {
        guard high | low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// Makes a version 4 uuid from 128 random bits, of which version and variant replace six.
    public init(randomBits high: UInt64, _ low: UInt64) {
        self.high = high & ~0xF000 | 0x4000
        self.low = low & ~(3 << 62) | 2 << 62
    }

    package func append(to output: inout [UInt8]) {
        Hexadecimal.append(high >> 32, digits: 8, to: &output)
        output.append(0x2D)
        Hexadecimal.append(high >> 16, digits: 4, to: &output)
        output.append(0x2D)
        Hexadecimal.append(high, digits: 4, to: &output)
        output.append(0x2D)
        Hexadecimal.append(low >> 48, digits: 4, to: &output)
        output.append(0x2D)
        Hexadecimal.append(low, digits: 12, to: &output)
    }
}

extension UniqueIdentifier: CustomStringConvertible {
    /// The 8-4-4-4-12 form in lower case.
    public var description: String {
        var output: [UInt8] = []
        append(to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
