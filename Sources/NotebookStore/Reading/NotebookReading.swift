public import NotebookFormat
public import NotebookLinks
public import NotebookQuery

/// A notebook that can be read, wherever it is stored: in a directory (``NotebookDirectory``), in an archive
/// (``NotebookArchive``), in memory (``MemoryNotebook``), or where a program stores it (``BackendNotebook``).
///
/// Each call reads the notebook again and blocks until it is done; the async calls of the same names do not block the
/// caller's thread. Results are snapshots: later changes do not affect them. To read several values that belong
/// together, use a single `read(_:)`.
public protocol NotebookReading: Sendable {
    /// Calls `body` with a snapshot of the notebook, which nobody can change meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs. On a thread that is editing the notebook, it
    /// does not wait, and shows the notebook as it was before the edit.
    ///
    /// - Throws: `NotebookError` or `ArchiveFailure` if it is not a notebook, `LockError` if others hold the lock for
    ///   too long, or what `body` throws.
    func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether to follow links, which the rules for links need.
    ///   - progress: Receives the progress.
    /// - Throws: an error if files cannot be read; damage to the notebook is not an error.
    func inspection(collectsLinks: Bool, progress: any WorkProgress) throws -> Inspection
}

extension NotebookReading {
    /// Calls `body` with a snapshot of the notebook, which nobody can change meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs.
    ///
    /// - Throws: the same as ``withSnapshot(_:)``.
    public func read<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result { try withSnapshot(body) }

    /// Reads the notebook's list of files.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError` or `ArchiveFailure` if it is not a notebook, or an error if the files cannot be read.
    public func open() throws -> Notebook { try read(\.notebook) }

    /// The bytes of a file; `nil` if it does not exist.
    ///
    /// Blocks until they are read.
    ///
    /// - Throws: `FileTooLong` if there are more than `limit`, or an error if the file cannot be read.
    public func content(of path: BundlePath, limit: Int = ItemFile.maximumBytes) throws -> [UInt8]? {
        try read { try $0.content(of: path, limit: limit) }
    }

    /// An item's file: its text, its front matter, its links.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError.gone` if the file does not exist, `.malformedItem`, or an error if it cannot be read.
    public func file(of item: Item) throws -> ItemFile { try read { try $0.file(of: item) } }

    /// The text of an item after its front matter.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError.gone` if the file does not exist, `.malformedItem`, or an error if it cannot be read.
    public func text(of item: Item) throws -> String { try file(of: item).bodyText }

    /// The beginning of an item's text without markup, on one line.
    ///
    /// Blocks until it is read.
    ///
    /// - Parameter limit: The maximum number of characters.
    /// - Throws: `NotebookError.gone` if the file does not exist, `.malformedItem`, or an error if it cannot be read.
    public func excerpt(of item: Item, limit: Int) throws -> String { try file(of: item).excerpt(limit: limit) }

    /// The bytes of an attachment, by its path, its name, or the name under which it was attached.
    ///
    /// Blocks until they are read.
    ///
    /// - Throws: `NotebookError.noSuchBlob`, `.ambiguousBlob` or `.gone`, or `FileTooLong` beyond the limit.
    public func blob(_ name: String, limit: Int = 1 << 30) throws -> [UInt8] {
        try read { try $0.blob(name, limit: limit) }
    }

    /// The notes and cards, all or those that match a query; reads files only if the manifest cannot answer the query.
    ///
    /// Items in the trash match only a query that says `trashed`. Blocks until all is read.
    ///
    /// - Parameters:
    ///   - query: The query; `nil` for all.
    ///   - order: The order, pinned items first; by default that of the notebook.
    ///   - context: The time and calendar for relative dates of the query; by default now, by the notebook's clock.
    /// - Throws: an error if the notebook cannot be read.
    public func items(
        matching query: Query? = nil, sortedBy order: ItemOrder? = nil, in context: QueryContext? = nil
    ) throws -> [Item] {
        try read { try $0.items(matching: query, sortedBy: order, in: context) }
    }

    /// Searches all items; the best matches come first.
    ///
    /// Blocks until all is read.
    ///
    /// - Throws: an error if the notebook cannot be read.
    public func search(_ request: SearchRequest) throws -> [SearchResult] { try read { try $0.search(request) } }

    /// The items that a person may mean by an inexact text: by their names, file names, aliases in their front matter,
    /// or else parts of these, the best matches first.
    ///
    /// Blocks until everything needed is read.
    ///
    /// - Parameter inTrash: Whether to search the trash instead.
    /// - Throws: an error if the notebook cannot be read.
    public func matches(for text: String, inTrash: Bool = false) throws -> [ItemMatch] {
        try read { try $0.matches(for: text, inTrash: inTrash) }
    }

    /// Items with a word that begins with a half-typed text, in their titles or else in their bodies.
    ///
    /// Blocks until everything needed is read.
    ///
    /// - Throws: an error if the notebook cannot be read.
    public func suggestions(for text: String, limit: Int = 5) throws -> [Suggestion] {
        try read { try $0.suggestions(for: text, limit: limit) }
    }

    /// The links of all items that are not in the trash, and where they lead.
    ///
    /// Blocks until all items are read.
    ///
    /// - Throws: an error if the notebook cannot be read.
    public func links() throws -> LinkMap { try read { try $0.links() } }

    /// Where other items mention an item without a link, by its title, file name or `aliases`; at most 100 in each
    /// item.
    ///
    /// Blocks until all items are read.
    ///
    /// - Throws: an error if the notebook cannot be read.
    public func mentions(of item: Item) throws -> [Mention] { try read { try $0.mentions(of: item) } }

    /// The tags of the items outside the trash, their parents, and tags with a colour, sorted by name.
    ///
    /// Blocks until all texts are read, or known from the cache to be unchanged.
    ///
    /// - Throws: an error if the notebook cannot be read.
    public func tags() throws -> [TagUse] { try read { try $0.tags() } }

    /// The properties of the items (front matter keys that the format does not define), and their values.
    ///
    /// Blocks until all items are read.
    ///
    /// - Throws: an error if the notebook cannot be read.
    public func properties() throws -> [PropertyUse] { try read { try $0.properties() } }

    /// Which attachments are used, and by which files.
    ///
    /// Blocks until all files are read.
    ///
    /// - Throws: an error if the notebook cannot be read.
    public func blobUsage() throws -> BlobUsage { try read { try $0.blobUsage() } }

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether to follow links, which the rules for links need.
    ///   - progress: Receives the progress.
    /// - Throws: an error if files cannot be read; damage to the notebook is not an error.
    public func inspect(
        collectsLinks: Bool = false, progress: any WorkProgress = NoProgress()
    ) throws -> Inspection {
        try inspection(collectsLinks: collectsLinks, progress: progress)
    }
}
