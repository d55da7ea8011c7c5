public import NotebookText

/// The values that an item states; missing ones have defaults that depend on the notebook (Format, clause 7.3).
public struct ItemMetadata: Hashable, Sendable {
    /// The uuid; `nil` until the item is sealed.
    public var uuid: UniqueIdentifier?
    /// The title; the default is the stem of the path.
    public var title: String?
    /// When the item was created; the default is the creation date of the notebook.
    public var created: Timestamp?
    /// When the item was last changed; the default is its creation date.
    public var modified: Timestamp?
    /// Whether the item is pinned.
    public var pinned: Bool
    /// The tags, in the user's order.
    public var tags: [Tag]

    /// Makes metadata with the given values, by default none.
    public init(
        uuid: UniqueIdentifier? = nil, title: String? = nil, created: Timestamp? = nil, modified: Timestamp? = nil,
        pinned: Bool = false, tags: [Tag] = []
    ) {
        self.uuid = uuid
        self.title = title
        self.created = created
        self.modified = modified
        self.pinned = pinned
        self.tags = tags
    }
}
