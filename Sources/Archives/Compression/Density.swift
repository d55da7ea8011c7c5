import CHashing

/// Estimates from a piece of content whether compressing it can gain anything (`docs/Format.md`, clause 17.5).
enum Density {
    /// How many bytes of a stream to examine and compress at a time.
    static let pieceSize = 1 << 20

    /// Whether bytes are so evenly distributed that compression gains nothing, as in compressed or encrypted content.
    ///
    /// The sum of the squares of the frequencies of all byte values is at least the square of the number of bytes
    /// divided by 256, with equality for a uniform distribution. Pieces of compressed files within 1/32 of that never
    /// shrank by more than 4 %.
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

    /// Always compresses shorter content, since chance can make the sum large even for random bytes.
    private static let least = 8_192
}
