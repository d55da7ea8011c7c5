/// The name that git gives to the content of a file: the SHA-1 (FIPS 180-4 §6.1) of its size and bytes.
///
/// It protects nothing; git uses it to check which content a patch applies to.
package struct GitObjectName: Sendable {
    private var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    private var pending: [UInt8] = []
    private var count = 0

    /// The name that stands for a missing file.
    package static let nothing = String(repeating: "0", count: 40)

    /// Starts the name of a content of this size.
    package init(size: Int) { update(Array("blob \(size)\0".utf8)) }

    /// Adds bytes of the content.
    package mutating func update(_ bytes: [UInt8]) {
        count += bytes.count
        var rest = bytes[...]
        if !pending.isEmpty {
            let missing = rest.prefix(64 - pending.count)
            pending += missing
            rest = rest.dropFirst(missing.count)
            guard pending.count == 64 else { return }
            compress(pending, at: 0)
            pending = []
        }
        var offset = rest.startIndex
        while offset + 64 <= rest.endIndex {
            compress(bytes, at: offset)
            offset += 64
        }
        pending = Array(bytes[offset...])
    }

    /// The name, as 40 hexadecimal digits.
    package mutating func finish() -> String {
        let length = UInt64(count) * 8
        let zeros = (119 - count % 64) % 64
        update([0x80] + [UInt8](repeating: 0, count: zeros))
        update((0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) })
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private mutating func compress(_ bytes: [UInt8], at offset: Int) {
        var words = [UInt32](repeating: 0, count: 80)
        for index in 0..<16 {
            words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[offset + 4 * index + $1]) }
        }
        for index in 16..<80 {
            words[index] = Self.rotated(
                words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = Self.rotated(a, by: 5) &+ mixed &+ e &+ constant &+ words[index]
            (e, d, c, b, a) = (d, c, Self.rotated(b, by: 30), a, next)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
