import Foundation
import NotebookBundle
import NotebookExchange
import NotebookCheck
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// A notebook as a vault of Obsidian, and back.
struct `An export for Obsidian` {
    /// Writes files below a folder.
    static func write(_ files: [String: String], below folder: URL) throws {
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// The files below a folder, with their texts.
    static func files(below folder: URL) -> [String: String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: paths.compactMap { path in
                FileManager.default.contents(atPath: folder.appending(path: path).path).map {
                    (path, String(decoding: $0, as: UTF8.self))
                }
            })
    }

    /// The body of a note, without the front matter that an import adds.
    static func body(_ text: String?) -> String? {
        text.map { $0.replacing(/^---\n(?:.*\n)*?---\n\n?/, with: "") }
    }

    /// What is the same in a notebook and in one made from its export: all but the manifest and the notebook’s uuid.
    static func comparable(_ notebook: URL) -> [String: String] {
        var files = files(below: notebook).filter { $0.key != "manifest.json" && !$0.key.hasPrefix(".") }
        files["notebook.json"] = files["notebook.json"]?.replacing(/"uuid": "[^"]*"/, with: "")
        return files
    }

    /// Makes a notebook from files, exports it, and makes another one from the vault.
    static func roundTrip(
        _ files: [String: String], extras: Bool = false,
        _ body: (_ first: NotebookDirectory, _ vault: URL, _ second: NotebookDirectory) throws -> Void
    ) throws {
        try TemporaryFolder.with { folder in
            try write(files, below: folder.appending(path: "source"))
            let places = FileLocations(environment: ["HOME": folder.path])
            let first = try NotebookDirectory.create(
                "A.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "source").path)],
                takesExtras: extras,
                locations: places
            ).notebook
            _ = try first.export(to: .place("vault", in: folder.path), as: .obsidian)
            let vault = folder.appending(path: "vault")
            let second = try NotebookDirectory.create(
                "B.notebundle", in: folder.path, from: [FileLocation(path: vault.path)], locations: places
            ).notebook
            try body(first, vault, second)
            let (one, two) = (
                comparable(folder.appending(path: "A.notebundle")), comparable(folder.appending(path: "B.notebundle"))
            )
            #expect(one.keys.sorted() == two.keys.sorted())
            for (path, text) in one { #expect(two[path] == text, "\(path)") }
            let findings = try RuleBook.findings(in: second.inspect(collectsLinks: true))
            #expect(findings.filter { $0.severity == .error } == [])
        }
    }

    @Test func `puts attachments back where they were, under their names, with the links that led there`() throws {
        let source = [
            "Birds/Heron.md": "![[heron.jpg]] ![](../assets/heron.jpg) ![[assets/wide one.png|200]]\n",
            "Birds/Map.md": "[map](map.pdf) <img src=\"../assets/heron.jpg\">\n",
            "assets/heron.jpg": "a heron", "assets/wide one.png": "wide", "Birds/map.pdf": "a map",
        ]
        try Self.roundTrip(source) { _, vault, _ in
            let files = Self.files(below: vault)
            #expect(Set(files.keys).subtracting([".obsidian/notebundle.json"]) == Set(source.keys))
            for path in ["assets/heron.jpg", "assets/wide one.png", "Birds/map.pdf"] {
                #expect(files[path] == source[path])
            }
            #expect(Self.body(files["Birds/Map.md"]) == source["Birds/Map.md"])
            #expect(
                Self.body(files["Birds/Heron.md"])
                    == "![[heron.jpg]] ![](../assets/heron.jpg) ![[wide one.png|200]]\n")
        }
    }

    @Test func `writes an attachment to each place that it had, and links to the nearest`() throws {
        let source = [
            "a/One.md": "![](x.png)\n", "b/Two.md": "![](x.png) ![[b/x.png]]\n", "a/x.png": "same", "b/x.png": "same",
            "c/x.png": "other", "c/Three.md": "![](x.png) ![[a/x.png]] ![[c/x.png]]\n",
        ]
        try Self.roundTrip(source) { _, vault, _ in
            let files = Self.files(below: vault)
            #expect(files["a/x.png"] == "same" && files["b/x.png"] == "same" && files["c/x.png"] == "other")
            #expect(Self.body(files["a/One.md"]) == "![](x.png)\n")
            #expect(Self.body(files["b/Two.md"]) == "![](x.png) ![[b/x.png]]\n")
            // From c, b is as near as a; the content is the same.
            #expect(Self.body(files["c/Three.md"]) == "![](x.png) ![[a/x.png]] ![[c/x.png]]\n")
        }
    }

    @Test func `does not let the record of places pass for a use of an attachment`() throws {
        try TemporaryFolder.with { folder in
            try Self.write(
                ["One.md": "![](x/a.png)\n", "x/a.png": "a"], below: folder.appending(path: "source"))
            let notebook = try NotebookDirectory.create(
                "N.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "source").path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            try notebook.edit { draft in
                let path = try BundlePath("notes/One.md")
                let item = try draft.item(path)
                let body = item.bodyStart..<item.bytes.count
                try draft.write(try item.replacing([(body, Array("no picture\n".utf8))]), at: path)
            }
            let rules = try RuleBook.findings(in: notebook.inspect(collectsLinks: true)).map(\.rule.description)
            #expect(rules.contains("NB504"))
            #expect(try notebook.blobUsage().unreferenced.map(\.path.text).count == 1)
        }
    }

    @Test func `brings back texts that are attachments as such`() throws {
        try TemporaryFolder.with { folder in
            let notebook = try NotebookDirectory.create("A.notebundle", in: folder.path, title: "A")
            try notebook.edit { draft in
                let note = try draft.add(try NewItem(.note, text: Array("Files:\n".utf8)))
                _ = try draft.attach(
                    ["log.txt", "Readme.md", "more.markdown"].map { name in
                        Attachment(name: name) { try $0(Array("text of \(name)\n".utf8)) }
                    }, to: note)
            }
            _ = try notebook.export(to: .place("vault", in: folder.path), as: .obsidian)
            let vault = folder.appending(path: "vault")
            let second = try NotebookDirectory.create(
                "B.notebundle", in: folder.path, from: [FileLocation(path: vault.path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            let (one, two) = (try Arrived(notebook), try Arrived(second))
            #expect(one.paths == two.paths)
            #expect(one.attachments.count == 3 && one.attachments == two.attachments)
            #expect(one.resolved.values.map(\.count) == [3] && one.resolved == two.resolved)
        }
    }

    @Test func `brings back texts that no note links to, if they were imported`() throws {
        let source = [".obsidian/app.json": "{}", "One.md": "![](a.txt)\n", "a.txt": "a\n", "loose.txt": "x\n"]
        try Self.roundTrip(source, extras: true) { first, _, second in
            let (one, two) = (try Arrived(first), try Arrived(second))
            #expect(one.paths == ["notes/One.md"])
            #expect(two.attachments == ["a.txt": 2])
        }
    }

    @Test func `brings back files that no note links to, if they were imported`() throws {
        let source = ["One.md": "x\n", "data/all.base": "views\n", "loose.bin": "bytes"]
        try Self.roundTrip(source, extras: true) { _, vault, _ in
            let files = Self.files(below: vault)
            #expect(files["data/all.base"] == "views\n" && files["loose.bin"] == "bytes")
        }
    }

    @Test func `gives back links by title, cards beside notes of their name, and names that differ in case`() throws {
        try TemporaryFolder.with { folder in
            let notebook = try NotebookDirectory.create("A.notebundle", in: folder.path, title: "A")
            try notebook.edit { draft in
                var alpha = try NewItem(.note, text: Array("x\n".utf8))
                alpha.title = "Alpha: note?"
                _ = try draft.add(alpha)
                var note = try NewItem(.note, text: Array("a note\n".utf8))
                note.title = "Gamma"
                _ = try draft.add(note)
                var card = try NewItem(.card, text: Array("Q\n\n---\n\nA\n".utf8))
                card.title = "Gamma"
                _ = try draft.add(card)
                var links = try NewItem(
                    .note,
                    text: Array(
                        "[[Alpha: note?]] ![[Alpha: note?]] [[alpha: note?#Part|label]] [[cards/Gamma]]\n\n| [[Alpha: note?]] | x |\n|---|---|\n"
                            .utf8))
                links.title = "Links"
                let item = try draft.add(links)
                for number in 1...3 {
                    let name = number == 3 ? "IMG.png" : "img.png"
                    let attachment = Attachment(name: name) { write in try write(Array("\(number)".utf8)) }
                    _ = try draft.attach([attachment], to: item)
                }
            }
            _ = try notebook.export(to: .place("vault", in: folder.path), as: .obsidian)
            let vault = Self.files(below: folder.appending(path: "vault"))
            #expect(vault["Gamma 2.md"] != nil)
            let (second, report) = try NotebookDirectory.create(
                "B.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "vault").path)],
                locations: FileLocations(environment: ["HOME": folder.path]))
            #expect(report.items == 4 && report.cards == 1)
            let (one, two) = (
                Self.comparable(folder.appending(path: "A.notebundle")),
                Self.comparable(folder.appending(path: "B.notebundle"))
            )
            #expect(one.keys.sorted() == two.keys.sorted())
            for (path, text) in one { #expect(two[path] == text, "\(path)") }
            // A link that leads elsewhere in the changed vault stays as it is there.
            try FileManager.default.removeItem(at: folder.appending(path: "vault/Alpha- note.md"))
            try Self.write(["Alpha- note.md": "another\n"], below: folder.appending(path: "vault"))
            let third = try NotebookDirectory.create(
                "C.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "vault").path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            let text = Self.files(below: folder.appending(path: "C.notebundle"))["notes/Links.md"] ?? ""
            #expect(text.contains("[[Alpha- note|Alpha: note?]]"), "\(text)")
            for notebook in [second, third] {
                let findings = try RuleBook.findings(in: notebook.inspect(collectsLinks: true))
                #expect(findings.filter { $0.severity == .error } == [])
            }
        }
    }

    @Test func `leads links by title to the file, and shows the title`() throws {
        try TemporaryFolder.with { folder in
            let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            try notebook.edit { draft in
                var target = try NewItem(.note, text: Array("x".utf8))
                target.title = "What? Herons: 1/2"
                _ = try draft.add(target)
                var card = try NewItem(.card, text: Array("Front of it\n\n---\n\nBack\n".utf8))
                card.folder = try FolderPath("Deck")
                _ = try draft.add(card)
                let text = """
                    [[What? Herons: 1/2]] and [[what? herons: 1/2#Part|label]], [[Front of it]]

                    | a | b |
                    |---|---|
                    | [[What? Herons: 1/2]] | x |

                    """
                var source = try NewItem(.note, file: Array(text.utf8))
                source.title = "Source"
                _ = try draft.add(source)
            }
            _ = try notebook.export(to: .place("vault", in: folder.path), as: .obsidian)
            let vault = folder.appending(path: "vault")
            let files = Self.files(below: vault)
            let source = try #require(Self.body(files["Source.md"]))
            let name = try #require(files.keys.first { $0.hasPrefix("What") }?.dropLast(3))
            #expect(source.hasPrefix("[[\(name)|What? Herons: 1/2]] and [[\(name)#Part|label]], [[Front of it]]\n"))
            #expect(source.contains("| [[\(name)\\|What? Herons: 1/2]] | x |"))
            // Cards are cards again, and every link leads to the same item.
            let second = try NotebookDirectory.create(
                "M.notebundle", in: folder.path, from: [FileLocation(path: vault.path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            #expect(
                try second.open().items.map(\.path.text).sorted() == notebook.open().items.map(\.path.text).sorted())
            #expect(try second.open().items.map(\.uuid) == notebook.open().items.map(\.uuid))
            #expect(try second.open().description.title == "N")
            let broken = try RuleBook.findings(in: second.inspect(collectsLinks: true)).filter {
                ["NB601", "NB603", "NB605"].contains($0.rule.description)
            }
            #expect(broken == [])
        }
    }

    @Test func `keeps the dates of notes without any, and of a changed one when it was created`() throws {
        try TemporaryFolder.with { folder in
            let start = try #require(Timestamp(canonical: "2020-01-01T00:00:00Z"))
            let first = try NotebookDirectory.create(
                "A.notebundle", in: folder.path, title: "A", environment: .fixed(at: start, seed: 1))
            let notebook = folder.appending(path: "A.notebundle")
            // Sealing adds no dates if the manifest is lost.
            try FileManager.default.removeItem(at: notebook.appending(path: "manifest.json"))
            let head = "---\nuuid: 018f3c2e-7b1a-4c60-9d7e-0d5a8c1b2e3"
            try Self.write(
                [
                    "notes/None.md": head + "1\n---\n\nno date [[Old]]\n",
                    "notes/Old.md": head + "2\ncreated: 2021-02-03T04:05:06Z\n---\n\nold\n",
                    "notes/Changed.md": head + "3\ncreated: 2021-02-03T04:05:06Z\n---\n\nbefore\n",
                    "notes/Undated.md": head + "4\n---\n\nbefore\n",
                ], below: notebook)
            _ = try first.seal()
            _ = try first.export(to: .place("vault", in: folder.path), as: .obsidian)
            let vault = folder.appending(path: "vault")
            for name in ["Changed.md", "Undated.md"] {
                let text = try #require(Self.files(below: vault)[name])
                try Self.write([name: text.replacing("before", with: "after")], below: vault)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                    ofItemAtPath: vault.appending(path: name).path)
            }
            let second = try NotebookDirectory.create(
                "B.notebundle", in: folder.path, from: [FileLocation(path: vault.path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            let (one, two) = (Self.comparable(notebook), Self.comparable(folder.appending(path: "B.notebundle")))
            #expect(one["notes/None.md"] == two["notes/None.md"] && one["notes/Old.md"] == two["notes/Old.md"])
            let items = try second.open().items
            for (name, created) in [("Changed", "2021-02-03T04:05:06Z"), ("Undated", "2020-01-01T00:00:00Z")] {
                let item = try #require(items.first { $0.title == name })
                #expect(item.created.description == created)
                #expect(item.modified.description == "2023-11-14T22:13:20Z")
            }
        }
    }

    @Test func `says if the record of a vault is damaged`() throws {
        try TemporaryFolder.with { folder in
            try Self.write(
                ["Note.md": "x\n", ".obsidian/notebundle.json": "{\"cards\": ["], below: folder.appending(path: "vault")
            )
            let report = try NotebookDirectory.create(
                "N.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "vault").path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).report
            #expect(
                report.leftOut.contains { $0.path == ".obsidian/notebundle.json" && $0.text.hasPrefix("is damaged") })
        }
    }

    @Test func `gives a card another name than a note at its place`() throws {
        try TemporaryFolder.with { folder in
            let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            try notebook.edit { draft in
                for (kind, text) in [
                    (FileType.note, "note [[cards/X]] [c](../cards/X.md)"), (.card, "f\n\n---\n\nb\n"),
                ] {
                    var item = try NewItem(kind, file: Array(text.utf8))
                    item.title = "X"
                    _ = try draft.add(item)
                }
            }
            _ = try notebook.export(to: .place("vault", in: folder.path), as: .obsidian)
            let files = Self.files(below: folder.appending(path: "vault"))
            #expect(Set(files.keys) == ["X.md", "X 2.md", ".obsidian/notebundle.json"])
            #expect(Self.body(files["X.md"])?.hasPrefix("note [[X 2|cards/X]] [c](X%202.md)") == true)
        }
    }

    /// What somebody could write into the record of places.
    static let hostile = [
        "../outside", "/etc/outside", "a/../../outside", "Note.md", "note.MD", "Note.md/below", ".obsidian/app.json",
        ".git/config", "CON", "a\\b", "a\nb", "", "/", "Birds",
    ]

    @Test(arguments: hostile)
    func `puts no file where a record of a stranger says, unless it is a free place in the vault`(place: String) throws
    {
        try TemporaryFolder.with { folder in
            let source = ["Note.md": "![](a.png)\n", "Birds/Other.md": "x\n", "a.png": "bytes"]
            try Self.write(source, below: folder.appending(path: "source"))
            let notebook = try NotebookDirectory.create(
                "N.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "source").path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            let record = folder.appending(path: "N.notebundle/extras/org.notebundle.places/attachments.json")
            let text = try String(contentsOf: record, encoding: .utf8)
            let written = try JSONEncoder().encode([place])
            try (text.replacing("[\"a.png\"]", with: String(decoding: written, as: UTF8.self))).write(
                to: record, atomically: true, encoding: .utf8)
            #expect(try String(contentsOf: record, encoding: .utf8) != text)
            _ = try notebook.export(to: .place("vault", in: folder.path), as: .obsidian)
            let files = Self.files(below: folder.appending(path: "vault"))
            #expect(
                Set(files.keys) == ["Note.md", "Birds/Other.md", "attachments/a.png", ".obsidian/notebundle.json"])
            #expect(Self.body(files["Note.md"]) == "![](attachments/a.png)\n")
        }
    }

    @Test func `keeps the places of an import into a folder of a notebook, and through an export as Markdown`() throws {
        try TemporaryFolder.with { folder in
            try Self.write(
                ["Note.md": "![](img/a.png)\n", "img/a.png": "bytes"], below: folder.appending(path: "source"))
            let places = FileLocations(environment: ["HOME": folder.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            _ = try notebook.importItems(
                from: [FileLocation(path: folder.appending(path: "source").path)], into: "Old", locations: places)
            _ = try notebook.export(to: .place("markdown", in: folder.path), as: .markdown)
            let second = try NotebookDirectory.create(
                "M.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "markdown").path)],
                locations: places
            ).notebook
            for (name, source) in [("vault", notebook), ("vault2", second)] {
                _ = try source.export(to: .place(name, in: folder.path), as: .obsidian)
                let files = Self.files(below: folder.appending(path: name))
                #expect(files["Old/img/a.png"] == "bytes")
                #expect(Self.body(files["Old/Note.md"]) == "![](img/a.png)\n")
            }
        }
    }
}
