import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

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
            // It is not lost.
            if inspection.evicted.contains(entry.path) { continue }
            let fact = facts[entry.path]
            let isEmptied = fact?.size == 0
            if fact == nil, let uuid = entry.item?.uuid, uuids.contains(uuid) { continue }
            // What can be read of a damaged text is newer than a version that was replaced.
            let isExact = fact != nil && !isEmptied || entry.type == .blob
            if let fact, !isEmptied, !damaged.contains(entry.path) {
                guard case .unreadable? = fact.item, try !isText(fact) else { continue }
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
