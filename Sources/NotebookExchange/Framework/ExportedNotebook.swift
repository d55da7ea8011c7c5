package import NotebookStore
import NotebookFormat

/// A notebook of which items are exported.
package struct ExportedNotebook {
    /// Takes a file of an export: its path, and how its content is written.
    package typealias Writer =
        (_ path: String, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws -> Void

    private let notebook: Notebook
    let files: any FileTree

    /// A notebook and its files.
    package init(_ notebook: Notebook, _ files: any FileTree) {
        self.notebook = notebook
        self.files = files
    }

    var manifest: Manifest { notebook.manifest }

    /// Reads items, in the order of their paths.
    func read(_ items: [Item], _ body: (Item, _ bytes: [UInt8]) throws -> Void) throws {
        let byPath = Dictionary(items.map { ($0.path, $0) }) { first, _ in first }
        try files.readItems(Set(byPath.keys)) { path, bytes in
            if let item = byPath[path] { try body(item, bytes) }
        }
    }

    /// What is not exported of a notebook of which everything was meant.
    func leftBehind(_ items: [Item], _ written: Set<BundlePath>) -> [String] {
        items.count < notebook.items.count ? [] : notebook.leftBehind(besides: written)
    }

    /// What an export of some items says of their notebook: everything if these are all, else what decorates their folders
    /// and tags.
    func description(for items: [Item]) -> NotebookDescription {
        var description = notebook.description
        guard items.count < notebook.items.count else { return description }
        description.folders.removeAll { row in !items.contains { $0.folder.isInside(row.path) } }
        description.tags.removeAll { row in !items.contains { $0.hasTag(row.name) } }
        description.smartFolders = []
        return description
    }
}
