import Archives
import Foundation
import NotebookBundle
import NotebookCheck
import NotebookFiles
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// The library as others use it: by its public declarations alone, on a real disk.
struct `The library` {
    /// Says whether README.md shows these lines.
    private static func isInReadme(_ code: String) throws -> Bool {
        try String(contentsOf: Project.root.appending(path: "README.md"), encoding: .utf8).contains(code)
    }

    @Test func `does what the README shows`() throws {
        try TemporaryFolder.with { place in
            let folder = place.path
            let notebook = try Notebook.create("Birds.notebundle", in: folder, title: "Birds")
            try notebook.edit { draft in
                var note = NewItem(note: "A blue flash, then only the river.")
                note.title = "Kingfisher"
                return try draft.add(note)
            }
            #expect(try notebook.read(\.listing.items).map(\.title) == ["Kingfisher"])
            let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
            let shown = source.split(separator: "\n").drop { !$0.contains("try Notebook.create(") }.prefix(6)
            #expect(try Self.isInReadme(shown.map { $0.dropFirst(12) }.joined(separator: "\n")))
        }
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `archives a notebook and takes it out again`(format: ArchiveFormat) throws {
        try TemporaryFolder.with { place in
            let bundle = try NotebookDirectory.create("B.notebundle", in: place.path, title: "B")
            let picture = Attachment(name: "Vögel.png") {
                try $0(Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) }))
            }
            try bundle.edit { draft in
                let item = try draft.add(NewItem(.note, text: Array("Text".utf8)))
                return try draft.attach([picture], to: item)
            }
            let packed = try bundle.archive("b", in: place.path, as: format)
            let archive = NotebookArchive(place.path + "/b")
            #expect(try archive.open().fingerprint == packed.fingerprint)
            #expect(try RuleBook.findings(in: archive.inspect(collectsLinks: true)) == [])
            let other = place.appending(path: "other")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            let copy = try archive.unpack(into: other.path, as: nil).directory
            #expect(try copy.open().fingerprint == bundle.open().fingerprint)
            #expect(copy.path == other.path + "/B.notebundle")
        }
    }

    @Test func `gives the bytes of a file, changes an item, and seals what was changed outside`() throws {
        try TemporaryFolder.with { place in
            let bundle = try NotebookDirectory.create("B.notebundle", in: place.path, title: "B")
            let item = try bundle.edit { try $0.add(NewItem(.note, text: Array("One".utf8))) }.result
            var change = ItemChange()
            change.addedTags = [try #require(Tag("tag"))]
            #expect(try bundle.edit { try $0.edit(item.path, change) }.result)
            let file = URL(filePath: bundle.path + "/" + item.path.text)
            let text = try #require(try bundle.content(of: item.path))
            #expect(String(decoding: text, as: UTF8.self).hasSuffix("tags: [tag]\n---\n\nOne\n"))
            try Data(text + Array("Two\n".utf8)).write(to: file)
            #expect(try RuleBook.findings(in: bundle.inspect()).map(\.rule) == ["NB202"])
            let sealing = try bundle.seal()
            #expect(sealing.plan.changes.differences.map(\.path) == [item.path])
            #expect(try RuleBook.findings(in: bundle.inspect()) == [])
        }
    }

    @Test func `says what is wrong by errors`() throws {
        try TemporaryFolder.with { place in
            _ = try NotebookDirectory.create("B.notebundle", in: place.path, title: "B")
            #expect(throws: NotebookError.taken(place.path + "/B.notebundle")) {
                try NotebookDirectory.create("B.notebundle", in: place.path, title: "B")
            }
            for title in ["\u{7}", ""] {
                #expect(throws: NotebookError.notATitle(title)) {
                    try NotebookDirectory.create("C.notebundle", in: place.path, title: title)
                }
            }
            let notebook = try NotebookDirectory.create("D.notebundle", in: place.path, title: "D")
            #expect(throws: NotebookError.notATitle("")) {
                try notebook.edit { draft in
                    let item = try draft.add(NewItem(.note, text: "x"))
                    _ = try draft.rename(item, to: "")
                }
            }
        }
    }

    @Test func `takes the exact spelling of a title before a name that differs in letter case`() throws {
        try TemporaryFolder.with { place in
            let bundle = try NotebookDirectory.create("B.notebundle", in: place.path, title: "B")
            for title in ["hand", "HAND"] {
                try bundle.edit { draft in
                    var note = NewItem(.note)
                    note.title = title
                    return try draft.add(note)
                }
            }
            let notebook = try bundle.open()
            #expect(try notebook.item("hand").title == "hand")
            #expect(try notebook.item("HAND").title == "HAND")
            #expect(throws: NotebookError.ambiguousItem("Hand", ["notes/HAND 2.md", "notes/hand.md"])) {
                try notebook.item("Hand")
            }
        }
    }
}
