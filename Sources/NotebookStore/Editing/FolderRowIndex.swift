import NotebookFormat
import NotebookText
import Synchronization

/// The folders that the rows of a description name, and those above them, while a draft adds many.
final class FolderRowIndex: Sendable {
    private struct Rows {
        var paths: Set<FolderPath> = []
        var spellings: [ComparisonKey: FolderPath] = [:]

        mutating func add(_ row: FolderPath) {
            var next: FolderPath? = row
            while let path = next, path != .root, paths.insert(path).inserted {
                spellings[path.key] = spellings[path.key].map { min($0, path) } ?? path
                next = path.parent
            }
        }
    }

    private let rows = Mutex<Rows?>(nil)

    private func read<Result: Sendable>(
        _ description: NotebookDescription, _ body: (borrowing Rows) -> Result
    ) -> Result {
        rows.withLock { rows in
            var known = rows ?? Rows()
            if rows == nil { for row in description.folders { known.add(row.path) } }
            let result = body(known)
            rows = known
            return result
        }
    }

    /// Whether a row names a folder, or one in it.
    func contains(_ folder: FolderPath, in description: NotebookDescription) -> Bool {
        read(description) { $0.paths.contains(folder) }
    }

    /// The spelling of a folder in the rows.
    func spelling(of folder: FolderPath, in description: NotebookDescription) -> FolderPath? {
        read(description) { $0.spellings[folder.key] }
    }

    /// Forgets everything, since rows may have changed.
    func forget() { rows.withLock { $0 = nil } }

    /// Lets `body` add a row.
    func adding(_ row: FolderPath, _ body: () -> Void) {
        let known = rows.withLock { rows in
            defer { rows = nil }
            return rows
        }
        body()
        guard var known else { return }
        known.add(row)
        let added = known
        rows.withLock { $0 = added }
    }
}
