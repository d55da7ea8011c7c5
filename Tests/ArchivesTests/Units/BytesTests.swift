import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Archives

struct `The bytes of an archive` {
    @Test func `are read at any place of a file`() throws {
        let folder = try TemporaryFolder()
        let bytes = SeededGenerator.bytes(10_000, seed: 8)
        let file = try FileBytes(path: try folder.write("file", bytes))
        #expect(file.count == 10_000)
        #expect(try file.bytes(at: 9_990, count: 100) == Array(bytes.suffix(10)))
        #expect(try file.bytes(at: 10_000, count: 1) == [])
        #expect(try file.bytes(at: .max, count: 1) == [])
    }

    @Test func `say so if they can’t be opened or read`() throws {
        let folder = try TemporaryFolder()
        let missing = folder.file("missing")
        #expect(throws: ArchiveProblem.failed(operation: "open “\(missing)”", code: ENOENT)) {
            try FileBytes(path: missing)
        }
        #expect(throws: ArchiveProblem.failed(operation: "read the archive at any place", code: ESPIPE)) {
            try FileBytes(path: folder.path)
        }
        #expect(throws: ArchiveProblem.failed(operation: "read the archive", code: EISDIR)) {
            try ArchiveReader(path: folder.path)
        }
        #expect(throws: ArchiveProblem.self) { try DescriptorSink(descriptor: -1) }
    }

    @Test func `leave nothing behind when they are spooled`() throws {
        let folder = try TemporaryFolder()
        let bytes = SeededGenerator.bytes(300_000, seed: 9)
        let spooled = try SpooledBytes(MemoryStream(bytes), folder: folder.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(try spooled.bytes(at: 0, count: 1 << 20) == bytes)
        #expect(throws: ArchiveProblem.self) {
            try SpooledBytes(MemoryStream(bytes), folder: folder.file("missing"))
        }
    }

    @Test func `are kept up to the limit, and no further`() throws {
        let bytes = SeededGenerator.bytes(1000, seed: 10)
        let problem = ArchiveProblem.exceeded(.spooledBytes(999), ArchiveLocation(offset: 999))
        #expect(try SpooledBytes(MemoryStream(bytes), limit: 1000).count == 1000)
        #expect(throws: problem) { try SpooledBytes(MemoryStream(bytes), limit: 999) }
        for limit in [1000, 999] as [UInt64] {
            let rest = Mutex(bytes)
            let growing = try GrowingBytes(limit: limit) { count in
                rest.withLock { rest in
                    defer { rest.removeFirst(min(count, rest.count)) }
                    return Array(rest.prefix(count))
                }
            }
            guard limit < 1000 else {
                try growing.complete()
                #expect(growing.count == 1000)
                continue
            }
            #expect(throws: problem) { try growing.complete() }
        }
    }

    @Test func `give a zip’s members by the ends of their names`() throws {
        var zip = ZipBuilder()
        for name in ["N/notes/A.md", "N/notes/AA.md", "N/notes/A.txt", "N/notes/\u{C4}.txt"] { zip.add(name, "x") }
        let archive = try ZipArchive(MemoryBytes(zip.bytes))
        let found = try archive.members(endingWith: Array("/A.md".utf8)).map { member in
            String(decoding: member.path, as: UTF8.self)
        }
        // A name that is not ASCII may be replaced.
        #expect(found == ["N/notes/A.md", "N/notes/\u{C4}.txt"])
        #expect(try archive.members(endingWith: Array("\u{C4}.txt".utf8)).count == 4)
    }

    @Test func `get no second checksum in a Zstandard frame that has one`() {
        let frame = ZstandardBuilder.frame(Array("content".utf8), hasChecksum: true)
        var checksum = ZstandardChecksum()
        checksum.count(Array("content".utf8)[...])
        #expect(Array(checksum.marked(frame[...])) == frame)
        #expect(checksum.trailer.isEmpty)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `go through a pipe`(format: ArchiveFormat) throws {
        let pipe = Pipe()
        let output = pipe.fileHandleForWriting
        // A thread of its own: both ends block.
        Thread.detachNewThread {
            // Whatever goes wrong is seen at the other end.
            try? Self.write(format, to: output.fileDescriptor)
            try? output.close()
        }
        let reader = try withExtendedLifetime(pipe) {
            try ArchiveReader(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        }
        var contents: [[UInt8]] = []
        while try reader.next() != nil { contents.append(try reader.content(limit: 1 << 22)) }
        #expect(contents == Sample.large.files.map(\.content))
    }

    private static func write(_ format: ArchiveFormat, to descriptor: Int32) throws {
        let writer = try ArchiveWriter(format, to: DescriptorSink(descriptor: descriptor))
        for file in Sample.large.files {
            try writer.add(file.path, bytes: file.content, isAlreadyCompressed: file.isAlreadyCompressed)
        }
        try writer.finish()
    }

    @Test(arguments: Seeds.some(1))
    func `are the same however a buffered stream is asked`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes = SeededGenerator.bytes(5_000, seed: seed)
        for round in 0..<200 {
            let source: any ByteStream = round.isMultiple(of: 2) ? MemoryStream(bytes) : DropStream(bytes)
            let stream = BufferedStream(source, capacity: 64)
            var found: [UInt8] = []
            while found.count < bytes.count {
                let count = Int.random(in: 1...150, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0:
                    let next = try stream.peek(min(count, 64))
                    #expect(next.elementsEqual(bytes[found.count...].prefix(next.count)), "seed \(seed)")
                case 1:
                    found += try stream.read(count)
                case 2:
                    let piece = try stream.readAvailable(atMost: count)
                    let back = Int.random(in: 0...piece.count, using: &generator)
                    stream.giveBack(back)
                    found += piece.dropLast(back)
                case 3:
                    let skipped = Int(try stream.skip(UInt64(count)))
                    found += bytes[found.count..<found.count + skipped]
                default:
                    var buffer = [UInt8](repeating: 0, count: count)
                    let read = try stream.read(into: &buffer)
                    found += buffer[..<read]
                }
                #expect(stream.offset == UInt64(found.count), "seed \(seed)")
            }
            #expect(found == bytes, "seed \(seed)")
            #expect(try stream.read(1).isEmpty)
        }
    }
}
