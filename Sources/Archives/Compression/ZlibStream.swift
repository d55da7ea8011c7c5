/// Compresses content into one zlib stream (RFC 1950), piece by piece.
package struct ZlibStream {
    private var pending: [UInt8] = []
    private var checksum: (UInt32, UInt32) = (1, 0)
    private var hasBegun = false

    private static let level = 6
    private static let pieceSize = 1 << 20

    /// Starts a stream.
    package init() {}

    /// Compresses bytes, and returns the output so far.
    package mutating func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        add(bytes)
        pending += bytes
        var output: [UInt8] = []
        while pending.count > Self.pieceSize {
            output += head()
            output += try Deflate.piece(pending[..<Self.pieceSize], level: Self.level, isLast: false)
            pending.removeFirst(Self.pieceSize)
        }
        return output
    }

    /// Ends the stream, and returns the rest of the output.
    package mutating func finish() throws -> [UInt8] {
        let start = head()
        let sum = checksum.1 << 16 | checksum.0
        let trailer = (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * $0)) }
        return start + (try Deflate.piece(pending[...], level: Self.level, isLast: true)) + trailer
    }

    /// Returns the header, on the first call only: deflate with a window of 32 KiB, standard level (§2.2).
    private mutating func head() -> [UInt8] {
        defer { hasBegun = true }
        return hasBegun ? [] : [0x78, 0x9C]
    }

    /// Adds bytes to the checksum (Adler-32, §8.2).
    private mutating func add(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The largest number of bytes whose sums fit into 32 bits.
            for byte in rest.prefix(5552) {
                checksum.0 += UInt32(byte)
                checksum.1 += checksum.0
            }
            (checksum.0, checksum.1) = (checksum.0 % 65521, checksum.1 % 65521)
            rest = rest.dropFirst(5552)
        }
    }
}
