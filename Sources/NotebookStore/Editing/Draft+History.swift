import NotebookFiles
package import NotebookFormat
package import NotebookText

/// What a draft records in the history besides its files.
package struct DraftHistory {
    /// The number of the change that it undoes; `nil` if it does not undo a change.
    package var undoes: Int?
    /// The files that return to the paths that they had before the change that it undoes.
    package var movedBack: [ChangeNote.Move] = []
    /// The fingerprint of the copy that it merges; `nil` if it is not a merge.
    package var merged: Digest?
    /// What that copy is called in messages.
    package var source: String?
    /// The contents that it destroys, unless another file has the same content.
    var destroyed: Set<Digest> = []
}

extension Draft {
    /// The paths that moved files had before, by their new ones.
    var movedPaths: [BundlePath: BundlePath] {
        moved.pathsBefore.merging(history.movedBack.map { ($0.to, $0.from) }) { old, _ in old }
            .filter { new, old in new != old && written[new] != nil && deleted[old] != nil }
    }

    /// What the history records about this change; `nil` if it keeps nothing of it.
    func changeNote(_ after: Manifest) -> ChangeNote? {
        // Reads the digests of all entries (there may be 100,000) only if something was destroyed.
        let destroyed =
            history.destroyed.isEmpty ? [] : history.destroyed.subtracting(after.entries.map(\.digest))
        guard store.history != nil || !destroyed.isEmpty else { return nil }
        let known = written.files.mapValues(\.replaces).merging(deleted) { _, digest in digest }
        let outside = known.compactMap { path, found in
            ChangeNote.ExternalChange(path, listing.manifest[path], found)
        }
        let moves = movedPaths
        return ChangeNote(
            time: environment.now(), verb: environment.verb, undoes: history.undoes, merged: history.merged,
            source: history.source, outside: outside.sorted { $0.path < $1.path },
            moved: moves.map { ChangeNote.Move(from: $0.value, to: $0.key) }.sorted { $0.to < $1.to },
            destroyed: destroyed.sorted { $0.description < $1.description })
    }
}

/// The reversal of an edit: the changed files as they were before.
///
/// It keeps the bytes of changed and deleted files in memory; for moved files it keeps the path.
public struct EditReversal: Sendable {
    /// A file that the edit wrote or deleted.
    package struct Change: Sendable {
        /// Its path.
        package let path: BundlePath
        /// Its digest after the edit; `nil` if it is gone.
        let after: Digest?
        let before: Before

        package init(path: BundlePath, after: Digest?, before: Before) {
            (self.path, self.after, self.before) = (path, after, before)
        }
    }

    /// The state of a file before the edit.
    package enum Before: Sendable {
        case nothing
        case content([UInt8])
        /// A content that the caller has.
        case stored(Digest)
        /// It was the same file at another path.
        case elsewhere(BundlePath)
    }

    let changes: [Change]

    /// Whether there is nothing to undo.
    public var isEmpty: Bool { changes.isEmpty }
}

extension Draft {
    /// The reversal of this draft, including all follow-up changes.
    func reversal() throws -> EditReversal {
        var changes: [EditReversal.Change] = []
        var moved = Dictionary(
            deletedPaths.compactMap { path in deletedDigest(path).map { ($0, path) } }
        ) { first, _ in first }
        var gone = Set(deletedPaths)
        for path in writtenPaths {
            let digest = writtenDigest(path)
            let before: EditReversal.Before
            if let bytes = try original(path, besides: gone) {
                before = .content(bytes)
            } else if let digest, let old = moved.removeValue(forKey: digest) {
                before = .elsewhere(old)
                gone.remove(old)
            } else {
                before = .nothing
            }
            changes.append(.init(path: path, after: digest, before: before))
        }
        for path in gone.sorted() {
            let bytes = try original(path, besides: [])
            changes.append(.init(path: path, after: nil, before: bytes.map { .content($0) } ?? .nothing))
        }
        return EditReversal(changes: changes)
    }

    /// The bytes that a file had; where letter case is ignored, a file whose name differs in case does not count.
    private func original(_ path: BundlePath, besides gone: Set<BundlePath>) throws -> [UInt8]? {
        guard listing.manifest[path] != nil || !gone.contains(where: { $0.key == path.key }) else { return nil }
        return try originalBytes(path)
    }

    /// Restores files to their state before an edit.
    package mutating func revert(_ reversal: EditReversal) throws {
        restoresExactly = true
        for change in reversal.changes where try digestOnDisk(change.path) != change.after {
            throw NotebookError.changedSince(change.path)
        }
        try putBack(reversal.changes) { _, _, _ in }
    }

    /// Puts files back as they were: first those that only moved, then the others.
    ///
    /// - Parameter restore: Restores a file from a content that the caller has.
    package mutating func putBack(
        _ changes: [EditReversal.Change],
        restoring restore: (_ draft: inout Draft, _ path: BundlePath, _ digest: Digest) throws -> Void
    ) throws {
        for change in changes {
            guard case .elsewhere(let old) = change.before else { continue }
            guard try digestOnDisk(old) == nil else { throw NotebookError.changedSince(old) }
            try moveBytes(change.path, to: old)
        }
        for change in changes {
            switch change.before {
            case .elsewhere: break
            case .nothing: try delete(change.path)
            case .content(let bytes): try self.restore(bytes, at: change.path)
            case .stored(let digest): try restore(&self, change.path, digest)
            }
        }
    }

    private mutating func restore(_ bytes: [UInt8], at path: BundlePath) throws {
        if path == .notebook {
            try restoreDescription(bytes)
        } else if FileType(of: path)?.isItem == true {
            try write(try Self.item(bytes, path), at: path)
        } else {
            try write(try stage(expecting: bytes.count) { write in try write(bytes) }, at: path)
        }
    }
}

/// What restoring a deletion undid besides restoring its files.
package struct RevertedDeletion: Sendable {
    /// The items restored to their state before the deletion.
    package internal(set) var items: [BundlePath] = []
    /// The items that were changed after the deletion, and were left alone.
    package internal(set) var changedSince: [BundlePath] = []
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
            try revert(record.changes, batch)
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

    /// Restores the items that a deletion changed, but for those that were changed since.
    private mutating func revert(_ changes: [DeletionRecord.Change], _ batch: BatchName) throws {
        var items: [BundlePath: (item: ItemFile, after: Digest)] = [:]
        var past: [EditReversal.Change] = []
        for change in changes {
            guard let copy = DeletionRecord.copy(of: change.path, in: batch),
                let old = try peek(copy, limit: ItemFile.maximumBytes), Digest.of(old) == change.before,
                let now = try peek(change.path, limit: ItemFile.maximumBytes)
            else { continue }
            guard Digest.of(now) == change.after, let item = try? ItemFile(old) else {
                if Digest.of(now) != change.before { reverted.changedSince.append(change.path) }
                continue
            }
            items[change.path] = (item, change.after)
            past.append(.init(path: change.path, after: change.after, before: .stored(change.before)))
        }
        try putBack(past) { draft, path, _ in
            guard let (item, after) = items[path] else { return }
            try draft.write(item, at: path, insteadOf: after)
            draft.reverted.items.append(path)
        }
    }
}
