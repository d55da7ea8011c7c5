import Archives
import Foundation
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// What becomes of archives of notebooks that were cut or changed on their way, all taken out in memory.
struct `A notebook in an archive` {
    private static let files = HostileNotebook().members.map {
        SampleFile(HostileNotebook.directory + String(decoding: $0.path, as: UTF8.self), $0.content)
    }

    /// Every byte near the beginning and near the end, where the structure is, and some between.
    @Test(arguments: ArchiveFormat.allCases)
    func `is refused when cut at any byte`(format: ArchiveFormat) throws {
        let whole = try pack(Self.files, format)
        let expected = try #require(try Self.unpacked(whole))
        let ends = Array(0..<min(700, whole.count)) + Array(max(0, whole.count - 700)..<whole.count)
        for count in Set(ends + Array(stride(from: 0, to: whole.count, by: 37))) {
            let found = try Self.unpacked(Array(whole.prefix(count)))
            // What fills a plain tar up is not missed.
            let isFine = found == nil || (format == .tar && found == expected)
            #expect(isFine, "cut to \(count)")
        }
    }

    @Test(arguments: ArchiveFormat.allCases, Seeds.some(8))
    func `is refused or the same with any bit changed`(format: ArchiveFormat, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let whole = try pack(Self.files, format)
        let expected = try Self.unpacked(whole)
        for _ in 0..<50 {
            let index = Int.random(in: 0..<whole.count * 8, using: &generator)
            var bytes = whole
            bytes[index / 8] ^= 1 << UInt8(index % 8)
            let found = try Self.unpacked(bytes)
            let isFine = found == nil || found == expected
            #expect(isFine, "bit \(index)")
        }
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `gets an index when many files were searched for, and has the same files`(format: ArchiveFormat) throws {
        try TemporaryFolder.with { folder in
            let file = folder.path + "/a"
            let paths = try ["notes/A.md", "notes/B.md", "notebook.json", "notes/None.md"].map { try BundlePath($0) }
            func read(_ tree: ArchiveTree) -> [[UInt8]?] {
                paths.map { try? tree.content(of: $0, limit: 1 << 20) }
                    + paths.map { (try? tree.stream($0) { _ in }) == true ? [] : nil }
            }
            let whole = try pack(Self.files, format)
            for bytes in [whole] + (1...4).map({ Array(whole.prefix(whole.count * $0 / 5)) }) {
                try Data(bytes).write(to: URL(filePath: file))
                guard let slow = try? ArchiveTree(ArchiveSource(path: file), name: "a") else { continue }
                var patience = SearchPatience()
                (patience.files, patience.bytes) = (0, 0)
                let fast = try ArchiveTree(ArchiveSource(path: file), name: "a", patience: patience)
                let expected = read(slow)
                #expect(read(fast) == expected, "\(bytes.count) of \(whole.count)")
                guard format != .zip else { continue }
                // What is expanded needs the archive no more.
                try FileManager.default.removeItem(atPath: file)
                #expect(read(fast) == expected && read(slow).allSatisfy { $0 == nil })
            }
        }
    }

    /// The files of the notebook that is taken out; `nil` if it is refused, and then nothing is left.
    private static func unpacked(_ bytes: [UInt8]) throws -> [[UInt8]]? {
        let disk = MemoryFiles()
        let environment = NotebookEnvironment(
            now: { Timestamp(clamping: 0) }, random: { 1 },
            open: { _, mode, wait in try disk.open(mode, wait, name: "") })
        let files = try environment.open("", .none, .zero)
        do {
            let unpacker = Unpacker(try ArchiveTree(ArchiveSource(bytes: bytes), name: "a"), progress: NoProgress())
            var bundle = try NewBundle("N.notebundle", in: "", environment: environment)
            _ = try unpacker.unpack(into: &bundle)
            _ = try bundle.finishAsWritten()
        } catch {
            #expect(try files.list(.root).isEmpty)
            return nil
        }
        return try ["manifest.json", "notebook.json", "notes/A.md", "notes/B.md"].map {
            try files.content(of: DiskPath("N.notebundle/" + $0), limit: 100_000)
        }
    }
}
