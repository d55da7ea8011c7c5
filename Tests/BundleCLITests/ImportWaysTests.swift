import Foundation
import NotebookBundle
import NotebookExchange
import NotebookFiles
import TestSupport
import Testing

@testable import BundleCLI

/// `import`, `create --from` and the library read the same sources in the same way.
struct `Every format of imports` {
    /// A source for each format: made by a command, or of the corpora.
    private static let samples: [(format: String, source: String)] = [
        ("notebook", "N.notebundle"), ("markdown", "markdown"), ("bagit", "bagit"), ("json", "json"),
        ("notes", "folder"), ("archive", "N.notebundle.zip"), ("enex", "enex"), ("jex", "jex"), ("anki", "anki"),
        ("anki-text", "anki-text"),
        ("textbundle", "textbundle"), ("csv", "csv"), ("opml", "opml"), ("obsidian", "obsidian"), ("html", "pages"),
        ("epub", "epub"), ("hashcards", "hashcards"), ("bagit", "bagit.tar"),
        ("notes", "folder/One.md"), ("keep", "/keep"), ("notion", "/notion/database-row.html"), ("logseq", "/logseq"),
        ("roam", "/roam/shapes.json"), ("zim", "/zim/manual"), ("standardnotes", "/standard-notes"),
        ("simplenote", "/simplenote/simplenote.zip"), ("dayone", "/dayone"), ("tomboy", "/tomboy"),
    ]

    @Test func `has a sample here`() {
        let names = Set(Self.samples.map(\.format))
        #expect(Set(ImportFormats.names).subtracting(names) == [])
    }

    /// Makes a notebook, its exports, and a folder of notes and one of pages.
    private static func fill(_ place: Workplace) throws {
        for command in [
            "bundle create N --title Birds", "printf x > a.png",
            "bundle add N note --title Heron --body 'Grey, #water.' --folder Birds",
            "bundle add N card --body 'The ==heron== is grey.'", "bundle attach N Heron a.png",
            "mkdir folder pages", "printf 'one [[Two]]\\n' > folder/One.md", "printf 'two\\n' > folder/Two.txt",
            "printf '<title>P</title><p>p <a href=q.html>q</a>' > pages/p.html", "printf '<h1>Q</h1>' > pages/q.html",
            "bundle archive N",
        ] { #expect(try place.run(command).status == 0, "\(command)") }
        for (format, source) in samples where format == source || format == "obsidian" {
            #expect(try place.run("bundle export N --format \(format) -o \(source)").status == 0, "\(format)")
        }
        #expect(try place.run("tar -cf bagit.tar bagit").status == 0)
    }

    private static func content(_ notebook: NotebookDirectory) throws -> [String] {
        try notebook.read { snapshot in
            try snapshot.listing.items.map { item in
                let file = try snapshot.file(of: item)
                return "\(item.path) \(item.tags.map(\.text)) \(String(decoding: file.body, as: UTF8.self))"
            }.sorted()
        }
    }

    @Test func `gives the same items in every way`() throws {
        let place = try Workplace()
        try Self.fill(place)
        let corpora = Corpora.folder("exchange")
        for (format, name) in Self.samples where !name.hasPrefix("/") || corpora != nil {
            let source = name.hasPrefix("/") ? (corpora?.path ?? "") + name : place.path(name)
            for old in ["A", "B", "C"] { try? FileManager.default.removeItem(atPath: place.path("\(old).notebundle")) }
            let created = try place.run("bundle create A --from '\(source)'")
            _ = try place.run("bundle create B")
            let imported = try place.run("bundle import B '\(source)'")
            #expect(created.status == imported.status && created.status < 2, "\(format): \(created.errors)")
            let made = try NotebookDirectory.create(
                "C.notebundle", in: place.directory.path, from: [FileLocation(path: source)],
                locations: FileLocations(environment: ["HOME": place.directory.path]))
            let items = try Self.content(NotebookDirectory(place.path("A.notebundle")))
            #expect(!items.isEmpty, "\(format)")
            #expect(try Self.content(NotebookDirectory(place.path("B.notebundle"))) == items, "\(format)")
            #expect(try Self.content(made.notebook) == items, "\(format)")
        }
    }

    @Test func `can be beside others: the first gives the title`() throws {
        let place = try Workplace()
        try Self.fill(place)
        let made = try place.run("bundle create A --from json --from folder --from enex/Birds.enex --from folder")
        #expect(made.status == 0 && made.errors.isEmpty)
        let notebook = NotebookDirectory(place.path("A.notebundle"))
        #expect(try notebook.read(\.listing).description.title == "Birds")
        #expect(try Self.content(notebook).count == 4)
    }

    @Test(arguments: ["folder", "folder/bad.md", "markdown", "bad.json"])
    func `gives status 1 if a note cannot be read`(source: String) throws {
        let place = try Workplace()
        try Self.fill(place)
        for command in [
            "printf '\\377' > folder/bad.md", "printf '\\377' > markdown/notes/bad.md",
            "printf '[{\"title\":\"A\",\"content\":\"a\"},{\"title\":5}]' > bad.json",
        ] { #expect(try place.run(command).status == 0) }
        let created = try place.run("bundle create A --from \(source) --report report.json")
        let imported = try place.run("bundle import N \(source)")
        #expect(created.status == 1 && imported.status == 1, "\(created.errors)\(imported.errors)")
        #expect(try String(contentsOfFile: place.path("report.json"), encoding: .utf8).contains("\"note-damaged\""))
    }
}
