/// The header of a gzip member (RFC 1952 §2.3).
enum GzipHeader {
    static let magic: [UInt8] = [0x1F, 0x8B]

    /// The longest name, in bytes; no file system has longer ones.
    private static let longestName = 255

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let headerChecksum = Flags(rawValue: 2)
        static let extra = Flags(rawValue: 4)
        static let name = Flags(rawValue: 8)
        static let comment = Flags(rawValue: 16)
        static let reserved = Flags(rawValue: 0xE0)
    }

    /// Skips a header, since its time and name say nothing about the content.
    ///
    /// Rejects an extra field or a comment, since other programs could find something else in it.
    static func pass(in source: BufferedStream, _ notes: ContainerNotes) throws(ArchiveProblem) {
        let start = source.offset
        var crc = CRC32()
        let fixed = try field(10, of: source, &crc)
        let flags = Flags(rawValue: fixed[fixed.startIndex + 3])
        guard fixed.starts(with: magic + [8]), flags.isDisjoint(with: .reserved) else {
            throw .refused(.compressionHeaderMalformed, at: start)
        }
        if flags.contains(.extra) { throw .refused(.gzipHeaderHoldsMore, at: start, "an extra field") }
        if flags.contains(.comment) { throw .refused(.gzipHeaderHoldsMore, at: start, "a comment") }
        if flags.contains(.name) {
            try passName(in: source, &crc)
            notes.note(.gzipName)
        }
        if flags.contains(.headerChecksum) {
            notes.note(.gzipHeaderChecksum)
            let counted = UInt16(truncatingIfNeeded: crc.value)
            guard try field(2, of: source, &crc).uint16(at: 0) == counted else {
                throw .refused(.compressionHeaderMalformed, at: start, "its checksum is wrong")
            }
        }
    }

    private static func field(
        _ count: Int, of source: BufferedStream, _ crc: inout CRC32
    ) throws(ArchiveProblem) -> ArraySlice<UInt8> {
        let bytes = try source.take(count)
        guard bytes.count == count else { throw .refused(.compressionTruncated, at: source.offset) }
        crc.update(bytes)
        return bytes
    }

    private static func passName(in source: BufferedStream, _ crc: inout CRC32) throws(ArchiveProblem) {
        let start = source.offset
        for _ in 0...longestName {
            guard let byte = try field(1, of: source, &crc).first, byte != 0 else { return }
            guard byte >= 0x20, byte != 0x7F else {
                throw .refused(.gzipHeaderHoldsMore, at: start, "a name that is not text")
            }
        }
        throw .refused(.gzipHeaderHoldsMore, at: start, "a name of more than \(longestName) bytes")
    }
}
