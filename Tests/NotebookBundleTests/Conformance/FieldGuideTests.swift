import Foundation
import NotebookBundle
import NotebookCheck
import NotebookStore
import NotebookTestSupport
import TestSupport
import Testing

struct `The Field Guide` {
    static let bundle = NotebookDirectory(Project.samples.appending(path: "Field Guide.notebundle").path)

    @Test func `is valid without any finding`() throws {
        #expect(try RuleBook.findings(in: Self.bundle.inspect(collectsLinks: true)) == [])
    }

    @Test func `has the format's full breadth`() throws {
        let notebook = try Self.bundle.open()
        let types = Dictionary(grouping: notebook.manifest.entries, by: \.type).mapValues(\.count)
        #expect(types == [.notebook: 1, .note: 24, .card: 13, .blob: 6, .extra: 1])
        #expect(notebook.items.contains { $0.isPinned } && notebook.items.contains { !$0.tags.isEmpty })
        #expect(notebook.items.contains { $0.folder.components.count == 2 })
        #expect(notebook.items.contains { !$0.path.text.utf8.allSatisfy { $0 < 0x80 } })
        #expect(notebook.trash.count == 2)
        #expect(notebook.description.smartFolders.count == 5)
    }
}
