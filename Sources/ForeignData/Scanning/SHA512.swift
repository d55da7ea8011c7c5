import CHashing

/// SHA-512 (FIPS 180-4, §6.4), which bags need beside SHA-256.
package struct SHA512 {
    private var state: [UInt64] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]
    private var pending: [UInt8] = []
    private var length: UInt64 = 0

    /// Makes a digest of nothing.
    package init() {}

    /// Adds bytes.
    package mutating func update(_ bytes: [UInt8]) {
        length &+= UInt64(bytes.count)
        var offset = 0
        if !pending.isEmpty {
            offset = min(128 - pending.count, bytes.count)
            pending += bytes[..<offset]
            guard pending.count == 128 else { return }
            add(pending[...])
        }
        let end = offset + (bytes.count - offset) / 128 * 128
        add(bytes[offset..<end])
        pending = Array(bytes[end...])
    }

    /// The digest in hexadecimal.
    package func hexadecimal() -> String {
        var copy = self
        var tail: [UInt8] = [0x80]
        while (copy.pending.count + tail.count) % 128 != 112 { tail.append(0) }
        tail += [UInt8](repeating: 0, count: 8)
        let bits = length &* 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            tail.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        copy.update(tail)
        return copy.state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe chashing_sha512(&state, start, buffer.count / 128)
        }
    }
}
