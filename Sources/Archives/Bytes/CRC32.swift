import CHashing

/// The CRC-32 of zip and gzip (RFC 1952 §8).
struct CRC32: Equatable {
    /// The checksum of all bytes so far.
    private(set) var value: UInt32 = 0

    mutating func update(_ bytes: ArraySlice<UInt8>) {
        value = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe chashing_crc32(value, $0, buffer.count, chashing_best) } ?? value
        }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }
}

/// The CRC-64 of xz (The .xz File Format 1.1.0, §6).
enum CRC64 {
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe chashing_crc64(0, $0, buffer.count, chashing_best) } ?? 0
        }
    }
}
