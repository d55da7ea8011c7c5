import Archives
import TestSupport
import Testing

struct `A writer of archives` {
    private struct Stop: Error {}

    private func fault(_ body: () throws -> Void) -> ArchiveWritingFault? {
        do {
            try body()
            return nil
        } catch ArchiveProblem.unwritable(let fault, _, _) {
            return fault
        } catch {
            return nil
        }
    }

    @Test(
        arguments: [
            ("", .emptyPath), ("a\0b", .pathWithNUL), ("/a", .pathNotOfFile), ("a/", .pathNotOfFile),
            (String(repeating: "x", count: 65_536), .pathTooLong),
        ] as [(String, ArchiveWritingFault)])
    func `writes no path that no archive should hold`(path: String, expected: ArchiveWritingFault) throws {
        let writer = try ArchiveWriter(.zip, to: MemorySink())
        #expect(fault { try writer.add(path, bytes: []) } == expected)
    }

    @Test func `writes a path once, compared by bytes`() throws {
        let writer = try ArchiveWriter(.zip, to: MemorySink())
        try writer.add("é", bytes: [])
        try writer.add("e\u{301}", bytes: [])
        #expect(fault { try writer.add("é", bytes: []) } == .duplicatePath)
    }

    @Test(arguments: ArchiveFormat.allCases, [10, 2 << 20] as [UInt64])
    func `fails at content of another length than announced`(format: ArchiveFormat, size: UInt64) throws {
        for delivered in [size - 1, size + 1] {
            for canOverwrite in [true, false] {
                let writer = try ArchiveWriter(format, to: MemorySink(canOverwrite: canOverwrite))
                #expect(
                    fault {
                        try writer.add("a", size: size) { try $0([UInt8](repeating: 1, count: Int(delivered))[...]) }
                    } == .sizeDiffers)
                #expect(fault { try writer.add("b", bytes: []) } == .alreadyFinished)
                #expect(fault { try writer.finish() } == .alreadyFinished)
            }
        }
    }

    @Test(arguments: [true, false])
    func `fails at content that changes between its two readings`(isAlreadyCompressed: Bool) throws {
        let writer = try ArchiveWriter(.zip, to: MemorySink(canOverwrite: false))
        var turn: UInt8 = 0
        #expect(
            fault {
                try writer.add("a", size: 2 << 20, isAlreadyCompressed: isAlreadyCompressed) { write in
                    turn += 1
                    try write([UInt8](repeating: turn, count: 2 << 20)[...])
                }
            } == .contentChanged)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `hands on an error of the content`(format: ArchiveFormat) throws {
        for size in [10, 2 << 20] as [UInt64] {
            let writer = try ArchiveWriter(format, to: MemorySink())
            #expect(throws: Stop.self) { try writer.add("a", size: size) { _ in throw Stop() } }
        }
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `hands on an error of the sink`(format: ArchiveFormat) throws {
        for room in [0, 100, 5_000, 1 << 20] {
            #expect(throws: FullSink.Full.self) {
                let writer = try ArchiveWriter(format, to: FullSink(room: room))
                try writer.add("a", bytes: SeededGenerator.bytes(1 << 16, seed: 1))
                try writer.add("b", bytes: SeededGenerator.bytes(1 << 21, seed: 2))
                try writer.finish()
            }
        }
    }

    @Test func `fails at a level that the format doesn’t have`() {
        for (format, level) in [(ArchiveFormat.zip, 0), (.zip, 10), (.tarGzip, 0), (.tarZstandard, 20), (.tarXZ, 10)] {
            #expect(fault { _ = try ArchiveWriter(format, to: MemorySink(), level: level) } == .levelOutOfRange)
        }
    }

    @Test(arguments: [ArchiveFormat.zip, .tarGzip, .tarZstandard, .tarXZ])
    func `writes what can be read at every level`(format: ArchiveFormat) throws {
        let files = [SampleFile("a", Sample.text(50_000))]
        // xz's highest levels take a gigabyte, which a test shouldn't.
        let levels = (format.levels ?? 0...0).prefix { format != .tarXZ || $0 < 5 }
        let archives = try levels.map { try pack(files, format, level: $0) }
        for archive in archives {
            #expect(try readAll(archive).map(\.file) == files)
        }
        #expect(archives.first != archives.last)
    }
}

/// A sink with room for so many bytes.
final class FullSink: ArchiveSink {
    struct Full: Error {}

    let canOverwrite = true
    private var room: Int

    init(room: Int) {
        self.room = room
    }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        room -= bytes.count
        if room < 0 { throw Full() }
    }

    func overwrite(_ bytes: ArraySlice<UInt8>, at offset: UInt64) {}

    func flush() {}
}
