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
