import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

@testable import NotebookStore

struct `A notebook that is read again and again` {
    @Test func `is parsed again only if it has changed`() throws {
        let folder = try TemporaryFolder()
        let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
        func list() throws -> NotebookListing { try notebook.read(\.listing) }
        // A file that was written just now could change again without a mark of it.
        Thread.sleep(forTimeInterval: 0.05)
        let first = try list()
        #expect(try list().folderIndex === first.folderIndex)
        #expect(try notebook.recordingChanges(as: "x").read(\.listing).folderIndex === first.folderIndex)
        _ = try NotebookDirectory(notebook.path).edit { draft in
            var note = try NewItem(.note, text: "")
            note.title = "New"
            try draft.add(note)
        }
        #expect(try list().items.map(\.title) == ["New"])
        #expect(try list().folderIndex !== first.folderIndex)
    }

    @Test func `gives a tree of many folders in time that grows with their number`() throws {
        let notebook = try MemoryNotebook(title: "N")
        try notebook.edit { draft in
            try draft.describe { description in
                description.folders = try (0..<1_000).map { number in
                    NotebookDescription.FolderRow(path: try FolderPath("F\(number / 30)/G\(number)"))
                }
            }
        }
        let listing = try notebook.read(\.listing)
        var found: [FolderPath] = []
        let time = ProcessorTime.seconds {
            var open = [FolderPath.root]
            while let path = open.popLast() {
                let folders = listing.folder(at: path)?.folders ?? []
                found += folders
                open += folders
            }
        }
        #expect(Set(found) == Set(listing.folders) && found.count == 1_034)
        #expect(time < 5)
    }
}
