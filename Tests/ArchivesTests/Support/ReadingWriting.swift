import Archives

/// A member with its content, as it was read.
struct ReadMember: Equatable {
    let member: ArchiveMember
    let content: [UInt8]
    var path: String { String(decoding: member.path, as: UTF8.self) }
    var file: SampleFile { SampleFile(path, content) }
}

/// How an archive is presented to the reader.
enum Presentation: String, CaseIterable, Sendable {
    case anywhere
    case stream
    /// A stream that delivers a byte at a time.
    case drops

    func open(_ archive: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) -> ArchiveReader {
        switch self {
        case .anywhere: try ArchiveReader(MemoryBytes(archive), limits: limits)
        case .stream: try ArchiveReader(MemoryStream(archive), limits: limits)
        case .drops: try ArchiveReader(DropStream(archive), limits: limits)
        }
    }
}

/// Bytes in memory, as a stream.
final class MemoryStream: ByteStream {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        let end = position + min(buffer.count, bytes.count - position)
        let read = end - position
        buffer.replaceSubrange(..<read, with: bytes[position..<end])
        position = end
        return read
    }
}

/// A stream that delivers a byte at a time.
final class DropStream: ByteStream {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        guard position < bytes.count, !buffer.isEmpty else { return 0 }
        buffer[0] = bytes[position]
        position += 1
        return 1
    }
}

/// Reads all members with their contents, to the archive's end.
func readAll(
    _ archive: [UInt8], _ presentation: Presentation = .anywhere, limits: ArchiveLimits = ArchiveLimits(),
    bufferSize: Int = 1 << 16
) throws(ArchiveProblem) -> [ReadMember] {
    let reader = try presentation.open(archive, limits: limits)
    var members: [ReadMember] = []
    var buffer = [UInt8](repeating: 0, count: bufferSize)
    while let member = try reader.next() {
        var content: [UInt8] = []
        while true {
            let read = try reader.read(into: &buffer)
            if read == 0 { break }
            content += buffer[..<read]
        }
        members.append(ReadMember(member: member, content: content))
    }
    return members
}

/// What reading an archive to its end says against it; nil for nothing.
func problem(
    with archive: [UInt8], _ presentation: Presentation = .anywhere, limits: ArchiveLimits = ArchiveLimits()
) -> ArchiveProblem? {
    do throws(ArchiveProblem) {
        _ = try readAll(archive, presentation, limits: limits)
        return nil
    } catch {
        return error
    }
}

/// The irregularity for which an archive is refused; nil where it isn't.
func irregularity(of archive: [UInt8], _ presentation: Presentation = .anywhere) -> ArchiveIrregularity? {
    guard case .refused(let irregularity, _, _) = problem(with: archive, presentation) else { return nil }
    return irregularity
}

/// An archive of files.
func pack(
    _ files: [SampleFile], _ format: ArchiveFormat, canOverwrite: Bool = true, level: Int? = nil,
    pieceSize: Int = 40_000
) throws -> [UInt8] {
    let sink = MemorySink(canOverwrite: canOverwrite)
    let writer = try ArchiveWriter(format, to: sink, level: level)
    for file in files {
        let size = UInt64(file.content.count)
        try writer.add(file.path, size: size, isAlreadyCompressed: file.isAlreadyCompressed) { write in
            var rest = file.content[...]
            while !rest.isEmpty {
                try write(rest.prefix(pieceSize))
                rest = rest.dropFirst(pieceSize)
            }
        }
    }
    try writer.finish()
    return sink.bytes
}
