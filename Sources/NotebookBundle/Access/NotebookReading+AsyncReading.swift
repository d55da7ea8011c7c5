import Cores
import NotebookFormat
public import NotebookLinks
public import NotebookQuery
import NotebookStore
public import NotebookText

// Async versions of the calls of `NotebookReading`, which do not block the caller's thread.
extension NotebookReading {
    /// Calls `body` with a snapshot of the notebook, on a background thread.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (NotebookSnapshot) throws -> Result
    ) async throws -> Result {
        try await BackgroundJob.run { try withSnapshot(body) }
    }

    /// Reads the notebook's list of files.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func open() async throws -> Notebook { try await read { $0.notebook } }

    /// The bytes of a file; `nil` if it does not exist.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func content(of path: BundlePath, limit: Int = ItemFile.maximumBytes) async throws -> [UInt8]? {
        try await read { try $0.content(of: path, limit: limit) }
    }

    /// An item's file: its text, its front matter, its links.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func file(of item: Item) async throws -> ItemFile { try await read { try $0.file(of: item) } }

    /// The text of an item after its front matter.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func text(of item: Item) async throws -> String { try await read { try $0.file(of: item).bodyText } }

    /// The beginning of an item's text without markup, on one line.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func excerpt(of item: Item, limit: Int) async throws -> String {
        try await read { try $0.file(of: item).excerpt(limit: limit) }
    }

    /// The bytes of an attachment, by its path, its name, or the name under which it was attached.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func blob(_ name: String, limit: Int = 1 << 30) async throws -> [UInt8] {
        try await read { try $0.blob(name, limit: limit) }
    }

    /// The notes and cards, all or those that match a query, sorted.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func items(
        matching query: Query? = nil, sortedBy order: ItemOrder? = nil, in context: QueryContext? = nil
    ) async throws -> [Item] {
        try await read { try $0.items(matching: query, sortedBy: order, in: context) }
    }

    /// Searches all items; the best matches come first.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func search(_ request: SearchRequest) async throws -> [SearchResult] {
        try await read { try $0.search(request) }
    }

    /// The items that a person may mean by an inexact text, the best matches first.
    ///
    /// Does not block.
    ///
    /// - Parameter inTrash: Whether to search the trash instead.
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func matches(for text: String, inTrash: Bool = false) async throws -> [ItemMatch] {
        try await read { try $0.matches(for: text, inTrash: inTrash) }
    }

    /// Items with a word that begins with a half-typed text, in their titles or else in their bodies.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func suggestions(for text: String, limit: Int = 5) async throws -> [Suggestion] {
        try await read { try $0.suggestions(for: text, limit: limit) }
    }

    /// The links of all items that are not in the trash, and where they lead.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func links() async throws -> LinkMap { try await read { try $0.links() } }

    /// Where other items mention an item without a link, by its title, file name or `aliases`; at most 100 in each
    /// item.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func mentions(of item: Item) async throws -> [Mention] { try await read { try $0.mentions(of: item) } }

    /// The item with this identity, in the trash or not; `nil` if there is none.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func item(_ id: Item.ID) async throws -> Item? { try await read { $0.notebook.item(id) } }

    /// The tags of the items outside the trash, their parents, and tags with a colour, sorted by name.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func tags() async throws -> [TagUse] { try await read { try $0.tags() } }

    /// The properties of the items (front matter keys that the format does not define), and their values.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func properties() async throws -> [PropertyUse] { try await read { try $0.properties() } }

    /// Which attachments are used, and by which files.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func blobUsage() async throws -> BlobUsage { try await read { try $0.blobUsage() } }

    /// Inspects every file.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func inspect(
        collectsLinks: Bool = false, progress: any WorkProgress = NoProgress()
    ) async throws -> Inspection {
        try await BackgroundJob.run { try inspection(collectsLinks: collectsLinks, progress: progress) }
    }
}

// Async versions of the calls of `NotebookStorage`, which do not block the caller's thread.
extension NotebookStorage {
    /// Changes the notebook on a background thread: makes all changes that `body` makes to the draft, or none.
    ///
    /// Does not block. If the task is cancelled before the change is committed, nothing changes; after that, cancelling
    /// has no effect.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func edit<Result: Sendable>(
        _ body: @escaping @Sendable (inout Draft) throws -> Result
    ) async throws -> EditResult<Result> {
        try await BackgroundJob.run { try change(keepingInverse: false, body) }
    }

    /// Changes the notebook on a background thread: makes all changes that `body` makes to the draft, or none.
    ///
    /// Does not block. If the task is cancelled before the change is committed, nothing changes; after that, cancelling
    /// has no effect.
    ///
    /// - Parameter keepsInverse: Whether the result can undo the edit.
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func edit<Result: Sendable>(
        keepingInverse keepsInverse: Bool, _ body: @escaping @Sendable (inout Draft) throws -> Result
    ) async throws -> EditResult<Result> {
        try await BackgroundJob.run { try change(keepingInverse: keepsInverse, body) }
    }

    /// Changes an item if nobody has changed it since it was read.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func edit(
        _ item: Item, _ change: ItemChange, ifStill digest: Digest, keepingInverse keepsInverse: Bool = false
    ) async throws -> EditResult<(item: Item, file: ItemFile)> {
        try await BackgroundJob.run {
            try edit(item, change, ifStill: digest, keepingInverse: keepsInverse)
        }
    }

    /// The sizes and times of items, without reading the items; missing items are left out.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what ``stamps(of:)`` throws.
    public func readStamps(of items: [Item]) async throws -> [BundlePath: FileStamp] {
        try await BackgroundJob.run { try stamps(of: items) }
    }

    /// Undoes an edit: restores all its files byte for byte.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func takeBack(_ inverse: EditInverse) async throws -> EditResult<Void> {
        try await BackgroundJob.run { try takeBack(inverse) }
    }
}
