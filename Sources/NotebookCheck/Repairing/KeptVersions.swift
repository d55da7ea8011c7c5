import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

/// The versions of files that the history of a notebook keeps.
struct KeptVersions {
    private let store: Store
    private let log: HistoryLog

    /// A version of a file.
    struct Version {
        /// Where its content is.
        let place: DiskPath
        /// The change that replaced it; `nil` for the listed version.
        let replacedBy: Int?

        /// Which version it is, in words.
        var words: String { replacedBy.map { "the version before change \($0)" } ?? "unchanged" }
    }

    init(_ store: Store) throws {
        self.store = store
        log = try store.historyLog()
    }

    /// The version with a digest; `nil` if it is not kept whole.
    func listed(_ digest: Digest) throws -> Version? {
        try isWhole(digest) ? Version(place: Store.kept(digest), replacedBy: nil) : nil
    }

    /// The latest version of the file at a path that is kept whole: the listed one if possible.
    func latest(of path: BundlePath, listed digest: Digest?) throws -> Version? {
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

extension Repairer {
    /// Puts back listed files that are gone or damaged, from the history.
    ///
    /// - Returns: Whether there was one.
    mutating func restoreFromHistory(_ inspection: Inspection, _ versions: KeptVersions) throws -> Bool {
        let facts = Dictionary(inspection.files.map { ($0.path, $0) }) { first, _ in first }
        let held = Set(inspection.files.map(\.digest))
        let uuids = Set(inspection.files.compactMap { $0.item?.readable?.metadata.uuid })
        let damaged = Set(inspection.blobOrigins.damaged)
        var hasRestored = false
        for entry in inspection.knownEntries where entry.path != .notebook && !held.contains(entry.digest) {
            let fact = facts[entry.path]
            let isEmptied = fact?.size == 0
            if fact == nil, let uuid = entry.item?.uuid, uuids.contains(uuid) { continue }
            // What can be read of a damaged text is newer than a version that was replaced.
            let isExact = fact != nil && !isEmptied || entry.type == .blob
            if let fact, !isEmptied, !damaged.contains(entry.path) {
                guard case .unreadable? = fact.item else { continue }
            }
            let version =
                isExact
                ? try versions.listed(entry.digest) : try versions.latest(of: entry.path, listed: entry.digest)
            guard let version else { continue }
            try putBack(version, at: entry.path, replacing: fact)
            hasRestored = true
        }
        return hasRestored
    }
}
