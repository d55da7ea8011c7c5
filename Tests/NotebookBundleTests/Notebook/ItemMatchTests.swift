import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

struct `An item that is called by a part` {
    /// Titles and folders with texts, each a minute older than the one before.
    private static func notebook() throws -> MemoryNotebook {
        let notebook = try MemoryNotebook(
            title: "N", environment: .fixed(at: Timestamp(clamping: 1_795_168_800), seed: 7))
        let items = [
            ("Zettelkasten", "", "A box."), ("Zettelkasten plugin", "Tools", "---\naliases: [ZK]\n---\nFor the box."),
            ("New York", "Places", "---\naliases:\n  - NYC\n  - Big Apple\n---\n"), ("NYC trip", "Places", "In May."),
            ("README", "Tools", "Read."), ("README", "Places", "Read as well."), ("Grey heron", "Birds", "Grey."),
            ("Über allem", "", "Ruhe."), ("Übersicht", "", "All."),
            ("Über allem Land", "", "Wind."),
        ]
        try notebook.edit { draft in
            for (title, folder, text) in items {
                var item = try NewItem(.note, file: Array(text.utf8))
                item.title = title
                item.folder = try FolderPath(folder)
                _ = try draft.add(item)
            }
        }
        return notebook
    }

    static let calls: [(String, [String], ItemMatch.Reason?)] = [
        ("Zettelkasten", ["notes/Zettelkasten.md"], .name), ("notes/Tools/README.md", ["notes/Tools/README.md"], .name),
        ("README", ["notes/Places/README.md", "notes/Tools/README.md"], .name),
        ("README.md", ["notes/Places/README.md", "notes/Tools/README.md"], .fileName),
        ("tools/readme.md", ["notes/Tools/README.md"], .fileName), ("NYC", ["notes/Places/New York.md"], .alias("NYC")),
        ("big apple", ["notes/Places/New York.md"], .alias("Big Apple")),
        ("apple", ["notes/Places/New York.md"], .part),
        ("heron grey", ["notes/Birds/Grey heron.md"], .part),
        ("plugin zett", ["notes/Tools/Zettelkasten plugin.md"], .part),
        ("zett", ["notes/Tools/Zettelkasten plugin.md", "notes/Zettelkasten.md"], .part),
        ("uber allem", ["notes/Über allem.md"], .part),
        ("uber", ["notes/Über allem Land.md", "notes/Über allem.md", "notes/Übersicht.md"], .part),
        ("nothing", [], nil), ("", [], nil),
    ]

    @Test(arguments: calls.indices)
    func `is found by names, files, other names and parts`(number: Int) throws {
        let (text, paths, reason) = Self.calls[number]
        let matches = try Self.notebook().matches(for: text)
        #expect(matches.map(\.item.path.text).sorted() == paths.sorted(), "\(text)")
        #expect(matches.allSatisfy { $0.reason == reason }, "\(text)")
    }

    @Test func `says which alias matched, unless the title does as well`() throws {
        let notebook = try Self.notebook()
        #expect(try notebook.matches(for: "apple").map(\.alias) == ["Big Apple"])
        #expect(try notebook.matches(for: "nyc").map(\.alias) == ["NYC"])
        #expect(try notebook.matches(for: "new").map(\.alias) == [nil])
    }

    @Test func `is found in the trash`() async throws {
        let notebook = try Self.notebook()
        _ = try await notebook.edit { draft in try draft.moveToTrash([draft.listing.item("New York")]) }
        #expect(try notebook.matches(for: "NYC").map(\.item.title) == ["NYC trip"])
        #expect(try notebook.matches(for: "NYC", inTrash: true).map(\.reason) == [.alias("NYC")])
    }

    @Test func `is looked for in items only if no name is the text`() throws {
        let notebook = try Self.notebook()
        var files = try notebook.files()
        for (path, bytes) in files where path.hasSuffix(".md") && !bytes.isEmpty { files[path] = nil }
        let bare = MemoryNotebook(files: files)
        #expect(try bare.matches(for: "Zettelkasten").map(\.reason) == [.name])
        #expect(try bare.matches(for: "Tools/README.md").map(\.reason) == [.fileName])
    }

    @Test(arguments: 1...4) func `is suggested up to a limit, titles before names and texts`(
        limit: Int
    ) throws {
        let notebook = try Self.notebook()
        let all = try notebook.suggestions(for: "a", limit: 100).map(\.text)
        #expect(all.prefix(3) == ["Über allem Land", "Über allem", "New York"] && all.count > 4)
        #expect(try notebook.suggestions(for: "a", limit: limit).map(\.text) == Array(all.prefix(limit)))
    }

    @Test func `is suggested before those that mention it`() throws {
        let texts = try Self.notebook().suggestions(for: "zett").map(\.text)
        #expect(texts.prefix(2) == ["Zettelkasten", "Zettelkasten plugin"])
    }
}
