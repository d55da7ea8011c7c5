import Foundation
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookStore
import NotebookPacking
import NotebookTestSupport
import TestSupport
import Testing

struct `What a search learns about files that others changed` {
    private static let changes: [(name: String, change: @Sendable (URL) throws -> Void)] = [
        ("nothing", { _ in }),
        ("longer", { try Data("A longer text\n".utf8).write(to: $0.appending(path: "notes/Note 1.md")) }),
        ("gone", { try FileManager.default.removeItem(at: $0.appending(path: "notes/Note 1.md")) }),
        ("new", { try Data("new".utf8).write(to: $0.appending(path: "notes/New.md")) }),
        (
            "moved",
            {
                try FileManager.default.moveItem(
                    at: $0.appending(path: "notes/Note 1.md"), to: $0.appending(path: "notes/Moved.md"))
            }
        ),
        ("trash", { try FileManager.default.removeItem(at: $0.appending(path: "trash")) }),
        ("description", { try Data("{}".utf8).write(to: $0.appending(path: "notebook.json")) }),
        ("left behind", { try Data("x".utf8).write(to: $0.appending(path: "notes/.DS_Store")) }),
    ]

    @Test(arguments: changes.indices, [false, true])
    func `is what a look at all files finds`(index: Int, isInTrash: Bool) throws {
        try TemporaryFolder.with { folder in
            let bundle = try NotebookDirectory.create("Read.notebundle", in: folder.path, title: "Read")
            try bundle.edit { draft in
                for number in 0..<4 {
                    var note = try NewItem(.note, text: Array("Text \(number)\n".utf8))
                    note.title = "Note \(number)"
                    _ = try draft.add(note)
                }
            }
            let last = try #require(bundle.open().items.last)
            try bundle.edit { draft in _ = try draft.moveToTrash([last]) }
            let listing = try bundle.open()
            try Self.changes[index].change(URL(filePath: bundle.path))
            try bundle.readTree { tree in
                var request = SearchRequest(try SearchQuery(["text"]))
                request.isInTrash = isInTrash
                let sizes = SizesRead()
                _ = try listing.search(request, tree, sizes: sizes)
                let count = FileCount(tree)
                let all = try DirectoryScan(tree, listing.manifest, count).unsealedCount()
                #expect(try sizes.look(tree, listing, count).unsealedCount() == all)
                let isChanged = !["nothing", "left behind"].contains(Self.changes[index].name)
                #expect(all == UnsealedCount() || isChanged)
            }
        }
    }
}
