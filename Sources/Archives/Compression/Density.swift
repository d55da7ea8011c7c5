import CHashing

/// What a piece of content shows of whether compressing it can gain anything (`docs/Format.md`, clause 17.5).
enum Density {
    /// How many bytes of a stream are looked at, and compressed, at a time.
    static let pieceSize = 1 << 20

    /// Whether bytes are spread so evenly that nothing can be gained: what is compressed or encrypted already.
    ///
    /// The sum of the squares of how often each byte occurs is at least the square of their number by 256, and is that
    /// where all occur equally often. Of pieces of compressed files that come within 1/32 of it, none became smaller by more
    /// than 4 %.
    static func isDense(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= least else { return false }
        var counts = [UInt64](repeating: 0, count: 256)
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe chashing_count(&counts, start, buffer.count)
        }
        let squares = counts.reduce(0) { $0 + $1 * $1 }
        let count = UInt64(bytes.count)
        return squares * 256 * 32 <= count * count * 33
    }

    /// Fewer bytes than this are left to the compression: of random ones, chance makes the sum as large as that.
    private static let least = 8_192
}
