/// What goes into an archive, and how.
public struct ArchiveOptions: Sendable {
    /// How hard to compress, one of the levels of the format; `nil` for its default.
    public var level: Int?
    /// Encrypts the contents, which only a zip can.
    public var password: String?
    /// Whether the trash is left out.
    public var leavesOutTrash = false
    /// The part of the notebook that is meant; `nil` for all of it.
    public var part: NotebookPart?

    /// All of the notebook, as archives are by default.
    public init() {}
}
