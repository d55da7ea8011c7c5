import Foundation
import NotebookBundle
import NotebookExchange
import NotebookFormat
import Synchronization
import TestSupport
import Testing

@Suite struct `A folder of notes that comes in` {
    struct Imported {
        let report: ImportReport
        let notes: [String: String]
    }

    static func take(_ files: [String: [UInt8]], takesExtras: Bool = false) throws -> Imported {
        try TemporaryFolder.with { place in
            let source = place.path + "/source"
            for (path, bytes) in files {
                let file = URL(filePath: source + "/" + path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
            let counter = Counter()
            let world = World(
                now: { Timestamp(clamping: 1_767_225_600) }, random: { counter.next() },
                open: { path, _, _ in try DirectoryFiles(path) })
            var bundle = try NewBundle("N.notebundle", in: place.path, world: world)
            let result = try FolderImport(
                try SourceFolder(source, shown: "source"), takesExtras: takesExtras, world: world,
                progress: NoProgress()
            ).run(into: &bundle)
            _ = try bundle.finish(
                NotebookDescription(uuid: world.newUUID(), title: "N", created: world.now()))
            let notebook = NotebookDirectory(place.path + "/N.notebundle")
            #expect(
                try RuleBook.findings(in: notebook.inspect(collectsLinks: true)).filter { $0.severity == .error } == [])
            var notes: [String: String] = [:]
            for item in try notebook.open().items {
                notes[item.path.text] = String(decoding: try notebook.content(of: item.path) ?? [], as: UTF8.self)
            }
            return Imported(report: result.report, notes: notes)
        }
    }

    @Test func `keeps names apart that some systems cannot tell apart`() throws {
        let imported = try Self.take([
            "Note.md": Array("one".utf8), "note.md": Array("two".utf8), "NOTE.markdown": Array("three".utf8),
            "CON.md": Array("four".utf8), "a/end. /x.md": Array("five".utf8),
        ])
        #expect(imported.report.items == 5)
        #expect(
            Set(imported.notes.values.map { $0.split(separator: "\n").last ?? "" }) == [
                "one", "two", "three", "four", "five",
            ])
        let renamed = imported.report.changed.filter { $0.text.hasPrefix("renamed to ") }.map(\.path)
        #expect(Set(renamed).isSuperset(of: ["CON.md", "a/end. /x.md"]))
        #expect(renamed.count == 5)
    }

    @Test func `keeps line ends and byte order marks`() throws {
        let imported = try Self.take([
            "crlf.md": Array("---\r\ntitle: A\r\n---\r\nOne\r\nTwo\r\n".utf8),
            "bom.md": [0xEF, 0xBB, 0xBF] + Array("Text\n".utf8),
        ])
        let crlf = try #require(imported.notes["notes/crlf.md"])
        #expect(crlf.hasSuffix("One\r\nTwo\r\n"))
        #expect(crlf.utf8.count { $0 == 0x0A } == crlf.utf8.count { $0 == 0x0D })
        #expect(imported.notes["notes/bom.md"]?.utf8.starts(with: [0xEF, 0xBB, 0xBF]) == true)
    }

    @Test func `links each attachment once, wherever it is linked from`() throws {
        let imported = try Self.take([
            "a/One.md": Array("![](../img/p%20q.png) [file](../img/p%20q.png)\n".utf8),
            "b/Two.md": Array("![[p q.png]] and ![[copy.png]]\n".utf8), "img/p q.png": [1, 2, 3],
            "img/copy.png": [1, 2, 3],
            "img/other.png": [4],
        ])
        #expect(imported.report.attachments == 1)
        let blob = try #require(
            imported.notes["notes/b/Two.md"]?.firstMatch(of: /!\[\[([^\]]+)\]\] and !\[\[([^\]]+)\]\]/))
        #expect(blob.output.1 == blob.output.2)
        #expect(imported.report.leftOut.map(\.path) == ["img/other.png"])
    }

    @Test func `leaves links alone that lead nowhere or out of the folder`() throws {
        let text =
            "[a](missing.md) [b](../../outside.png) [c](https://example.org/x.png) ![[nothing.png]] [[Some note]]\n"
        let imported = try Self.take(["One.md": Array(text.utf8)])
        #expect(imported.notes["notes/One.md"]?.hasSuffix(text) == true)
        #expect(imported.report.changed == [])
        #expect(imported.report.leftOut == [])
    }
}

/// Numbers, one after the other.
private final class Counter: Sendable {
    private let value = Mutex<UInt64>(0)

    func next() -> UInt64 {
        value.withLock { value in
            value &+= 0x1234_5678_9ABC_DEF1
            return value
        }
    }
}
