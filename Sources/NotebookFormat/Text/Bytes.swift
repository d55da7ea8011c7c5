/// Comparisons of bytes that are ASCII in most files, where the general ones of the standard library take most of the time
/// that reading a manifest takes.
extension Span<UInt8> {
    /// Whether all bytes are ASCII.
    var isASCII: Bool {
        for index in 0..<count where self[index] >= 0x80 { return false }
        return true
    }

    func equals(_ other: [UInt8]) -> Bool { count == other.count && starts(with: other) }

    func starts(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for index in 0..<prefix.count where self[index] != prefix[index] { return false }
        return true
    }

    /// How many bytes are the same from the start.
    func commonPrefix(with other: Span<UInt8>) -> Int {
        let limit = Swift.min(count, other.count)
        var index = 0
        while let own = eightBytes(at: index), let others = other.eightBytes(at: index) {
            guard own == others else { return index &+ (own ^ others).trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < limit, self[index] == other[index] { index &+= 1 }
        return index
    }

    /// Whether these bytes come first, compared byte by byte and a prefix before what it begins.
    func precedes(_ other: Span<UInt8>) -> Bool {
        let common = commonPrefix(with: other)
        return common < count && common < other.count ? self[common] < other[common] : count < other.count
    }

    /// Whether two texts of ASCII are equal in some letter case.
    func equalsIgnoringASCIICase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where lowercased(self[index]) != lowercased(other[index]) { return false }
        return true
    }

    func equalsIgnoringASCIICase(_ name: StaticText) -> Bool { equalsIgnoringASCIICase(name.bytes.span) }
}

/// A name that code spells out, as bytes.
struct StaticText: ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(stringLiteral text: String) { bytes = Array(text.utf8) }
}

@inline(__always)
private func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

extension String {
    /// The text of these bytes, with U+FFFD for what is not UTF-8.
    init(copying bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        for index in 0..<bytes.count { copy.append(bytes[index]) }
        self.init(decoding: copy, as: UTF8.self)
    }
}
