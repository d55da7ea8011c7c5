import Cores

/// Writes a zip, with the same bytes to a file and to a pipe.
final class ZipWriter: MemberWriter {
    private let written: Written
    private let level: Int
    private let password: [UInt8]?
    private var line: JobQueue<[ZipEncodedMember]>

    /// The members in the archive, and their records for the directory.
    private final class Written {
        let output: ZipOutput
        var directory: [UInt8] = []
        var count: UInt64 = 0

        init(_ output: ZipOutput) { self.output = output }

        func write(_ members: [ZipEncodedMember]) throws {
            for encoded in members {
                let offset = output.position
                try output.write(ZipRecordWriter.localHeader(encoded.member)[...])
                try output.write(encoded.data)
                enter(encoded.member, at: offset)
            }
        }

        func enter(_ member: ZipWrittenMember, at offset: UInt64) {
            directory += ZipRecordWriter.directoryRecord(member, at: offset)
            count += 1
        }
    }

    init(_ sink: any ArchiveSink, level: Int, password: [UInt8]?) {
        let written = Written(ZipOutput(sink))
        self.written = written
        self.level = level
        self.password = password
        line = JobQueue { try written.write($0) }
    }

    func add(_ members: [NewMember], _ contents: @escaping @Sendable () throws -> [[UInt8]]) throws {
        let (level, password) = (level, password)
        try line.add {
            try zip(members, contents()).map { member, content in
                try ZipEncodedMember(member, content, level: level, password: password)
            }
        }
    }

    func add(large member: NewMember, _ content: MemberContent) throws {
        // The member's offset is known only when all earlier members are written.
        try line.finish()
        let offset = written.output.position
        let large = ZipLargeMember(member, level: level, password: password)
        written.enter(try large.write(content, to: written.output), at: offset)
    }

    func finish() throws {
        try line.finish()
        let output = written.output
        let end = ZipRecordWriter.end(
            count: written.count, directorySize: UInt64(written.directory.count), directoryOffset: output.position)
        try output.write(written.directory[...])
        try output.write(end[...])
        try output.flush()
    }
}

/// A small member of a zip, ready to write.
struct ZipEncodedMember: Sendable {
    let member: ZipWrittenMember
    let data: ArraySlice<UInt8>

    /// The maximum size of small members, which one core handles as a whole.
    static let largest = UInt64(Density.pieceSize)

    /// Deflates content, unless it would not shrink, and encrypts it if there is a password.
    init(_ member: NewMember, _ content: [UInt8], level: Int, password: [UInt8]?) throws {
        let size = UInt64(content.count)
        var written = ZipWrittenMember(
            name: member.name, size: size, method: ZipMethod.stored, checksum: CRC32.of(content[...]),
            compressedSize: size)
        var data = content[...]
        if !member.isAlreadyCompressed, !content.isEmpty, !Density.isDense(data) {
            let deflated = try Deflate.compress(data, level: level)
            if deflated.count < content.count {
                data = deflated[...]
                written.method = ZipMethod.deflated
                written.compressedSize = UInt64(deflated.count)
            }
        }
        if let password, !data.isEmpty {
            data = try ZipEncryption.encrypt(data, password: password)
            written = written.encrypted
        }
        (self.member, self.data) = (written, data)
    }
}

/// A sink that knows its position in the zip, and can overwrite earlier bytes.
final class ZipOutput {
    private let sink: any ArchiveSink

    /// The position of the next byte.
    private(set) var position: UInt64 = 0

    init(_ sink: any ArchiveSink) {
        self.sink = sink
    }

    var canOverwrite: Bool { sink.canOverwrite }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        try sink.write(bytes)
        position += UInt64(bytes.count)
    }

    /// Replaces bytes that were written before.
    func overwrite(_ bytes: ArraySlice<UInt8>, at place: UInt64) throws { try sink.overwrite(bytes, at: place) }

    func flush() throws {
        try sink.flush()
    }
}
