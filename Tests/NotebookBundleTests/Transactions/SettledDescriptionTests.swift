import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

/// A `notebook.json` that git could not merge is settled by row where nobody has to choose.
struct `A description with conflict markers` {
    private static func marked(_ folder: URL, _ rows: (mine: String, theirs: String)) throws -> NotebookDirectory {
        let bundle = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
        let file = URL(filePath: bundle.path).appending(path: "notebook.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let row = #"    {"name": "Pinned", "predicate": "pinned == true"}"#
        try #require(text.contains(row))
        let both = "<<<<<<< HEAD\n\(rows.mine)\n=======\n\(rows.theirs)\n>>>>>>> other"
        try text.replacing(row, with: both).write(to: file, atomically: true, encoding: .utf8)
        return bundle
    }

    private static func row(_ name: String, _ query: String = "pinned == true") -> String {
        #"    {"name": "\#(name)", "predicate": "\#(query)"}"#
    }

    @Test func `is sealed with the rows of both`() throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.marked(
                folder, (Self.row("Pinned") + ",\n" + Self.row("One"), Self.row("Pinned") + ",\n" + Self.row("Two")))
            let sealing = try bundle.seal()
            #expect(sealing.settled.map(\.text) == ["notebook.json"])
            let names = try bundle.open().description.smartFolders.map(\.name)
            #expect(names.sorted() == ["One", "Pinned", "This Week", "Today", "Two"])
        }
    }

    @Test func `is refused where both changed a value`() throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.marked(folder, (Self.row("Pinned", "pinned"), Self.row("Pinned", "not pinned")))
            #expect(throws: SealRefusal.self) { try bundle.seal() }
        }
    }
}
