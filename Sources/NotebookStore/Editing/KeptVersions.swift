package import NotebookFiles
package import NotebookFormat
package import NotebookText

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
