/// Comparisons of bytes that are ASCII in most files. With the general ones of the standard library, reading a manifest
/// would spend most of its time in them.
extension Span<UInt8> {
    /// Whether all bytes are ASCII.
    package var isASCII: Bool { firstIndexAboveASCII(from: 0) == nil }

    /// The offset of the first byte that is not ASCII.
    package func firstIndexAboveASCII(from start: Int) -> Int? {
        var index = start
        while let eight = eightBytes(at: index) {
            let high = eight & 0x8080_8080_8080_8080
            if high != 0 { return index &+ high.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count {
            if self[index] >= 0x80 { return index }
            index &+= 1
        }
        return nil
    }

    /// Whether all bytes are printable ASCII.
    package var isPrintableASCII: Bool {
        var union: UInt8 = 0
        for index in 0..<count {
            // The highest bit is set for bytes below U+0020, for U+007F and for bytes above.
            union |= (self[index] &- 0x20) | (self[index] &+ 1)
        }
        return union < 0x80
    }

    /// The first of two bytes from an offset; the end if neither occurs.
    ///
    /// Compares eight bytes in parallel, which takes a quarter of the time (Mycroft, 1987).
    package func firstIndex(of one: UInt8, or other: UInt8, from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let (first, second) = (UInt64(one) &* ones, UInt64(other) &* ones)
        var index = start
        while let eight = eightBytes(at: index) {
            let (left, right) = (eight ^ first, eight ^ second)
            // The lowest of these bits is correct; higher ones may come from a borrow.
            let zeros = ((left &- ones) & ~left | (right &- ones) & ~right) & 0x8080_8080_8080_8080
            if zeros != 0 { return index &+ zeros.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, self[index] != one, self[index] != other { index &+= 1 }
        return Swift.min(index, count)
    }

    /// Whether one of two bytes occurs in a range.
    package func contains(_ one: UInt8, or other: UInt8, in range: Range<Int>) -> Bool {
        extracting(0..<range.upperBound).firstIndex(of: one, or: other, from: range.lowerBound) < range.upperBound
    }

    /// The first offset of some bytes; `nil` if they do not occur.
    package func firstIndex(of part: Span<UInt8>) -> Int? {
        guard !part.isEmpty else { return 0 }
        var offset = 0
        while offset &+ part.count <= count {
            offset = firstIndex(of: part[0], or: part[0], from: offset)
            guard offset &+ part.count <= count else { return nil }
            if extracting(offset..<offset &+ part.count).commonPrefix(with: part) == part.count { return offset }
            offset &+= 1
        }
        return nil
    }

    /// The first offset of a byte; `nil` if it does not occur.
    package func firstIndex(of byte: UInt8) -> Int? {
        let index = firstIndex(of: byte, or: byte, from: 0)
        return index < count ? index : nil
    }

    package func equals(_ other: Span<UInt8>) -> Bool { count == other.count && commonPrefix(with: other) == count }

    package func equals(_ other: [UInt8]) -> Bool { count == other.count && starts(with: other) }

    package func starts(with prefix: Span<UInt8>) -> Bool {
        count >= prefix.count && commonPrefix(with: prefix) == prefix.count
    }

    package func starts(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for index in 0..<prefix.count where self[index] != prefix[index] { return false }
        return true
    }

    /// Whether a byte occurs at or after an offset.
    package func contains(_ byte: UInt8, from start: Int) -> Bool {
        firstIndex(of: byte, or: byte, from: start) < count
    }

    /// The length of the common prefix.
    package func commonPrefix(with other: Span<UInt8>) -> Int {
        let limit = Swift.min(count, other.count)
        var index = 0
        while let own = eightBytes(at: index), let others = other.eightBytes(at: index) {
            guard own == others else { return index &+ (own ^ others).trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < limit, self[index] == other[index] { index &+= 1 }
        return index
    }

    /// Whether these bytes sort before others, byte by byte; a prefix sorts before longer texts.
    package func precedes(_ other: Span<UInt8>) -> Bool {
        let common = commonPrefix(with: other)
        return common < count && common < other.count ? self[common] < other[common] : count < other.count
    }

    /// Whether a byte is a capital letter of ASCII.
    package var hasASCIICapital: Bool {
        for index in 0..<count where self[index] &- 0x41 < 26 { return true }
        return false
    }

    /// Whether this ASCII text in lower case equals another text.
    package func isFolded(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where lowercased(self[index]) != other[index] { return false }
        return true
    }

    /// Whether two ASCII texts are equal in some letter case.
    package func equalsIgnoringASCIICase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where lowercased(self[index]) != lowercased(other[index]) { return false }
        return true
    }

    package func equalsIgnoringASCIICase(_ name: StaticText) -> Bool { equalsIgnoringASCIICase(name.bytes.span) }
}

/// A literal as bytes.
package struct StaticText: ExpressibleByStringLiteral {
    package let bytes: [UInt8]

    package init(stringLiteral text: String) { bytes = Array(text.utf8) }
}

@inline(__always)
private func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

extension String {
    /// Decodes bytes, with U+FFFD for invalid UTF-8.
    package init(copying bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        for index in 0..<bytes.count { copy.append(bytes[index]) }
        self.init(decoding: copy, as: UTF8.self)
    }
}

extension Span<UInt8> {
    /// The eight bytes from an offset as a number, with the first byte as the lowest; `nil` if there are fewer.
    ///
    /// The compiler turns this into one load.
    @inline(__always)
    package func eightBytes(at offset: Int) -> UInt64? {
        guard offset >= 0, count &- offset >= 8 else { return nil }
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(self[offset &+ index]) &<< UInt64(8 &* index) }
        return value
    }
}
