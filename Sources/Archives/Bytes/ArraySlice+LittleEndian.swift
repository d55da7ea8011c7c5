extension ArraySlice<UInt8> {
    /// The 16-bit little-endian number at an index counted from the slice's first byte.
    func uint16(at index: Int) -> UInt16 {
        let start = startIndex + index
        return UInt16(self[start]) | UInt16(self[start + 1]) << 8
    }

    /// The 32-bit little-endian number at an index counted from the slice's first byte.
    func uint32(at index: Int) -> UInt32 {
        UInt32(uint16(at: index)) | UInt32(uint16(at: index + 2)) << 16
    }

    /// The 64-bit little-endian number at an index counted from the slice's first byte.
    func uint64(at index: Int) -> UInt64 {
        UInt64(uint32(at: index)) | UInt64(uint32(at: index + 4)) << 32
    }

    /// The `count` bytes from an index counted from the slice's first byte; nil if there are fewer.
    func slice(at index: Int, count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, index >= 0, index <= self.count, self.count - index >= count else { return nil }
        return self[startIndex + index..<startIndex + index + count]
    }
}

extension [UInt8] {
    /// Appends a number, least significant byte first.
    mutating func append(littleEndian value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
