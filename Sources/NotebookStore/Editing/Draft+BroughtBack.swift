import NotebookFiles
public import NotebookFormat

/// A file of the trash that was gone, and came back from the history.
public struct BroughtBack: Hashable, Sendable {
    /// Where it is now.
    public let path: BundlePath
    /// Which change replaced this version; `nil` if it is the one that was deleted.
    public let beforeChange: Int?
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
        let same = listing.manifest.entries.filter { $0.digest == entry.digest && $0.path != entry.path }
        for other in same where try store.files.digest(of: DiskPath(other.path)) == entry.digest {
            return KeptVersions.Version(place: DiskPath(other.path), replacedBy: nil)
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
