import NotebookBundle

/// A tree of folders with their items; items at the root come last.
struct FolderTree {
    private let folders: [FolderPath]
    private let items: [FolderPath: [Item]]
    private let root: FolderPath
    private let title: String
    private let rows: [FolderPath: NotebookDescription.FolderRow]

    private let depth: Int?
    private let counts: FolderCounts

    /// The tree of a folder.
    ///
    /// - Parameters:
    ///   - depth: How many levels of folders to expand.
    ///   - counted: The items to count, if they are more than those shown.
    init(
        _ notebook: NotebookListing, _ items: [Item], _ root: FolderPath, depth: Int? = nil,
        counts counted: [Item]? = nil
    ) {
        self.items = Dictionary(grouping: items, by: \.folder)
        self.root = root
        self.depth = depth
        counts = FolderCounts(counted ?? items)
        title = root == .root ? notebook.description.title : root.text
        rows = Dictionary(notebook.description.folders.map { ($0.path, $0) }) { first, _ in first }
        folders = notebook.sortedFolders
    }

    func lines(_ style: Style) -> [String] {
        [style(PrintableText.escaped(title), .bold)] + lines(root, "", style)
    }

    private func lines(_ folder: FolderPath, _ indent: String, _ style: Style) -> [String] {
        let children = folders.filter { $0.parent == folder }
        let here = items[folder] ?? []
        var lines: [String] = []
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1 && here.isEmpty
            let icon = rows[child]?.icon.map { PrintableText.escaped($0) + " " } ?? ""
            lines.append(
                indent + (isLast ? "└── " : "├── ") + icon
                    + style(PrintableText.escaped(child.name) + "/", .blue)
                    + style("  \(counts[child])", .dim))
            if let depth, child.components.count - root.components.count >= depth { continue }
            lines += self.lines(child, indent + (isLast ? "    " : "│   "), style)
        }
        for (index, item) in here.enumerated() {
            let mark = item.isPinned ? "* " : ""
            let type = item.type == .card ? style("  (card)", .dim) : ""
            lines.append(
                indent + (index == here.count - 1 ? "└── " : "├── ") + mark + PrintableText.escaped(item.title) + type)
        }
        return lines
    }
}
