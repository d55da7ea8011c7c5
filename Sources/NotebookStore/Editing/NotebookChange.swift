public import NotebookFormat
public import NotebookText

/// A change of a notebook by others, or its content when watching begins.
public struct NotebookChange: Sendable {
    /// The manifest after the change.
    public let listing: NotebookListing
    /// The fingerprint of the notebook after the change.
    public var fingerprint: Digest { listing.fingerprint }
    /// New files.
    public internal(set) var added: [BundlePath]
    /// Files whose content changed.
    public internal(set) var changed: [BundlePath]
    /// Deleted files.
    public internal(set) var removed: [BundlePath]

    init(from old: Manifest, to listing: NotebookListing) {
        let new = listing.manifest
        self.listing = listing
        added = new.entries.map(\.path).filter { old[$0] == nil }
        changed = new.entries.filter { entry in old[entry.path].map { $0.digest != entry.digest } ?? false }.map(\.path)
        removed = old.entries.map(\.path).filter { new[$0] == nil }
    }

    /// A change of listed files that the manifest does not show yet.
    init(_ listing: NotebookListing, changed: [BundlePath], removed: [BundlePath]) {
        self.listing = listing
        self.added = []
        self.changed = changed
        self.removed = removed
    }

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
