/// Expands a gzip stream of one or more members (RFC 1952), and verifies the CRC-32 and length of each.
///
/// libarchive verifies neither, and treats anything after the first member that is not a member as the end. So this
/// reads the headers and trailers of members itself.
final class GzipStream: ByteStream {
    private let source: BufferedStream
    private var member: Member?
    private var isAtEnd = false
    private let notes: ContainerNotes

    /// A member that is being expanded.
    private struct Member {
        let engine: DecompressionEngine
        var crc = CRC32()
        var length: UInt32 = 0
    }

    init(_ source: BufferedStream, notes: ContainerNotes) {
        self.source = source
        self.notes = notes
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        while !isAtEnd {
            if member == nil { try begin() }
            let read = try expand(into: &buffer)
            if read > 0 { return read }
            try end()
        }
        return 0
    }

    private func begin() throws(ArchiveProblem) {
        try GzipHeader.pass(in: source, notes)
        let source = source
        do throws(DecompressionEngine.ReadFailure) {
            let engine = try DecompressionEngine(.deflate) { (buffer) throws(ArchiveProblem) in
                let bytes = try source.readAvailable(atMost: buffer.count)
                buffer.replaceSubrange(..<bytes.count, with: bytes)
                return bytes.count
            }
            member = Member(engine: engine)
        } catch {
            throw error.problem(at: source.offset)
        }
    }

    private func expand(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        guard let engine = member?.engine else { return 0 }
        do throws(DecompressionEngine.ReadFailure) {
            let read = try engine.read(into: &buffer)
            member?.crc.update(buffer[..<read])
            member?.length &+= UInt32(truncatingIfNeeded: read)
            return read
        } catch {
            throw error.problem(at: source.offset)
        }
    }

    private func end() throws(ArchiveProblem) {
        guard let member else { return }
        source.giveBack(member.engine.unused)
        self.member = nil
        let place = source.offset
        let trailer = try source.read(8)
        guard trailer.count == 8 else { throw .refused(.compressionTruncated, at: place) }
        guard trailer.uint32(at: 0) == member.crc.value else { throw .refused(.compressionChecksumWrong, at: place) }
        guard trailer.uint32(at: 4) == member.length else { throw .refused(.compressionLengthWrong, at: place + 4) }
        let next = try source.peek(2)
        if next.isEmpty {
            isAtEnd = true
        } else if !next.elementsEqual(GzipHeader.magic) {
            throw .refused(.garbageAfterCompression, at: place + 8)
        } else {
            notes.record(.severalStreams)
        }
    }
}

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
            notes.record(.gzipName)
        }
        if flags.contains(.headerChecksum) {
            notes.record(.gzipHeaderChecksum)
            let counted = UInt16(truncatingIfNeeded: crc.value)
            guard try field(2, of: source, &crc).uint16(at: 0) == counted else {
                throw .refused(.compressionHeaderMalformed, at: start, "its checksum is wrong")
            }
        }
    }

    private static func field(
        _ count: Int, of source: BufferedStream, _ crc: inout CRC32
    ) throws(ArchiveProblem) -> ArraySlice<UInt8> {
        let bytes = try source.read(count)
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
