public import NotebookFormat
import NotebookText

/// What restoring a deletion undid besides restoring its files.
public struct RevertedDeletion: Sendable {
    /// The items restored to their state before the deletion.
    public internal(set) var items: [BundlePath] = []
    /// The items that were changed after the deletion, and were left alone.
    public internal(set) var changedSince: [BundlePath] = []
}

/// What the deletions of a draft changed besides moving files, for their records.
struct DeletionEffects {
    /// Items that deletions changed, such as those that another item was merged into.
    var changed: [BatchName: Set<BundlePath>] = [:]
    /// Deletions whose links were redirected.
    var redirecting: Set<BatchName> = []
    /// Rows of `notebook.json` that were removed with folders.
    var folders: [BatchName: [NotebookDescription.FolderRow]] = [:]

    var batches: Set<BatchName> { redirecting.union(changed.keys).union(folders.keys) }
}

extension Draft {
    /// Writes the records of what deletions changed, once all changes are made.
    mutating func writeDeletionRecords() throws {
        for batch in effects.batches.sorted() {
            var record = DeletionRecord(folders: effects.folders[batch] ?? [])
            var paths = effects.changed[batch] ?? []
            if effects.redirecting.contains(batch) { paths.formUnion(keptLinks.changed) }
            for path in paths.sorted() {
                guard let after = writtenDigest(path), let copy = DeletionRecord.copy(of: path, in: batch),
                    let old = try original(path)
                else { continue }
                try write(try stage { try $0(old) }, at: copy)
                record.changes.append(.init(path: path, before: Digest.of(old), after: after))
            }
            let text = record.text
            try write(try stage { try $0(text) }, at: try DeletionRecord.path(in: batch))
        }
        effects = DeletionEffects()
    }

    /// Undoes what the deletions of restored items changed, unless it was changed again since.
    mutating func revert(_ restored: [(item: BundlePath, batch: BatchName)]) throws {
        for batch in Set(restored.map(\.batch)).sorted() {
            let path = try DeletionRecord.path(in: batch)
            guard entry(path) != nil, let bytes = try peek(path, limit: DeletionRecord.maximumBytes),
                let record = try? DeletionRecord(bytes)
            else { continue }
            let isWhole = !manifest.entries.contains { entry in
                TrashedPath(entry.path)?.batch == batch && !DeletionRecord.holds(entry.path)
            }
            revert(record.folders, isWhole ? nil : restored.filter { $0.batch == batch }.map(\.item))
            for change in record.changes { try revert(change, batch) }
            guard isWhole else { continue }
            try delete(path, ifStill: Digest.of(bytes))
            for change in record.changes {
                if let copy = DeletionRecord.copy(of: change.path, in: batch) {
                    try delete(copy, ifStill: change.before)
                }
            }
        }
    }

    private mutating func delete(_ path: BundlePath, ifStill digest: Digest) throws {
        guard entry(path)?.digest == digest else { return }
        see(path, digest)
        try delete(path)
    }

    private mutating func revert(_ rows: [NotebookDescription.FolderRow], _ restored: [BundlePath]?) {
        for row in rows where !description.folders.contains(where: { $0.path.key == row.path.key }) {
            let isMeant = restored?.contains { FolderPath(of: $0)?.isInside(row.path) ?? false } ?? true
            if isMeant { description.folders.append(row) }
        }
    }

    private mutating func revert(_ change: DeletionRecord.Change, _ batch: BatchName) throws {
        guard let copy = DeletionRecord.copy(of: change.path, in: batch),
            let old = try peek(copy, limit: ItemFile.maximumBytes), Digest.of(old) == change.before,
            let now = try peek(change.path, limit: ItemFile.maximumBytes)
        else { return }
        guard Digest.of(now) == change.after, let item = try? ItemFile(old) else {
            if Digest.of(now) != change.before { reverted.changedSince.append(change.path) }
            return
        }
        try write(item, at: change.path, insteadOf: change.after)
        reverted.items.append(change.path)
    }
}
