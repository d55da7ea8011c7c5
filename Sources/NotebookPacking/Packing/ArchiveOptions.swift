package import NotebookMerging

/// What goes into an archive, and how.
public struct ArchiveOptions: Sendable {
    /// The compression level, one of the format's; `nil` for its default.
    public var level: Int?
    /// The password that encrypts the contents; only for a zip.
    public var password: String?
    /// Whether to leave out the trash.
    public var leavesOutTrash = false
    /// Whether to include the reviews of cards (docs/Study.md).
    public var includesStudy = false
    /// Whether to include the history, so that changes can be undone after unpacking; needs the whole notebook.
    public var includesHistory = false
    /// The states that the notebook had, as the only file of a history; `nil` for none.
    package var lineage: Lineage?
    /// The part of the notebook to pack; `nil` for all of it.
    public var part: NotebookPart?

    /// The states that the notebook had, as the only file of the history; `nil` for none.
    public init() {}
}
