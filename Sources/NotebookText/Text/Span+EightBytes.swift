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
