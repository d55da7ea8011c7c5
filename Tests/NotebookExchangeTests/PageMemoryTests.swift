import Foundation
import NotebookBundle
import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import TestSupport
import Testing

/// A page that is written after another one of the same notebook, as `view` does after each change.
struct `A later page` {
    private static let picture = String(repeating: "picture", count: 2_000)
    private static let files = [
        "A.md": "---\ntitle: A\n---\nText ![[big.png]] [[B#Two]] [[C]]\n",
        "B.md": "# One\n\n## Two\n\n![[big.png]] #tag\n",
        "sub/C.md": "C first\n\n[a](../A.md) ![[big.png]]\n", "big.png": picture,
    ]

    @Test func `is the same as one that is written anew, whatever has changed`() throws {
        try TemporaryFolder.with { folder in
            try `An export for Obsidian`.write(Self.files, below: folder.appending(path: "source"))
            let notebook = try NotebookDirectory.create(
                "A.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "source").path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            let memory = PageMemory()
            func page(_ memory: PageMemory?) throws -> [UInt8] {
                var html: [UInt8] = []
                _ = try notebook.writePage(3, memory) { html += $0 }
                return html
            }
            func expectSame(_ name: String) throws {
                let later = try page(memory)
                #expect(later == (try page(nil)), "\(name)")
                #expect(later == (try page(memory)), "\(name), again")
            }
            try expectSame("first")
            func item(_ draft: borrowing Draft, _ path: String) throws -> Item { try draft.shown(BundlePath(path)) }
            let changes: [(String, (inout Draft) throws -> Void)] = [
                ("text", { _ = try $0.edit(item($0, "notes/A.md"), ItemChange(text: "Other [[B#Two]]\n")) }),
                ("heading", { _ = try $0.edit(item($0, "notes/B.md"), ItemChange(text: "# Two\n\n![[big.png]]\n")) }),
                ("title", { _ = try $0.rename(item($0, "notes/A.md"), to: "D") }),
                ("folder", { _ = try $0.move(item($0, "notes/D.md"), to: FolderPath("sub")) }),
                ("deletion", { _ = try $0.moveToTrash([item($0, "notes/B.md")]) }),
                ("setting", { try $0.describe { $0.settings.keepsLineBreaks = true } }),
            ]
            for (name, change) in changes {
                _ = try notebook.edit { try change(&$0) }
                try expectSame(name)
            }
        }
    }
}
