package import NotebookFiles
import NotebookFormat
import Synchronization

/// What a pass that reads items learns about their sizes.
package final class SizesRead: Sendable {
    private let listed = Atomic(0)

    /// A pass that has not begun.
    package init() {}

    func note(_ size: Int, of item: Item) {
        if size == item.size, !item.isInTrash { listed.add(1, ordering: .relaxed) }
    }

    /// Begins to look at the files of a notebook after a pass: only at those that it has not read, if all that it has read
    /// are as large as they are listed.
    package func look(_ tree: DirectoryTree, _ notebook: NotebookListing, _ count: FileCount) -> DirectoryScan {
        let items = notebook.items.count
        guard listed.load(ordering: .sequentiallyConsistent) == items else {
            return DirectoryScan(tree, notebook.manifest, count)
        }
        let entries = notebook.manifest.entries
        let others =
            notebook.trashedItems.map(\.entry)
            + entries.indices.filter { !entries.type(at: $0).isItem }.map { entries[$0] }
        return DirectoryScan(tree, Manifest(others), count, besides: items)
    }
}
