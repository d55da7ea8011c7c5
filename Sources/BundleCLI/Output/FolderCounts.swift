import NotebookBundle

/// The number of items in each folder and its subfolders.
///
/// Counts items by their folders first, and then visits the parents of each folder once.
struct FolderCounts {
    private var counts: [FolderPath: Int] = [:]

    init(_ items: [Item]) {
        for (folder, count) in Item.folders(of: items) {
            var folder: FolderPath? = folder
            while let next = folder {
                counts[next, default: 0] += count
                folder = next.parent
            }
        }
    }

    subscript(folder: FolderPath) -> Int { counts[folder] ?? 0 }
}
