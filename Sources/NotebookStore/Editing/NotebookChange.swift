public import NotebookFormat
public import NotebookText

/// A change of a notebook by others, or its content when watching begins.
public struct NotebookChange: Sendable {
    /// The manifest after the change.
    public let notebook: Notebook
    /// The fingerprint of the notebook after the change.
    public var fingerprint: Digest { notebook.fingerprint }
    /// New files.
    public internal(set) var added: [BundlePath]
    /// Files whose content changed.
    public internal(set) var changed: [BundlePath]
    /// Deleted files.
    public internal(set) var removed: [BundlePath]

    init(from old: Manifest, to notebook: Notebook) {
        let new = notebook.manifest
        self.notebook = notebook
        added = new.entries.map(\.path).filter { old[$0] == nil }
        changed = new.entries.filter { entry in old[entry.path].map { $0.digest != entry.digest } ?? false }.map(\.path)
        removed = old.entries.map(\.path).filter { new[$0] == nil }
    }

    /// A change of listed files that the manifest does not show yet.
    init(_ notebook: Notebook, changed: [BundlePath], removed: [BundlePath]) {
        self.notebook = notebook
        self.added = []
        self.changed = changed
        self.removed = removed
    }

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
