import Archives
import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// Files of the corpora with bytes changed, cut out and repeated: whatever comes in, it is imported or refused.
@Suite(.enabled(if: Corpora.has("exchange"), "\(Corpora.absent)")) struct `A damaged source` {
    static let count = ProcessInfo.processInfo.environment["NOTEBUNDLE_EXHAUSTIVE"] == nil ? 8 : 2_000

    @Test(arguments: [
        "enex/test-checklist.enex", "enex/tasks.enex", "enex/linked_notes.enex", "enex/test-table.enex",
        "keep/Checklist note.json", "anki/mixed-legacy-2.apkg", "anki/empty-latest.apkg",
        "anki/made-with-anki-26.09.3/rich-latest.apkg", "anki/made-with-anki-26.09.3/notes-all.txt",
        "bear/tags.bear2bk", "csv/comprehensive-test.csv", "dayone/Dev Journal.json", "html/tables.html",
        "notion/database-row.html", "opml/states.opml", "roam/shapes.json", "simplenote/simplenote.zip",
        "tomboy/d76cb57b-d566-4c2d-bd5e-41a866b25b11.note", "textbundle/example.textpack",
    ])
    func `is imported or refused, and never a crash`(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: try #require(Corpora.folder("exchange/\(name)"))))
        var random = SeededGenerator(seed: UInt64(bytes.count))
        try TemporaryFolder.with { place in
            for number in 0..<Self.count {
                let ending = name.split(separator: ".").last ?? ""
                let file = place.path + "/\(number).\(ending)"
                try Data(Self.mutated(bytes, &random)).write(to: URL(filePath: file))
                Self.read(file, in: place.path, number)
            }
        }
    }

    static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) where bytes.count > 8 {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...64, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
            default: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        return bytes
    }

    private static func read(_ file: String, in directory: String, _ number: Int) {
        let environment = NotebookEnvironment.system
        do {
            var bundle = try NewBundle("\(number).notebundle", in: directory, environment: environment)
            let contents = try NewContents(
                [ImportLocation(file, shown: file)], ImportRequest(environment: environment, progress: NoProgress()))
            var description = NotebookDescription(uuid: environment.newUUID(), title: "N", created: environment.now())
            _ = try contents.write(into: &bundle, &description)
        } catch {
            #expect(!"\(error)".isEmpty)
        }
    }
}

/// Exports of ours of which one file is changed: whatever comes in, it is imported or refused.
struct `A damaged export` {
    /// The files of an export of a notebook with everything, by their paths.
    private static func files(_ name: String, in place: String) throws -> [String: [UInt8]] {
        let format = try #require(ExportFormat.named(name))
        try WholeNotebook.make(in: place).export(to: .place("out", in: place), as: format)
        let path = place + "/out"
        guard format.exporter.isOneFile else {
            let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
                FileKind.at("\(path)/\(name)") == .file
            }
            return try Dictionary(
                uniqueKeysWithValues: names.map { ($0, [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\($0)")))) })
        }
        let reader = try ArchiveReader(path: path)
        var files: [String: [UInt8]] = [:]
        while let member = try reader.next() {
            files[String(decoding: member.path, as: UTF8.self)] = try reader.content(limit: 1 << 20)
        }
        return files
    }

    private static func pack(_ files: [String: [UInt8]], at path: String) throws {
        let sink = MemorySink()
        let archive = try ArchiveWriter(.zip, to: sink)
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) { try archive.add(name, bytes: bytes) }
        try archive.finish()
        try Data(sink.bytes).write(to: URL(filePath: path))
    }

    @Test(arguments: ["bagit", "epub", "hashcards"])
    func `is imported or refused, and never a crash`(_ format: String) throws {
        var random = SeededGenerator(seed: 54)
        try TemporaryFolder.with { place in
            let files = try Self.files(format, in: place.path)
            let names = files.keys.sorted()
            for number in 0..<`A damaged source`.count * 2 {
                var changed = files
                let name = names[Int.random(in: 0..<names.count, using: &random)]
                changed[name] = `A damaged source`.mutated(files[name] ?? [], &random)
                let path = "\(place.path)/\(number).zip"
                try Self.pack(changed, at: path)
                do {
                    _ = try NotebookDirectory.create(
                        "\(number).notebundle", in: place.path, from: [FileLocation(path: path)],
                        locations: FileLocations(environment: ["HOME": place.path]))
                } catch {
                    #expect(!"\(error)".isEmpty)
                }
            }
        }
    }
}
