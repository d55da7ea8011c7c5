package import NotebookFiles
public import NotebookFormat
package import NotebookText

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
        for entry in manifest.entries(below: .trash) {
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

/// A file of the trash that was gone, and came back from the history.
package struct BroughtBack: Hashable, Sendable {
    /// Where it is now.
    package let path: BundlePath
    /// Which change replaced this version; `nil` if it is the one that was deleted.
    package let beforeChange: Int?
}

extension Draft {
    /// Stages a file of the trash that is gone: the listed content, from another file or from the history, or else the
    /// latest version that the history has.
    ///
    /// - Parameter target: Where it will be restored.
    /// - Returns: Whether it was gone.
    /// - Throws: `NotebookError.goneForGood`.
    mutating func bringBack(_ path: BundlePath, for target: BundlePath) throws -> Bool {
        guard let entry = entry(path), !written(at: path), try store.files.status(DiskPath(path)) == nil else {
            return false
        }
        if try store.files.status(DiskPath(evicted: path)) != nil {
            throw NotebookError.inCloud(listing.name, path, 1)
        }
        guard let version = try keptVersion(of: entry) else { throw NotebookError.goneForGood(path) }
        let files = store.files
        let staged = try stage { write in try files.stream(version.place, write) }
        if entry.type.isItem {
            try write(try Self.item(files.content(of: version.place, limit: ItemFile.maximumBytes), path), at: path)
        } else {
            try write(staged, at: path)
        }
        broughtBack.append(BroughtBack(path: target, beforeChange: version.replacedBy))
        return true
    }

    private func keptVersion(of entry: Entry) throws -> KeptVersions.Version? {
        let entries = listing.manifest.entries
        let same = entries.indices.filter { entries.digest(at: $0) == entry.digest }.map(entries.path(at:))
        for path in same where try path != entry.path && store.files.digest(of: DiskPath(path)) == entry.digest {
            return KeptVersions.Version(place: DiskPath(path), replacedBy: nil)
        }
        let versions = try KeptVersions(store)
        if let version = try versions.listed(entry.digest) { return version }
        // Another attachment with this name is none of its versions.
        guard entry.type != .blob else { return nil }
        for path in [entry.path, TrashedPath(entry.path)?.oldPath].compactMap(\.self) {
            guard let version = try versions.latest(of: path, listed: nil) else { continue }
            guard entry.type.isItem else { return version }
            let bytes = try store.files.content(of: version.place, limit: ItemFile.maximumBytes)
            if let uuid = (try? ItemFile(bytes))?.metadata.uuid, uuid == entry.item?.uuid { return version }
        }
        return nil
    }
}

/// The versions of files that the history of a notebook keeps.
package struct KeptVersions {
    private let store: Store
    private let log: HistoryLog

    /// A version of a file.
    package struct Version {
        /// Where its content is.
        package let place: DiskPath
        /// The change that replaced it; `nil` for the listed version.
        package let replacedBy: Int?

        init(place: DiskPath, replacedBy: Int?) { (self.place, self.replacedBy) = (place, replacedBy) }

        /// Which version it is, in words.
        package var words: String { replacedBy.map { "the version before change \($0)" } ?? "unchanged" }
    }

    package init(_ store: Store) throws {
        self.store = store
        log = try store.historyLog()
    }

    /// The version with a digest; `nil` if it is not kept whole.
    package func listed(_ digest: Digest) throws -> Version? {
        try isWhole(digest) ? Version(place: Store.kept(digest), replacedBy: nil) : nil
    }

    /// The latest version of the file at a path that is kept whole: the listed one if possible.
    package func latest(of path: BundlePath, listed digest: Digest?) throws -> Version? {
        if let digest, let version = try listed(digest) { return version }
        for (record, place) in log.changes(of: path) {
            let origin = record.origin(of: place) ?? place
            let change = record.files.first { $0.path == place }
            let before = record.files.first { $0.path == origin }?.before
            for candidate in [change?.after, before].compactMap(\.self) where try isWhole(candidate) {
                return Version(place: Store.kept(candidate), replacedBy: record.number)
            }
        }
        return nil
    }

    private func isWhole(_ digest: Digest) throws -> Bool {
        guard try store.keepsContent(digest) else { return false }
        return try store.files.digest(of: Store.kept(digest)) == digest
    }
}
