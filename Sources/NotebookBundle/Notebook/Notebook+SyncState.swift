public import NotebookStore

/// Whether an item is here, and in one version.
public enum SyncState: Hashable, Sendable {
    /// It is in iCloud, and not on this computer.
    case inCloud
    /// There are two versions of it, which somebody has to merge; see `Draft.conflicts()`.
    case inConflict
}

extension Notebook {
    /// The items that are not here, or not in one version; none for most notebooks.
    ///
    /// Blocks until all items are read.
    ///
    /// - Throws: an error if files cannot be read, or if the notebook is in an archive or a backend.
    public func syncStates() throws -> [Item.ID: SyncState] {
        let bundle = try bundle
        let conflicts = try bundle.preview { try $0.conflicts() }.result
        let places = Dictionary(try read(\.listing.items).map { ($0.path, $0.id) }) { first, _ in first }
        var states: [Item.ID: SyncState] = [:]
        for path in conflicts.compactMap(\.item) { if let id = places[path] { states[id] = .inConflict } }
        for path in try bundle.inspectChanges().evicted { if let id = places[path] { states[id] = .inCloud } }
        return states
    }
}
