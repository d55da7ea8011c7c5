/// Raw deflate data (RFC 1951) from content in memory.
enum Deflate {
    /// The size of the gzip frame: a header of 10 bytes, CRC-32 and length.
    private static let headerCount = 10
    private static let trailerCount = 8

    /// Compresses content into one stream, as zlib's `deflate` does in one call with `Z_FINISH`.
    static func compress(_ content: ArraySlice<UInt8>, level: Int) throws(ArchiveProblem) -> [UInt8] {
        let gzip = try CompressionEngine(.gzip(level: level)).compress(content)
        return Array(gzip.dropFirst(headerCount).dropLast(trailerCount))
    }

    /// Compresses a piece of a longer stream, which ends at a whole byte.
    ///
    /// Pieces are independent, so that all cores can make them; together they are one stream, which any reader accepts.
    /// (Separate gzip members would be quicker to make, but many readers stop after the first.)
    static func piece(
        _ content: ArraySlice<UInt8>, level: Int, isLast: Bool
    ) throws(ArchiveProblem) -> [UInt8] {
        if !Density.isDense(content) {
            var deflated = try compress(content, level: level)
            if !isLast { deflated = try DeflateBlocks.openEnded(deflated) }
            if deflated.count < content.count { return deflated }
        }
        return stored(content, isLast: isLast)
    }

    /// Content in stored blocks (§3.2.4).
    private static func stored(_ content: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        var rest = content
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + 5 * (content.count / 0xFFFF + 1))
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            bytes.append(isLast && rest.isEmpty ? 1 : 0)
            bytes.append(littleEndian: UInt16(block.count))
            bytes.append(littleEndian: ~UInt16(block.count))
            bytes += block
        } while !rest.isEmpty
        return bytes
    }
}
