import NotebookFiles
public import NotebookFormat

extension Draft {
    /// Moves items to the trash, as one batch; those that are there by now stay there.
    ///
    /// - Throws: `NotebookError.gone`, or `StoreError` if files cannot be moved.
    public mutating func moveToTrash(_ items: [Item]) throws -> BatchName {
        mayUseReservedSpace = true
        let batch = environment.newBatch()
        for item in try items.map({ try found($0) }) {
            guard let target = try TrashedPath(of: item.path, in: batch)?.path() else { continue }
            // Files in the trash keep their bytes, whatever their content.
            try moveBytes(item.path, to: target)
        }
        return batch
    }

    /// Restores items from the trash, to their old folders or to another folder; those that are not there any more stay
    /// where they are.
    ///
    /// Undoes what else their deletion changed, unless it was changed again since; see `reverted`.
    ///
    /// One whose file is gone comes back from the history, as far as that has it; see `broughtBack`.
    ///
    /// - Throws: `NotebookError.goneForGood`, or `StoreError` if files cannot be moved.
    public mutating func restore(_ items: [Item], to folder: FolderPath? = nil) throws -> [Item] {
        var restored: [Item] = []
        let items = try items.map { try found($0) }
        for item in items {
            guard item.batch != nil else {
                restored.append(item)
                continue
            }
            let target = try freePath(
                stem: item.livePath.stem, type: item.type, in: try self.folder((folder ?? item.folder).text))
            let isBack = try bringBack(item.path, for: target)
            defer { if isBack { forget(item.path) } }
            if FolderPath(of: target) == item.folder, FileType(of: target) == item.type {
                try moveBytes(item.path, to: target)
                restored.append(try shown(target))
            } else {
                restored.append(try relocate(item, to: target))
            }
        }
        try revert(
            zip(items, restored).compactMap { old, new in old.batch.map { (item: new.path, batch: $0) } })
        return restored
    }

    /// Deletes items, or files in the trash, permanently, and what the history keeps of them.
    ///
    /// - Throws: an error if files cannot be read.
    public mutating func destroy(_ paths: [BundlePath]) throws {
        mayUseReservedSpace = true
        history.destroyed.formUnion(try store.historyLog().contents(of: paths))
        for path in paths {
            if let digest = entry(path)?.digest { history.destroyed.insert(digest) }
            try delete(path)
            if let digest = deletedDigest(path) { history.destroyed.insert(digest) }
        }
    }
}

extension NotebookListing {
    /// The deletions in the trash, the latest first, with the files of each in the order of their paths.
    public var trash: [(batch: BatchName, entries: [Entry])] {
        var batches: [BatchName: [Entry]] = [:]
        for entry in manifest.entries {
            if let trashed = TrashedPath(entry.path) { batches[trashed.batch, default: []].append(entry) }
        }
        return batches.sorted { $0.key > $1.key }.map { (batch: $0.key, entries: $0.value) }
    }
}

extension Draft {
    /// Restores a file from the trash that is not an item; it stays there if its old path is in use.
    ///
    /// - Throws: `NotebookError.goneForGood` or `.taken`, or `StoreError` if the file cannot be moved.
    public mutating func restoreFile(_ trashed: Entry) throws {
        guard let old = TrashedPath(trashed.path)?.oldPath, entry(old) == nil else { return }
        let isBack = try bringBack(trashed.path, for: old)
        try moveBytes(trashed.path, to: old)
        if isBack { forget(trashed.path) }
    }
}
