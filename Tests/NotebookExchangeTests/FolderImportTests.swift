import Foundation
import NotebookBundle
import NotebookExchange
import NotebookCheck
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import NotebookText
import Synchronization
import TestSupport
import Testing

struct `A folder of notes that comes in` {
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
            let environment = NotebookEnvironment(
                now: { Timestamp(clamping: 1_767_225_600) }, random: { counter.next() },
                open: { path, _, _ in try DirectoryFiles(path) })
            var bundle = try NewBundle("N.notebundle", in: place.path, environment: environment)
            var request = ImportRequest(environment: environment, progress: NoProgress())
            request.takesExtras = takesExtras
            let folder = try #require(ImportFormats.open([ImportLocation(source, shown: "source")], request).first)
            let result = try folder.source.write(into: &bundle, for: UniqueIdentifier(randomBits: 8, 8), request)
            _ = try bundle.finish(
                NotebookDescription(uuid: environment.newUUID(), title: "N", created: environment.now()))
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

    @Test func `has what other programs write: backslashes, dates in pairs, and YAML that the format lacks`() throws {
        let imported = try Self.take([
            "a/One.md": Array(#"![](..\img\p.png) ![](img\p.png) [x](.\Two.md) ![[img\p.png]]"#.utf8),
            "a/Two.md": Array("---\ncreated_at: 2020-01-02\nupdated_at: 2021-03-04\n---\nx".utf8),
            "Dots.md": Array("---\ntitle: >-\n  A long\n  title\n...\nText\n".utf8), "img/p.png": [1, 2, 3],
        ])
        #expect(imported.report.attachments == 1)
        let one = try #require(imported.notes["notes/a/One.md"])
        #expect(one.matches(of: /p\.[0-9a-f]{16}\.png/).count == 3)
        #expect(!one.contains(#"\"#))
        let two = try #require(imported.notes["notes/a/Two.md"])
        #expect(two.contains("created: 2020-01-02T00:00:00Z") && two.contains("modified: 2021-03-04T00:00:00Z"))
        let dots = try #require(imported.notes["notes/Dots.md"])
        #expect(dots.contains("title: A long title\n") && dots.hasSuffix("\n---\nText\n"))
        #expect(imported.report.changed.contains { $0.path == "Dots.md" && $0.text.contains("“...”") })
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

    @Test func `brings notes higher up, or under a shorter name, whose paths are too deep or too long`() throws {
        let deep = (0..<40).map { "d\($0)" }.joined(separator: "/")
        let long = Array(repeating: String(repeating: "g", count: 150), count: 6).joined(separator: "/")
        let name = String(repeating: "é", count: 118)
        let imported = try Self.take([
            "\(deep)/A.md": Array("[[B]]".utf8), "\(deep)/B.md": Array("two".utf8),
            "\(long)/\(name).md": Array("three".utf8),
            "\(name).md": Array("four".utf8), "\(name).txt": Array("five".utf8),
        ])
        #expect(imported.report.items == 5 && imported.report.leftOut == [])
        let top = (0..<30).map { "d\($0)" }.joined(separator: "/")
        #expect(
            imported.notes["notes/\(top)/A.md"]?.hasSuffix("[[B]]") == true
                && imported.notes["notes/\(top)/B.md"] != nil)
        let texts = imported.notes.filter { $0.key.hasPrefix("notes/é") }.map { String($0.value.suffix(4)) }
        #expect(texts.sorted() == ["five", "four"])
        #expect(imported.notes.keys.contains { $0.hasPrefix("notes/gggg") && $0.utf8.count <= 1024 })
        #expect(imported.report.changed.filter { $0.text.hasPrefix("renamed to ") }.count == 4)
    }

    @Test func `has every note of an export, whatever was added to it`() throws {
        let description =
            #"{"format":"notebundle","version":1,"title":"T","uuid":"0b5b5f7c-3c9b-4b39-8c7a-3f4ad1a1b001","created":"2020-01-01T00:00:00Z"}"#
        try TemporaryFolder.with { place in
            let files = [
                "notebook.json": description, "notes/One.md": "[[a:b]]", "notes/one.md": "other case",
                "notes/a:b.md": "[x](dir./d.md) ![](../blobs/p.0123456789abcdef.png)", "notes/dir./d.md": "d",
                "cards/CON.md": "Q\n\n---\n\nA\n", "notes/sub.txt": "text", "top.md": "top", "notes/.hidden.md": "h",
                "notes/yaml.md": "---\nbad: [\n---\ntext", "blobs/p.0123456789abcdef.png": "p", "notes/x.png": "x",
            ]
            for (path, text) in files {
                let file = place.appending(path: "source/" + path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            try Data([0x63, 0x61, 0x66, 0xE9]).write(to: place.appending(path: "source/notes/latin.md"))
            let made = try NotebookDirectory.create(
                "N.notebundle", in: place.path, from: [FileLocation(path: place.appending(path: "source").path)],
                locations: FileLocations(environment: ["HOME": place.path]))
            let arrived = try Arrived(made.notebook)
            #expect(
                arrived.paths == [
                    "cards/CON_.md", "notes/One.md", "notes/a-b.md", "notes/dir/d.md", "notes/one 2.md", "notes/sub.md",
                    "notes/top.md", "notes/yaml.md",
                ])
            #expect(arrived.resolved["notes/One.md"] == ["notes/a-b.md"])
            #expect(arrived.resolved["notes/a-b.md"]?.first == "notes/dir/d.md")
            #expect(arrived.resolved["notes/a-b.md"]?.count == 2)
            #expect(
                made.report.leftOut.map { "\($0.path): \($0.text)" }.sorted() == [
                    "notes/.hidden.md: is hidden",
                    "notes/latin.md: not a valid note: line 1: invalid UTF-8; convert it: iconv -f ENCODING -t UTF-8",
                    "notes/x.png: not a file of a notebook",
                ])
            #expect(made.report.leftOut.filter(\.isDamage).map(\.path) == ["notes/latin.md"])
        }
    }

    @Test func `keeps names that the format allows`() throws {
        let names = ["A  B.md", "c [d] #e.md", "a^b  c/x.md", "..x .md"]
        let imported = try Self.take(Dictionary(uniqueKeysWithValues: names.map { ($0, Array("x".utf8)) }))
        #expect(Set(imported.notes.keys) == ["notes/A  B.md", "notes/c [d] #e.md", "notes/a^b  c/x.md"])
    }

    @Test func `keeps links that lead out of it, whatever its files are called`() throws {
        let text = "[a](mailto:B.md) [b](B.md)"
        let imported = try Self.take(["mailto:B.md": Array("x".utf8), "One.md": Array(text.utf8)])
        let one = try #require(imported.notes["notes/One.md"])
        #expect(one.hasSuffix(text), "\(one)")
    }

    @Test func `has links that follow what gets another name`() throws {
        let imported = try Self.take([
            "E: F.md": Array("---\ntitle: Other\n---\n".utf8), "G: H.md": Array("x".utf8),
            "a?/B.md": Array("[[../E: F]] [[./C: D]]\n".utf8), "a?/C: D.md": Array("[[B]]".utf8),
            "One.md": Array(
                "[[E: F]] [[G: H#x|y]] [[G: H.md]] [[a?/B]] ![[a?/C: D]] [[C: D]] [m](<./E: F.md>) [n](a%3F/B.md)".utf8),
            "E- F/Two.md": Array("[[E: F]] [[Two]] [[none]]".utf8), "a?/E- F.md": Array("[[E- F]]".utf8),
        ])
        let one = try #require(imported.notes["notes/One.md"])
        #expect(one.hasSuffix("[[Other]] [[G: H#x|y]] [[G: H]] [[B]] ![[C: D]] [[C: D]] [m](<E-%20F.md>) [n](a/B.md)"))
        #expect(imported.notes["notes/a/B.md"]?.hasSuffix("[[../E- F]] [[./C- D]]\n") == true)
        #expect(imported.notes["notes/a/C- D.md"]?.hasSuffix("[[B]]") == true)
        #expect(imported.notes["notes/a/E- F.md"]?.hasSuffix("[[a/E- F]]") == true)
        let two = imported.notes.first { $0.key.hasSuffix("Two.md") }
        #expect(two?.value.hasSuffix("[[Other]] [[Two]] [[none]]") == true)
        #expect(imported.report.changed.contains { $0.path == "One.md" && $0.text == "6 links updated" })
    }

    @Test func `tells values that are not understood`() throws {
        let text = "---\nuuid: my-own\ntags: [a, [b]]\n---\nx"
        let imported = try Self.take(["N.md": Array(text.utf8)])
        #expect(imported.notes["notes/N.md"]?.contains("\nuuid: my-own\n") == true)
        #expect(imported.notes["notes/N.md"]?.contains("\ntags: [a, [b]]\n") == true)
        let told = imported.report.changed.map(\.text)
        #expect(told.contains("line 2: “uuid” is not a uuid, and was left unchanged"))
        #expect(told.contains("line 3: “tags” is not a list of tags, and was left unchanged"))
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
