/// Writes a zip, the same to the byte on a file and on a pipe.
final class ZipWriter: MemberWriter {
    private let output: ZipOutput
    private let level: Int
    private let password: [UInt8]?
    private var batch: ZipBatch
    private var directory: [UInt8] = []
    private var count: UInt64 = 0

    init(_ sink: any ArchiveSink, level: Int, password: [UInt8]?) {
        output = ZipOutput(sink)
        self.level = level
        self.password = password
        batch = ZipBatch(level: level, password: password)
    }

    func add(_ member: NewMember, _ content: MemberContent) throws {
        if member.size <= ZipBatch.largestMember {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(member.size))
            try member.deliver(content) { bytes += $0 }
            batch.append(member, bytes)
            if batch.isFull { try writeBatch() }
        } else {
            try writeBatch()
            let large = ZipLargeMember(member, level: level, password: password)
            enter(try large.write(content, to: output))
        }
    }

    func finish() throws {
        try writeBatch()
        let end = ZipRecordWriter.end(
            count: count, directorySize: UInt64(directory.count), directoryOffset: output.position)
        try output.write(directory[...])
        try output.write(end[...])
        try output.flush()
    }

    private func writeBatch() throws {
        for encoded in try batch.encode() {
            let offset = output.position
            try output.write(ZipRecordWriter.localHeader(encoded.member)[...])
            try output.write(encoded.data)
            enter((encoded.member, offset))
        }
    }

    private func enter(_ written: (member: ZipWrittenMember, offset: UInt64)) {
        directory += ZipRecordWriter.directoryRecord(written.member, at: written.offset)
        count += 1
    }
}
