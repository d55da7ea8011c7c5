import Foundation
@testable import NotebookExchange
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// What we write, we read back.
struct `An export for another system` {
    /// Notes and cards with everything that a text can hold.
    static func items() throws -> [NewItem] {
        func item(_ type: FileType, _ title: String, _ folder: String, _ text: String, tags: [String] = []) throws
            -> NewItem
        {
            var item = try NewItem(type, text: Array(text.utf8))
            (item.title, item.folder, item.tags) = (title, try FolderPath(folder), tags.compactMap { Tag($0) })
            return item
        }
        return [
            try item(
                .note, "Herons & \"others\" <1>", "Birds/Waders",
                """
                # A heading

                Some *emphasis*, **strong**, ~~struck~~, ==marked== and `code <b>`. A [link](https://example.com/?a=1&b=2).

                - [ ] open
                - [x] done
                  - nested
                - plain

                1. one
                2. two

                > A quote.

                ```python
                if a < b:
                    print("  x")
                ```

                | a | b |
                | --- | --- |
                | 1 | **2** |

                See [Wren](../../Wren.md) and \\*this\\*. A formula: $x_1^2$.

                """, tags: ["birds/wader", "grey"]),
            try item(.note, "Wren", "", "Small.\\\nVery small.\n"),
            try item(.card, "", "Birds", "What is grey?\n\n---\n\nA heron.\n", tags: ["quiz"]),
            try item(.card, "", "", "The ==heron== is grey.\n"),
        ]
    }

    @Test(arguments: ["csv", "opml"])
    func `comes back with its attachments, which are beside it`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        var pond = try NewItem(.note, text: Array("A pond, and `heron, grey.png`.\n".utf8))
        pond.title = "Pond"
        let picture = NotebookStore.Attachment(name: "heron, grey.png") { try $0(Array("PNG".utf8)) }
        let trip = try RoundTrip(Self.items() + [pond], attaching: [picture], as: format)
        #expect(trip.differences == [])
        #expect(trip.after.attachments == ["heron, grey.png": 3])
        #expect(trip.losses.filter { $0.code == .partSkipped } == [])
        #expect(trip.after.report.balance.gaps.isEmpty && trip.after.report.losses.isEmpty)
    }

    @Test(arguments: ["textbundle", "textpack"])
    func `brings back attachments of one name under this name`(_ name: String) throws {
        let pictures = [[UInt8(1)], [2]].map { bytes in
            NotebookStore.Attachment(name: "pic.png") { try $0(bytes) }
        }
        let trip = try RoundTrip(Self.items(), attaching: pictures, as: try #require(ExportFormat.named(name)))
        #expect(trip.differences == [] && trip.after.resolved == trip.before.resolved)
        #expect(trip.after.attachments == ["pic.png": 1] && trip.after.count(.attachments, .stored) == 2)
    }

    @Test(arguments: ["csv", "opml", "textbundle", "textpack"])
    func `brings back links that name a file, which has another name then`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        try TemporaryFolder.with { place in
            for (file, text) in [("short", "---\ntitle: Long title\n---\nx\n"), ("Other", "[[short]]\n")] {
                try Data(text.utf8).write(to: URL(filePath: "\(place.path)/\(file).md"))
            }
            let trip = try RoundTrip([place.path], as: format)
            #expect(trip.before.resolved["notes/Other.md"] == ["notes/short.md"])
            #expect(trip.after.resolved["notes/Other.md"] == ["notes/Long title.md"])
            #expect(trip.after.report.losses.isEmpty)
        }
    }

    @Test(arguments: ["csv", "opml", "textbundle"])
    func `gives a file only to notes that link to it, not to those that name it`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try notebook.edit { draft in
                func note(_ text: String) throws -> Item { try draft.add(NewItem(.note, file: Array(text.utf8))) }
                let linked = try note("Linked\n")
                _ = try note("---\ntitle: Kept\ncover: \"[[red.png]]\"\n---\n")
                _ = try note("Named: red.png and `red.png`\n")
                let file = NotebookStore.Attachment(name: "red.png") { try $0(Array("PNG".utf8)) }
                _ = try draft.attach([file], to: linked)
            }
            _ = try notebook.export(to: .place("out", in: place.path), as: format)
            let out = place.path + "/out"
            let holders =
                if format.exporter.isOneFile {
                    try String(contentsOfFile: out, encoding: .utf8).ranges(of: "out_files/red.").count
                } else {
                    try FileManager.default.subpathsOfDirectory(atPath: out).count { $0.hasSuffix("assets/red.png") }
                }
            #expect(holders == 2)
        }
    }

    @Test func `has the types and the keys of properties in a table of notes`() throws {
        let front = """
            ---
            number: 12.50
            Exponent: 1e3
            looks: "1e3"
            leading: "007"
            Truth: true
            word: 'true'
            nothing:
            empty: ""
            "null": "null"
            day: 2026-11-26
            moment: 2026-11-26 10:00 +01:00
            two words: "  spaces, and; commas  "
            lines: "one\\n\\ntwo\\n"
            folded: |
              one
              two
            quoted: '"x"'
            box: "[ ]"
            up: "[[Owl]]"
            list: [a, "b, c", 3, "4", true, 2026-01-02]
            none: []
            one: [a]
            type: book
            Path: a/b
            property:x: y
            Größe: 3 m
            ---
            x

            """
        let odd = "---\nzeros: 007\nmap: {a: 1}\nhex: [0x1F, 1]\n---\ny\n"
        let notes = try [front, odd].map { try NewItem(.note, file: Array($0.utf8)) }
        let trip = try RoundTrip(notes, as: #require(ExportFormat.named("csv")))
        func properties(_ arrived: Arrived) -> [[String: PropertyValue]] {
            arrived.items.sorted { $0.key < $1.key }.map { item in
                Dictionary(item.value.properties.map { ($0.key, $0.value) }) { first, _ in first }
            }
        }
        let (before, after) = (properties(trip.before), properties(trip.after))
        let changed = zip(before, after).map { one, two in Set(one.keys.filter { one[$0] != two[$0] }) }
        #expect(changed == [[], ["zeros", "map", "hex"]])
        #expect(zip(before, after).allSatisfy { Set($0.keys) == Set($1.keys) })
        #expect(trip.losses.map(\.target).sorted() == ["hex", "map", "zeros"])
        #expect(trip.after.report.losses.map(\.text) == [])
    }

    @Test func `has the cells of a table that are beyond its header`() throws {
        let table = "| a |\n| --- |\n| 1 | **2** | 3 |\n|  |\n| 4 |\n"
        let trip = try RoundTrip([NewItem(.note, text: Array(table.utf8))], as: #require(ExportFormat.named("enex")))
        let text = "| a |  |  |\n| --- | --- | --- |\n| 1 | **2** | 3 |\n|  |  |  |\n| 4 |  |  |\n"
        #expect(try trip.after.body() == text)
        #expect(trip.losses.map(\.text) == ["headers of tables became as long as their rows: 1"])
    }

    @Test(arguments: ["enex", "jex"])
    func `comes back with the same titles, texts, tags, dates and folders`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        let trip = try RoundTrip(Self.items(), as: format)
        #expect(trip.differences == [])
        let links = trip.after.resolved.first { $0.key.contains("Herons") }?.value
        #expect(links == ["notes/Wren.md"])
    }
}

@Suite(.enabled(if: Corpora.has("exchange"), "\(Corpora.absent)")) struct `A corpus, exported again` {
    private static func files(_ format: String, _ ending: String) -> [String] {
        guard let folder = Corpora.folder("exchange/\(format)"),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.filter { $0.hasSuffix(ending) }.sorted().map { folder.path + "/" + $0 }
    }

    @Test func `comes back from ENEX unchanged`() throws {
        let trip = try RoundTrip(Self.files("enex", ".enex"), as: #require(ExportFormat.named("enex")))
        #expect(trip.differences == [])
    }

    @Test func `comes back from JEX unchanged`() throws {
        let files =
            Self.files("enex", "links_A.enex") + Self.files("enex", "image-size.enex") + Self.files("jex", ".jex")
        #expect(try RoundTrip(files, as: #require(ExportFormat.named("jex"))).differences == [])
    }
}
