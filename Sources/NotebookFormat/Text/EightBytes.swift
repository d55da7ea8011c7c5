extension Span<UInt8> {
    /// The eight bytes from an offset on as a number, the first one lowest; `nil` if there are not so many.
    ///
    /// The compiler makes one load of it.
    @inline(__always)
    func eightBytes(at offset: Int) -> UInt64? {
        guard offset >= 0, count &- offset >= 8 else { return nil }
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(self[offset &+ index]) &<< UInt64(8 &* index) }
        return value
    }
}
