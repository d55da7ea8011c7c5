/// What goes into an archive, and how.
public struct ArchiveOptions: Sendable {
    /// The compression level, one of the format's; `nil` for its default.
    public var level: Int?
    /// Encrypts the contents; only for a zip.
    public var password: String?
    /// Whether to leave out the trash.
    public var leavesOutTrash = false
    /// Whether to include the reviews of cards (docs/Study.md).
    public var includesStudy = false
    /// The part of the notebook to pack; `nil` for all of it.
    public var part: NotebookPart?

    /// The whole notebook, with default settings.
    public init() {}
}
