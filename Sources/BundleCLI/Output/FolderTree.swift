import NotebookBundle

/// A tree of folders with their items; items at the root come last.
struct FolderTree {
    private let children: [FolderPath: [FolderPath]]
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
        counts = FolderCounts(Item.ranges(of: counted ?? items))
        title = root == .root ? notebook.description.title : root.text
        rows = Dictionary(notebook.description.folders.map { ($0.path, $0) }) { first, _ in first }
        children = Dictionary(grouping: notebook.sortedFolders.filter { $0 != .root }) { $0.parent ?? .root }
    }

    func lines(_ style: Style) -> [String] {
        [style(PrintableText.escaped(title), .bold)] + lines(root, "", style)
    }

    private func lines(_ folder: FolderPath, _ indent: String, _ style: Style) -> [String] {
        let children = children[folder] ?? []
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
                indent + (index == here.count - 1 ? "└── " : "├── ") + mark + PrintableText.escaped(item.shownTitle)
                    + type)
        }
        return lines
    }
}

/// The number of items in each folder and its subfolders.
///
/// Counts items by their folders first, and then visits the parents of each folder once.
struct FolderCounts {
    private var counts: [FolderPath: Int] = [:]

    /// Counts the items of folders, of which the ranges are known.
    init(_ ranges: [FolderPath: [Range<Int>]]) {
        for (folder, ranges) in ranges {
            let count = ranges.reduce(0) { $0 + $1.count }
            var folder: FolderPath? = folder
            while let next = folder {
                counts[next, default: 0] += count
                folder = next.parent
            }
        }
    }

    subscript(folder: FolderPath) -> Int { counts[folder] ?? 0 }
}

/// A folder with the number of its items, in an answer.
struct CountedFolder: JSONRow {
    let path: String
    /// The number of items in it, at any depth.
    let items: Int
    let icon: String?
}

extension CountedFolder {
    /// The folders of a notebook, down to a number of levels.
    static func rows(_ notebook: NotebookListing, depth: Int? = nil) -> [CountedFolder] {
        let inFolder = FolderCounts(notebook.itemRanges)
        let icons = Dictionary(notebook.description.folders.map { ($0.path, $0.icon) }) { first, _ in first }
        return notebook.sortedFolders.filter { $0.components.count <= depth ?? .max }.map {
            CountedFolder(path: $0.text, items: inFolder[$0], icon: icons[$0] ?? nil)
        }
    }
}

/// A tag with the number of its items, in an answer.
struct TagUseRow: JSONRow {
    let name: String
    let items: Int
    let color: String?
}

extension TagUseRow {
    init(_ use: TagUse) { self.init(name: use.name, items: use.items, color: use.color) }
}

/// A notebook in an answer.
struct NotebookRow: JSONRow {
    let path: String
    let uuid: String
    let title: String
    let created: String
    let fingerprint: String
}

extension NotebookRow {
    init(_ notebook: NotebookListing) {
        self.init(
            path: notebook.name, uuid: notebook.description.uuid.description, title: notebook.description.title,
            created: notebook.description.created.description, fingerprint: notebook.fingerprint.description)
    }
}
