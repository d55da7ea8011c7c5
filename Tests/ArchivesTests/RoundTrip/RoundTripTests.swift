import TestSupport
import Testing

@testable import Archives

struct `A reader of archives` {
    @Test(arguments: ArchiveFormat.allCases, Sample.all)
    func `reads what is written`(format: ArchiveFormat, sample: Sample) throws {
        let bytes = try pack(sample.files, format)
        for presentation in [Presentation.anywhere, .stream] {
            let members = try readAll(bytes, presentation)
            #expect(members.map(\.path) == sample.files.map(\.path))
            #expect(members.map(\.content) == sample.files.map(\.content))
            for member in members.map(\.member) {
                #expect(member.kind == .file)
                #expect(member.mode == 0o644)
                #expect(member.modificationTime == 315_532_800)
                #expect(member.linkTarget == nil)
            }
        }
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `reads an archive a byte at a time`(format: ArchiveFormat) throws {
        let files = Sample.names.files + [SampleFile("text", Sample.text(3_000))]
        let members = try readAll(try pack(files, format), .drops, bufferSize: 1)
        #expect(members.map(\.file) == files)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `tells the kind of archive by its content`(format: ArchiveFormat) throws {
        for sample in [Sample.nothing, .names] {
            let reader = try Presentation.stream.open(try pack(sample.files, format))
            #expect(reader.format == format)
            #expect((reader.zip != nil) == (format == .zip))
        }
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `passes over contents, or reads a part of them`(format: ArchiveFormat) throws {
        let reader = try Presentation.stream.open(try pack(Sample.contents.files, format))
        var paths: [String] = []
        var buffer = [UInt8](repeating: 0, count: 100)
        while let member = try reader.next() {
            paths.append(String(decoding: member.path, as: UTF8.self))
            if paths.count.isMultiple(of: 2) { _ = try reader.read(into: &buffer) }
        }
        #expect(paths == Sample.contents.files.map(\.path))
        #expect(try reader.next() == nil)
    }

    @Test(arguments: [ArchiveFormat.tar, .tarGzip, .tarZstandard, .tarXZ])
    func `needs the first bytes only for the first members of a tar`(format: ArchiveFormat) throws {
        let files = [SampleFile("manifest.json", "{}"), SampleFile("blob", SeededGenerator.bytes(1 << 20, seed: 3))]
        let stream = CountingStream(try pack(files, format))
        let reader = try ArchiveReader(stream)
        #expect(try reader.next()?.path == Array("manifest.json".utf8))
        #expect(try reader.content(limit: 10) == Array("{}".utf8))
        #expect(stream.count <= 4 << 16)
    }

    @Test func `reads a zip’s members in any order`() throws {
        let zip = try ZipArchive(MemoryBytes(try pack(Sample.contents.files, .zip)))
        for (member, file) in Swift.zip(try zip.members(), Sample.contents.files).reversed() {
            let content = try zip.content(of: member)
            var buffer = [UInt8](repeating: 0, count: 1 << 17)
            var bytes: [UInt8] = []
            while case let read = try content.read(into: &buffer), read > 0 { bytes += buffer[..<read] }
            #expect(bytes == file.content)
        }
    }

    @Test func `reads a zip’s members for several at once`() async throws {
        let zip = try ZipArchive(MemoryBytes(try pack(Sample.many.files, .zip)))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for part in 0..<4 {
                group.addTask {
                    var buffer = [UInt8](repeating: 0, count: 1 << 10)
                    return try zip.members().enumerated().filter { $0.offset % 4 == part }.reduce(0) { count, member in
                        count + (try zip.content(of: member.element).read(into: &buffer))
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(counts == Sample.many.files.map(\.content.count).reduce(0, +))
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `reads an archive from a file, and as a stream`(format: ArchiveFormat) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("archive", try pack(Sample.names.files, format))
        for reader in [try ArchiveReader(path: path), try ArchiveReader(DescriptorStream(path: path))] {
            var count = 0
            while try reader.next() != nil { count += 1 }
            #expect(count == Sample.names.files.count)
        }
    }
}

/// A stream that knows how much was taken from it.
final class CountingStream: ByteStream {
    private let source: MemoryStream
    private(set) var count = 0

    init(_ bytes: [UInt8]) {
        source = MemoryStream(bytes)
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        let read = try source.read(into: &buffer)
        count += read
        return read
    }
}
