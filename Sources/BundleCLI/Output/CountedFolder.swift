import NotebookBundle

/// A folder with the number of its items, in an answer.
struct CountedFolder: Encodable {
    let path: String
    /// The number of items in it, at any depth.
    let items: Int
    let icon: String?
}

extension CountedFolder {
    /// The folders of a notebook, down to a number of levels.
    static func rows(_ notebook: NotebookListing, depth: Int? = nil) -> [CountedFolder] {
        let inFolder = FolderCounts(notebook.items)
        let icons = Dictionary(notebook.description.folders.map { ($0.path, $0.icon) }) { first, _ in first }
        return notebook.sortedFolders.filter { $0.components.count <= depth ?? .max }.map {
            CountedFolder(path: $0.text, items: inFolder[$0], icon: icons[$0] ?? nil)
        }
    }
}
