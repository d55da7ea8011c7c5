public import NotebookFormat

/// What others did to a notebook, or what is in it when watching begins.
public struct NotebookChange: Sendable {
    /// The notebook after the change, as it is listed.
    public let notebook: Notebook
    /// The fingerprint of the notebook after the change, as it is listed.
    public var fingerprint: Digest { notebook.fingerprint }
    /// Files that are new.
    public internal(set) var added: [BundlePath]
    /// Files whose content is another one.
    public internal(set) var changed: [BundlePath]
    /// Files that are gone.
    public internal(set) var removed: [BundlePath]

    init(from old: Manifest, to notebook: Notebook) {
        let new = notebook.manifest
        self.notebook = notebook
        added = new.entries.map(\.path).filter { old[$0] == nil }
        changed = new.entries.filter { entry in old[entry.path].map { $0.digest != entry.digest } ?? false }.map(\.path)
        removed = old.entries.map(\.path).filter { new[$0] == nil }
    }

    /// A change of listed files that no list tells of yet.
    init(_ notebook: Notebook, changed: [BundlePath], removed: [BundlePath]) {
        self.notebook = notebook
        self.added = []
        self.changed = changed
        self.removed = removed
    }

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
