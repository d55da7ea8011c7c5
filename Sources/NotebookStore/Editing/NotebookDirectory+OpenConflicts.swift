import NotebookFiles
package import NotebookFormat

extension NotebookDirectory {
    /// Whether a file is in iCloud and not on this computer.
    package func isEvicted(_ path: BundlePath) -> Bool {
        (try? readFiles { try $0.status(DiskPath(evicted: path)) != nil && $0.status(DiskPath(path)) == nil }) ?? false
    }

    /// The conflict copies of `manifest.json` and `notebook.json`, and of attachments, by their names.
    package func conflictCopiesOfOtherFiles() throws -> [BundlePath] {
        let names = try readFiles { files in
            let blobs = DiskPath("blobs")
            let isThere = try files.status(blobs)?.kind == .directory
            let attachments = try isThere ? files.list(blobs).map { ("blobs/", $0) } : []
            return try files.list(.root).map { ("", $0) } + attachments
        }
        return names.filter { $0.1.kind == .file }
            .compactMap { try? BundlePath($0.0 + String(decoding: $0.1.name, as: UTF8.self)) }
            .filter { $0.parent == nil ? ConflictCopy.isOfOwnFile($0) : ConflictCopy.matches($0) }.sorted()
    }

    /// The conflicts of the notebook.
    ///
    /// In a large notebook, looks only into items that are changed, or that a merge or another program changed lately.
    ///
    /// - Parameter inspection: What is there.
    package func openConflicts(_ inspection: Inspection) throws -> [OpenConflict] {
        try readFiles { files in
            let store = Store(files, world)
            guard let notebook = try? Notebook(try tree(files)) else { return [] }
            var candidates: Set<BundlePath>?
            if notebook.items.count > Self.itemsToRead {
                let log = try store.historyLog(latest: Self.changesToRead)
                let records = log.records.filter { $0.note.merged != nil || !$0.note.outside.isEmpty }
                let changes = Changes(from: notebook.manifest, to: inspection.files).differences.map(\.path)
                candidates = Set(records.flatMap(\.files).map(\.path) + changes)
            }
            var draft = Draft(notebook, store: store, world: world, cache: notebookCache)
            return try draft.conflicts(among: candidates, files: inspection.files.map(\.path))
        }
    }

    private static var itemsToRead: Int { 1000 }
    private static var changesToRead: Int { 1000 }
}
