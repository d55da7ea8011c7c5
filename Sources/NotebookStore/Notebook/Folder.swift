import Cores
public import NotebookFormat
import NotebookText

/// A snapshot of a folder of a notebook.
public struct Folder: Hashable, Identifiable, Sendable {
    /// The path; empty for the top level.
    public let path: FolderPath
    /// An icon, as text.
    package let icon: String?
    /// Its items, without those of its subfolders.
    public let items: [Item]
    /// Its subfolders, in their order.
    public let folders: [FolderPath]
    /// The path.
    public var id: FolderPath { path }
}

extension NotebookListing {
    /// All folders in the order of their paths, including empty ones and those that contain only folders.
    public var folders: [FolderPath] { folderIndex.value.paths }

    /// All folders in the order of display: after their parents, siblings by their own order, then by name.
    package var sortedFolders: [FolderPath] { folderIndex.value.sorted }

    /// The folders of the items, each with the indices of the items in it.
    package var itemRanges: [FolderPath: [Range<Int>]] { folderIndex.value.ranges }

    /// The folder at a path, with its content; `nil` if there is none.
    public func folder(at path: FolderPath) -> Folder? { folderIndex.value.folder(at: path) }

    /// A folder in the spelling that it has here.
    package func spelled(_ folder: FolderPath) -> FolderPath {
        folder == .root ? folder : folderIndex.value.spelled(folder) ?? folder
    }
}

/// The folders of a notebook, and what is in each of them.
struct FolderIndex: Sendable {
    /// All of them in the order of their paths.
    let paths: [FolderPath]
    /// All of them in the order of display.
    let sorted: [FolderPath]
    private let known: Set<FolderPath>
    private let spellings: [ComparisonKey: FolderPath]
    private let icons: [FolderPath: String]
    private let children: [FolderPath?: [FolderPath]]
    private let items: [Item]
    /// Which of the items are in a folder.
    let ranges: [FolderPath: [Range<Int>]]

    init(_ items: [Item], _ description: NotebookDescription) {
        (self.items, ranges) = (items, Item.ranges(of: items))
        var folders = Set(description.folders.map(\.path))
        folders.formUnion(ranges.keys)
        for folder in folders {
            var parent = folder.parent
            while let next = parent, next != .root, folders.insert(next).inserted { parent = next.parent }
        }
        folders.remove(.root)
        known = folders
        paths = folders.sorted()
        sorted = Self.sorted(paths, description)
        spellings = Dictionary(paths.map { ($0.key, $0) }) { first, _ in first }
        children = Dictionary(grouping: sorted, by: \.parent)
        icons = Dictionary(description.folders.compactMap { row in row.icon.map { (row.path, $0) } }) { first, _ in
            first
        }
    }

    /// A folder in the spelling that it has here; `nil` if there is none.
    func spelled(_ folder: FolderPath) -> FolderPath? { known.contains(folder) ? folder : spellings[folder.key] }

    func folder(at path: FolderPath) -> Folder? {
        guard let path = path == .root ? path : spelled(path) else { return nil }
        let own = (ranges[path] ?? []).flatMap { items[$0] }
        return Folder(path: path, icon: icons[path], items: own, folders: children[path] ?? [])
    }

    private static func sorted(_ folders: [FolderPath], _ description: NotebookDescription) -> [FolderPath] {
        let orders = Dictionary(description.folders.map { ($0.path.text, $0.order ?? .max) }) { first, _ in first }
        // The keys are made once for each folder, not for each comparison.
        let places = folders.map { folder in
            let names = folder.components
            return names.indices.map { index in
                FolderRank(
                    name: String(names[index]), order: orders[names[...index].joined(separator: "/")] ?? .max)
            }
        }
        return zip(folders, places).sorted { FolderRank.precedes($0.1, $1.1) }.map(\.0)
    }
}

/// The key that orders folders among their siblings: their own order, then their name.
private struct FolderRank {
    let name: String
    let order: Int
    private let key: NameKey

    init(name: String, order: Int) {
        self.name = name
        self.order = order
        key = NameKey(name)
    }

    static func precedes(_ one: [FolderRank], _ two: [FolderRank]) -> Bool {
        let common = zip(one, two).prefix { $0.name == $1.name }.count
        guard common < one.count, common < two.count else { return one.count < two.count }
        let (first, second) = (one[common], two[common])
        guard first.order == second.order else { return first.order < second.order }
        return first.key == second.key ? first.name < second.name : first.key < second.key
    }
}
