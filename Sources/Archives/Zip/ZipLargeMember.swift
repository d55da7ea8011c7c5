/// A member that is too large for memory, written in one pass where the local header can be corrected afterwards, else
/// in two; either way with the same bytes.
struct ZipLargeMember {
    private let member: NewMember
    private let level: Int
    private let password: [UInt8]?

    init(_ member: NewMember, level: Int, password: [UInt8]? = nil) {
        self.member = member
        self.level = level
        self.password = password
    }

    /// Writes local header and content, and returns what the directory must say of them.
    func write(
        _ content: MemberContent, to output: ZipOutput
    ) throws -> (member: ZipWrittenMember, offset: UInt64) {
        let offset = output.position
        if let password { return (try writeEncrypted(content, password, to: output), offset) }
        if output.canOverwrite { return (try writeCorrecting(content, to: output), offset) }
        return (try writeTwice(content, to: output), offset)
    }

    private var unknown: ZipWrittenMember {
        ZipWrittenMember(
            name: member.name, size: member.size, method: ZipMethod.stored, checksum: 0, compressedSize: member.size)
    }

    private func writeCorrecting(_ content: MemberContent, to output: ZipOutput) throws -> ZipWrittenMember {
        let headerOffset = output.position
        try output.write(ZipRecordWriter.localHeader(unknown)[...])
        let start = output.position
        var written = try deflated(content, to: output.write)
        if written.method == ZipMethod.stored {
            // Over what deflate made, which is less than this.
            var place = start
            let deflatedChecksum = written.checksum
            written = try stored(content) { bytes in
                try output.write(bytes, at: place)
                place += UInt64(bytes.count)
            }
            if !member.isAlreadyCompressed, written.checksum != deflatedChecksum { throw changed }
        }
        try output.write(ZipRecordWriter.localHeader(written)[...], at: headerOffset)
        return written
    }

    private func writeTwice(_ content: MemberContent, to output: ZipOutput) throws -> ZipWrittenMember {
        let expected = member.isAlreadyCompressed ? try stored(content) { _ in } : try deflated(content) { _ in }
        try output.write(ZipRecordWriter.localHeader(expected)[...])
        let written =
            expected.method == ZipMethod.deflated
            ? try deflated(content, to: output.write) : try stored(content, to: output.write)
        guard written == expected else { throw changed }
        return written
    }

    /// Reads the content twice: how much there is to encrypt must be known before.
    private func writeEncrypted(
        _ content: MemberContent, _ password: [UInt8], to output: ZipOutput
    ) throws -> ZipWrittenMember {
        let first = member.isAlreadyCompressed ? unknown : try deflated(content) { _ in }
        let isDeflated = first.method == ZipMethod.deflated
        try output.write(ZipRecordWriter.localHeader(first.encrypted)[...])
        let encryption = try ZipEncryption(of: first.compressedSize, password: password, output: output.write)
        let second =
            isDeflated ? try deflated(content, to: encryption.write) : try stored(content, to: encryption.write)
        guard second.method == first.method, second.compressedSize == first.compressedSize else { throw changed }
        try encryption.finish()
        return first.encrypted
    }

    /// Deflates the content as long as that makes it smaller; once it doesn't, the rest is counted but not handed on, and
    /// what is returned says that the member is to be stored.
    private func deflated(
        _ content: MemberContent, to receive: @escaping (ArraySlice<UInt8>) throws -> Void
    ) throws -> ZipWrittenMember {
        if member.isAlreadyCompressed { return unknown }
        let progress = DeflatedCount()
        let size = member.size
        let stream = try DeflateStream(level: level) { bytes in
            progress.count += UInt64(bytes.count)
            if progress.count < size { try receive(bytes) }
        }
        try member.deliver(content, to: stream.write)
        var written = unknown
        written.checksum = try stream.finish()
        if progress.count < size {
            written.method = ZipMethod.deflated
            written.compressedSize = progress.count
        }
        return written
    }

    private func stored(
        _ content: MemberContent, to receive: @escaping (ArraySlice<UInt8>) throws -> Void
    ) throws -> ZipWrittenMember {
        var crc = CRC32()
        try member.deliver(content) { bytes in
            crc.update(bytes)
            try receive(bytes)
        }
        var written = unknown
        written.checksum = crc.value
        return written
    }

    private var changed: ArchiveProblem { .unwritable(.contentChanged, path: member.path, detail: "") }

    private final class DeflatedCount {
        var count: UInt64 = 0
    }
}
