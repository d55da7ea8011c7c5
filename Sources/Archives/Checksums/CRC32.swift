/// The CRC-32 of zip and gzip (RFC 1952 §8), eight bytes at a time ("slicing-by-8").
struct CRC32: Equatable {
    private var register: UInt32 = 0xFFFF_FFFF

    /// The checksum of all bytes so far.
    var value: UInt32 { ~register }

    mutating func update(_ bytes: ArraySlice<UInt8>) {
        let table = Self.table.span
        let bytes = bytes.span
        var crc = register
        var index = 0
        while bytes.count - index >= 8 {
            let low = crc ^ Self.word(bytes, index)
            let high = Self.word(bytes, index + 4)
            crc =
                table[0x700 | Int(low & 0xFF)] ^ table[0x600 | Int(low >> 8 & 0xFF)]
                ^ table[0x500 | Int(low >> 16 & 0xFF)] ^ table[0x400 | Int(low >> 24)]
                ^ table[0x300 | Int(high & 0xFF)] ^ table[0x200 | Int(high >> 8 & 0xFF)]
                ^ table[0x100 | Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
            index += 8
        }
        while index < bytes.count {
            crc = table[Int((crc ^ UInt32(bytes[index])) & 0xFF)] ^ crc >> 8
            index += 1
        }
        register = crc
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }

    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
        UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
            | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24
    }

    /// Eight tables of 256 entries; the k-th holds the effect of a byte that k others follow.
    private static let table: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            table[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        for index in 256..<table.count {
            let before = table[index - 256]
            table[index] = table[Int(before & 0xFF)] ^ before >> 8
        }
        return table
    }()
}
