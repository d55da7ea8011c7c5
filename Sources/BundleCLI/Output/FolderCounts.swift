import NotebookBundle
import NotebookFormat

/// How many items are in each folder and in those below it.
///
/// Items are counted by the folder that holds them, and the folders above looked for once for each of these.
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
