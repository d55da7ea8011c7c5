/// Adds the content checksum to a Zstandard frame made by libarchive, which has no option for it.
///
/// Bit 2 of a frame's descriptor, the byte after the magic number, says that the low half of the content's XXH64
/// follows the last block (RFC 8878 §3.1.1); nothing else in the frame depends on it. Without the checksum, a flipped
/// bit in a literal would go unnoticed.
struct ZstandardChecksum {
    private var hash = XXHash64()
    private var start: [UInt8] = []
    private var isAlreadyThere = false
    private static let descriptorIndex = 4
    private static let checksumFlag: UInt8 = 4

    /// Adds content to the checksum, before it is compressed.
    mutating func count(_ content: ArraySlice<UInt8>) {
        hash.update(content)
    }

    /// Returns the frame's bytes with the flag set; may hold them back until the descriptor arrives.
    mutating func marked(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if start.count > Self.descriptorIndex { return bytes }
        start += bytes
        guard start.count > Self.descriptorIndex else { return [] }
        isAlreadyThere = start[Self.descriptorIndex] & Self.checksumFlag != 0
        start[Self.descriptorIndex] |= Self.checksumFlag
        defer { start = Array(start.prefix(Self.descriptorIndex + 1)) }
        return start[...]
    }

    /// The bytes after the frame's last block.
    var trailer: [UInt8] {
        if isAlreadyThere { return [] }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: hash.value))
        return bytes
    }
}
