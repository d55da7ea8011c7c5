/// An RFC 9562 UUID, of an item or a notebook (Format, clause 3.3).
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

    /// Makes a uuid from its two halves; `nil` for the nil uuid.
    package init?(high: UInt64, low: UInt64) {
        guard high | low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// Makes a version 4 uuid from 128 random bits, of which version and variant replace six.
    package init(randomBits high: UInt64, _ low: UInt64) {
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

extension UniqueIdentifier {
    /// Derives a uuid from a text: always the same, on every machine.
    package init(derivedFrom text: String) {
        let digits = Digest.of(Array(text.utf8)).prefix(32)
        let high = UInt64(digits.prefix(16), radix: 16) ?? 0
        let low = UInt64(digits.suffix(16), radix: 16) ?? 0
        self.init(randomBits: high, low)
    }

    /// The uuid of the first, second or later additional item that was made together with this one.
    package func twin(_ number: Int) -> UniqueIdentifier {
        UniqueIdentifier(derivedFrom: "notebundle-twin\0\(self)\0\(number)")
    }

    /// The first characters of a uuid, at least 4, to compare with many uuids without making texts.
    package struct Beginning: Sendable {
        private var high: UInt64 = 0
        private var low: UInt64 = 0
        /// Masks for the bits to compare.
        private var highMask: UInt64 = 0
        private var lowMask: UInt64 = 0

        /// Parses the beginning of the 8-4-4-4-12 form in either letter case; `nil` if no uuid begins like this.
        package init?(_ text: String) {
            guard (4...36).contains(text.utf8.count) else { return nil }
            var digits = 0
            for (index, byte) in text.utf8.enumerated() {
                if [8, 13, 18, 23].contains(index) {
                    guard byte == UInt8(ascii: "-") else { return nil }
                    continue
                }
                guard let value = ASCII.hexadecimalValue(byte) else { return nil }
                let shift = UInt64(60 - 4 * (digits % 16))
                if digits < 16 {
                    high |= UInt64(value) << shift
                    highMask |= 0xF << shift
                } else {
                    low |= UInt64(value) << shift
                    lowMask |= 0xF << shift
                }
                digits += 1
            }
        }

        /// Whether a uuid begins with this.
        package func begins(_ uuid: UniqueIdentifier) -> Bool {
            (uuid.high ^ high) & highMask == 0 && (uuid.low ^ low) & lowMask == 0
        }
    }
}
