public import NotebookFormat
public import NotebookText

/// A note or card, as lists show it.
///
/// Its values are parsed from the manifest on demand, so that a list of many items costs little; as long as an item is
/// kept, the manifest's text is kept as well.
public struct Item: Sendable {
    /// The manifest, and the index of the item's entry.
    private let entries: Manifest.Entries
    private let number: Int
    private let notebookCreated: Timestamp

    /// An item from its entry in a list; `nil` for entries of other files.
    init?(_ entries: Manifest.Entries, at number: Int, notebookCreated: Timestamp) {
        guard entries.type(at: number).isItem else { return nil }
        (self.entries, self.number, self.notebookCreated) = (entries, number, notebookCreated)
    }

    /// An item from its entry; `nil` for entries of other files.
    package init?(_ entry: Entry, notebookCreated: Timestamp) {
        self.init(Manifest([entry]).entries, at: 0, notebookCreated: notebookCreated)
    }

    /// The path of the file.
    public var path: BundlePath { entries.path(at: number) }
    /// Whether it is a note or a card.
    public var type: FileType { entries.type(at: number) }
    /// The deletion that moved it to the trash; `nil` for items outside the trash.
    public var batch: BatchName? { isInTrash ? TrashedPath(path)?.batch : nil }
    /// The uuid; `nil` for an item that was never sealed.
    public var uuid: UniqueIdentifier? { entries.uuid(at: number) }
    /// The title, or its substitute; that of a card has no markup.
    public var title: String { entries.shownTitle(at: number) ?? path.stem }
    /// When it was created.
    public var created: Timestamp { entries.created(at: number) ?? notebookCreated }
    /// When it was last changed.
    public var modified: Timestamp { entries.modified(at: number) ?? created }
    /// Whether it is pinned.
    public var isPinned: Bool { entries.isPinned(at: number) }
    /// The tags, in the user's order.
    public var tags: [Tag] { entries.tags(at: number) }
    /// The size of the file in bytes.
    public var size: Int { entries.size(at: number) }

    /// Calls `body` with the bytes of the title; for most notes no string is made.
    @inline(__always)
    package func withTitle<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if type == .note { return entries.withTitleOrStem(at: number, body) }
        let title = title
        return body(title.utf8.span)
    }

    /// Calls `body` with the bytes of the path.
    @inline(__always)
    package func withPath<Result>(_ body: (Span<UInt8>) -> Result) -> Result { entries.withPath(at: number, body) }

    /// Calls `body` with the bytes of each tag.
    package func forEachTag(_ body: (Span<UInt8>) -> Void) { entries.forEachTag(at: number, body) }

    /// Whether another item's file is in the same directory.
    private func isBeside(_ other: Item) -> Bool {
        withPath { path in
            other.withPath { other in
                let common = path.commonPrefix(with: other)
                let slash = UInt8(ascii: "/")
                return !path.contains(slash, from: common) && !other.contains(slash, from: common)
            }
        }
    }

    /// The folders of items, each with the number of items in it.
    ///
    /// Consecutive items of one directory share one string.
    package static func folders(of items: [Item]) -> [FolderPath: Int] {
        var counts: [FolderPath: Int] = [:]
        var start = 0
        while start < items.count {
            var end = start + 1
            while end < items.count, items[end].isBeside(items[start]) { end += 1 }
            counts[items[start].folder, default: 0] += end - start
            start = end
        }
        return counts
    }

    /// Whether the path sorts before that of another item.
    func precedesByPath(_ other: Item) -> Bool { withPath { path in other.withPath { path.precedes($0) } } }

    /// Whether the item is in the trash.
    package var isInTrash: Bool { entries.withPath(at: number) { TrashedPath.begins($0) } }

    /// The path of the item, or its path before it was deleted.
    public var livePath: BundlePath { isInTrash ? TrashedPath(path)?.oldPath ?? path : path }

    /// The folder of the item, or its folder before it was deleted.
    public var folder: FolderPath { FolderPath(of: livePath) ?? .root }
}

extension Item: Hashable {
    /// Compares all values that a list shows.
    public static func == (left: Item, right: Item) -> Bool {
        left.entries[left.number] == right.entries[right.number] && left.created == right.created
    }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
