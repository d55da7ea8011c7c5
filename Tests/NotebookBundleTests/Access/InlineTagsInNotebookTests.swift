import Foundation
import NotebookBundle
@testable import NotebookFiles
@testable import NotebookPacking
@testable import NotebookQuery
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import TestSupport
import Testing

/// `#tag` in a text is a tag wherever tags are listed and asked for.
struct `Tags in the texts of a notebook` {
    private static let notes: [(title: String, tags: [String], text: String)] = [
        ("A", ["birds"], "At the #weir, and #Birds again.\n"), ("B", [], "#birds/heron `#code`\n"),
        ("C", [], "none # 1\n"),
    ]

    private static func fill(_ draft: inout Draft) throws {
        for note in notes {
            var new = try NewItem(.note, file: Array(note.text.utf8))
            new.title = note.title
            new.tags = note.tags.compactMap { Tag($0) }
            _ = try draft.add(new)
        }
    }

    private static func notebook() throws -> MemoryNotebook {
        let notebook = try MemoryNotebook(title: "N")
        try notebook.edit { try fill(&$0) }
        return notebook
    }

    private static func titles(_ notebook: some NotebookReading, _ query: String) throws -> String {
        try notebook.items(matching: try Query(query)).map(\.title).sorted().joined()
    }

    @Test func `are counted with those of the front matter`() throws {
        let uses = try Self.notebook().tags()
        #expect(uses.map { "\($0.name) \($0.items)" } == ["birds 2", "birds/heron 1", "weir 1"])
    }

    @Test(arguments: [
        ("tag == 'weir'", "A"), ("tag under 'birds'", "AB"), ("tag == none", "C"), ("tag != none", "AB"),
        ("tag != 'weir'", "BC"), ("not tag == 'birds'", "BC"), ("tag == 'weir' and body contains 'weir'", "A"),
    ])
    func `are found by queries`(query: String, titles: String) throws {
        let notebook = try Self.notebook()
        #expect(try Self.titles(notebook, query) == titles)
        let searched = try notebook.search(
            {
                var request = SearchRequest(try SearchQuery(["n"]), context: .here)
                request.filter = try Query(query)
                return request
            }())
        #expect(searched.map(\.item.title).sorted().joined() == titles)
    }

    @Test func `are found by searches, with their places`() throws {
        var request = SearchRequest(try SearchQuery(["#BIRDS"]), context: .here)
        request.detail = .lines
        let found = try Self.notebook().search(request)
        #expect(found.map(\.item.title).sorted() == ["A", "B"])
        let lines = found.first { $0.item.title == "B" }?.found.lines
        #expect(lines?.map(\.text) == ["#birds/heron `#code`"])
        request.query = try SearchQuery(["-#weir", "n"])
        #expect(try Self.notebook().search(request).map(\.item.title).sorted() == ["B", "C"])
    }

    @Test func `do not count where the notebook says so`() throws {
        let notebook = try Self.notebook()
        try notebook.edit { try $0.describe { $0.settings.countsInlineTags = false } }
        #expect(try notebook.tags().map { "\($0.name) \($0.items)" } == ["birds 1"])
        #expect(try Self.titles(notebook, "tag == none") == "BC")
        #expect(try Self.titles(notebook, "tag == 'weir'").isEmpty)
        let request = SearchRequest(try SearchQuery(["#birds"]), context: .here)
        #expect(try notebook.search(request).map(\.item.title) == ["A"])
        let (old, new) = (try #require(Tag("birds")), try #require(Tag("aves")))
        try notebook.edit { _ = try $0.renameTag(old, to: new) }
        let texts = try notebook.open().items.map { try notebook.text(of: $0) }
        #expect(texts == Self.notes.map(\.text))
    }

    @Test func `are renamed with the others, also if they were written in the same edit`() throws {
        let notebook = try MemoryNotebook(title: "N")
        let (old, new) = (try #require(Tag("birds")), try #require(Tag("aves")))
        let edit = try notebook.edit { draft in
            try Self.fill(&draft)
            return try draft.renameTag(old, to: new)
        }
        #expect(edit.result.map(\.title) == ["A", "B"])
        let texts = try notebook.open().items.map { try notebook.text(of: $0) }
        #expect(texts == ["At the #weir, and #aves again.\n", "#aves/heron `#code`\n", "none # 1\n"])
    }

    @Test func `keep the tag from a name that cannot be written in a text`() throws {
        let notebook = try Self.notebook()
        let (old, new) = (try #require(Tag("birds")), try #require(Tag("all birds")))
        #expect(throws: NotebookError.notInTexts(new, texts: 2)) {
            try notebook.edit { _ = try $0.renameTag(old, to: new) }
        }
        try notebook.edit { try $0.describe { $0.settings.countsInlineTags = false } }
        try notebook.edit { _ = try $0.renameTag(old, to: new) }
        #expect(try notebook.tags().map(\.name) == ["all birds"])
    }

    @Test func `stay in the texts when the tag is removed`() throws {
        let notebook = try Self.notebook()
        let birds = try #require(Tag("birds"))
        let edit = try notebook.edit { try $0.removeTag(birds) }
        #expect(edit.result.items.map(\.title) == ["A"] && edit.result.staying.map(\.title) == ["A", "B"])
    }

    @Test func `select the items of an archive of a part`() throws {
        try TemporaryFolder.with { folder in
            let bundle = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            try bundle.edit { try Self.fill(&$0) }
            var options = ArchiveOptions()
            options.part = NotebookPart(folders: [], tags: [try #require(Tag("birds"))])
            let archive = folder.appending(path: "N.zip").path
            _ = try bundle.archive("N.zip", in: folder.path, as: .zip, options: options)
            #expect(try NotebookArchive(archive).open().items.map(\.title) == ["A", "B"])
        }
    }

    @Test func `are read once, and again after a change`() throws {
        try TemporaryFolder.with { folder in
            let plain = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            try plain.edit { try Self.fill(&$0) }
            let cache = NotebookCaches(in: FileLocation(path: folder.appending(path: "cache").path), stillness: 0)
            let bundle = NotebookDirectory(plain.path, environment: plain.environment, cache: cache)
            let path = try #require(try bundle.open().items.first).path
            func names() throws -> [String] { try bundle.tags().map(\.name) }
            #expect(try names() == ["birds", "birds/heron", "weir"])

            // A forged cache shows that unchanged texts are not read.
            let known = try #require(bundle.notebookCache).seenFiles()
            let identity = try #require(
                try bundle.readTree { try $0.directoryReader?.files.status(DiskPath(path))?.identity })
            let seen = try #require(known.seen(path, identity))
            #expect(seen.names?.tags.map(\.text) == ["weir", "Birds"])
            let forged = TextNames(links: .none, targets: .none, tags: [try #require(Tag("forged/日本"))])
            let rows = known.updating(
                [(path, .init(identity: identity, digest: seen.digest, names: forged))],
                listedIn: try bundle.open().manifest)
            #expect(SeenFiles(rows.bytes) == rows)
            bundle.notebookCache?.save(rows)
            #expect(try names() == ["birds", "birds/heron", "forged", "forged/日本"])

            let file = URL(filePath: bundle.path).appending(path: path.text)
            try Data("---\ntags: [birds]\n---\n\n#outside\n".utf8).write(to: file)
            #expect(try names() == ["birds", "birds/heron", "outside"])
        }
    }
}
