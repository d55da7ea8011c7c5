import CHashing

/// The digest by which Evernote and Day One name attachments (RFC 1321); nothing here trusts it.
package struct MD5 {
    private var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    private var pending: [UInt8] = []
    private var length: UInt64 = 0

    /// Makes a digest of nothing.
    package init() {}

    /// The digest of some bytes, in hexadecimal.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        var digest = MD5()
        digest.update(bytes)
        return digest.finish()
    }

    /// Adds bytes.
    package mutating func update(_ bytes: [UInt8]) {
        length &+= UInt64(bytes.count)
        var offset = 0
        if !pending.isEmpty {
            offset = min(64 - pending.count, bytes.count)
            pending += bytes[..<offset]
            guard pending.count == 64 else { return }
            add(pending[...])
            pending = []
        }
        let end = offset + (bytes.count - offset) / 64 * 64
        add(bytes[offset..<end])
        pending = Array(bytes[end...])
    }

    /// The digest in hexadecimal.
    package consuming func finish() -> String {
        let bits = length &* 8
        var tail: [UInt8] = [0x80]
        while (pending.count + tail.count) % 64 != 56 { tail.append(0) }
        for shift in stride(from: UInt64(0), to: 64, by: 8) { tail.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        update(tail)
        let digits = Array("0123456789abcdef".utf8)
        let bytes = state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32($0 * 8)) } }
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe chashing_md5(&state, start, buffer.count / 64)
        }
    }
}
