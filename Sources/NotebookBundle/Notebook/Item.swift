public import NotebookFormat

/// A note or card, as lists show it.
public struct Item: Hashable, Sendable {
    /// Where the file stands.
    public let path: BundlePath
    /// Whether it is a note or a card.
    public let type: FileType
    /// The deletion that it is in the trash with; `nil` for live items.
    public let batch: BatchName?
    /// The identity; `nil` for an item that was never sealed.
    public let uuid: UniqueIdentifier?
    /// The title, or what stands for it; of a card without its markup.
    public let title: String
    /// When it was made.
    public let created: Timestamp
    /// When it was last changed.
    public let modified: Timestamp
    /// Whether it stands before all others.
    public let isPinned: Bool
    /// The tags, in the user's order.
    public let tags: [Tag]
    /// The size of the file in bytes.
    public let size: Int

    /// An item from its entry; `nil` for entries of other files.
    init?(_ entry: Entry, notebookCreated: Timestamp) {
        guard let metadata = entry.item else { return nil }
        path = entry.path
        type = entry.type
        batch = TrashedPath(entry.path)?.batch
        uuid = metadata.uuid
        title = entry.shownTitle ?? entry.path.stem
        created = metadata.created ?? notebookCreated
        modified = metadata.modified ?? created
        isPinned = metadata.pinned
        tags = metadata.tags
        size = entry.size
    }

    /// The path that the item has, or had before it was deleted.
    public var livePath: BundlePath { batch == nil ? path : TrashedPath(path)?.oldPath ?? path }

    /// The folder that the item is in, or was in before it was deleted.
    public var folder: FolderPath { FolderPath(of: livePath) ?? .root }
}
