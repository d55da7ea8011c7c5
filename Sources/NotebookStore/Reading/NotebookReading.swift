public import NotebookFormat

/// A notebook that can be read, wherever it is kept: in a directory (``NotebookDirectory``), in an archive
/// (``NotebookArchive``), in memory (``MemoryNotebook``), or where a program keeps it (``BackendNotebook``).
///
/// Each call reads the notebook anew and blocks until it is done; calls with the same names that are `async` leave the
/// caller's thread alone. Values that come back are snapshots: what others change later does not change them. What belongs
/// together is read in one `read(_:)`.
public protocol NotebookReading: Sendable {
    /// Calls `body` with the notebook as it is at one time: nobody changes it meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs. Inside of an own edit, on its thread, it
    /// answers at once, with the notebook as it was before the edit.
    ///
    /// - Throws: `NotebookError` or `ArchiveFailure` if it is no notebook, `LockError` if others do not let go in
    ///   time, or what
    ///   `body` throws.
    func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result

    /// Looks at every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether links are followed, which the rules for links need.
    ///   - progress: Gets told how far the work is.
    /// - Throws: what keeps files from being read; what is wrong with the notebook is no error.
    func inspection(collectsLinks: Bool, progress: any WorkProgress) throws -> Inspection
}

extension NotebookReading {
    /// Calls `body` with the notebook as it is at one time: nobody changes it meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs.
    ///
    /// - Throws: the same as ``withSnapshot(_:)``.
    public func read<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result { try withSnapshot(body) }

    /// Reads what the notebook lists.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError` or `ArchiveFailure` if it is no notebook, or what keeps the files from being read.
    public func open() throws -> Notebook { try read(\.notebook) }

    /// The bytes of a file; `nil` if it is not there.
    ///
    /// Blocks until they are read.
    ///
    /// - Throws: `FileTooLong` if there are more than `limit`, or what keeps the file from being read.
    public func content(of path: BundlePath, limit: Int = ItemFile.maximumBytes) throws -> [UInt8]? {
        try read { try $0.content(of: path, limit: limit) }
    }

    /// An item's file: its text, its front matter, its links.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError.gone` if it is not there, `.malformedItem`, or what keeps it from being read.
    public func file(of item: Item) throws -> ItemFile { try read { try $0.file(of: item) } }

    /// The text of an item behind its front matter.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError.gone` if it is not there, `.malformedItem`, or what keeps it from being read.
    public func text(of item: Item) throws -> String { try file(of: item).bodyText }

    /// The beginning of an item's text without markup, on one line.
    ///
    /// Blocks until it is read.
    ///
    /// - Parameter limit: The highest number of characters.
    /// - Throws: `NotebookError.gone` if it is not there, `.malformedItem`, or what keeps it from being read.
    public func excerpt(of item: Item, limit: Int) throws -> String { try file(of: item).excerpt(limit: limit) }

    /// The bytes of an attachment, by its path, its name, or the name under which it was attached.
    ///
    /// Blocks until they are read.
    ///
    /// - Throws: `NotebookError.noSuchBlob`, `.ambiguousBlob` or `.gone`, or `FileTooLong` beyond the limit.
    public func blob(_ name: String, limit: Int = 1 << 30) throws -> [UInt8] {
        try read { try $0.blob(name, limit: limit) }
    }

    /// The notes and cards, all or those that a query means; files are read only where the manifest does not settle it.
    ///
    /// Items in the trash are found only by a query that says `trashed`. Blocks until all is read.
    ///
    /// - Parameters:
    ///   - query: What is looked for; `nil` for everything.
    ///   - order: How they are sorted, pinned ones first; by default as the notebook is.
    ///   - context: What dates of the query are counted from.
    /// - Throws: what keeps the notebook from being read.
    public func items(
        matching query: Query? = nil, sortedBy order: ItemOrder? = nil, in context: QueryContext = .here
    ) throws -> [Item] {
        try read { try $0.items(matching: query, sortedBy: order, in: context) }
    }

    /// Looks in all items; the best come first.
    ///
    /// Blocks until all is read.
    ///
    /// - Throws: what keeps the notebook from being read.
    public func search(_ request: SearchRequest) throws -> [SearchResult] { try read { try $0.search(request) } }

    /// Items in whose titles, or else bodies, a word begins like a half-typed text.
    ///
    /// Blocks until all is read that is needed.
    ///
    /// - Throws: what keeps the notebook from being read.
    public func suggestions(for text: String, limit: Int = 5) throws -> [Suggestion] {
        try read { try $0.suggestions(for: text, limit: limit) }
    }

    /// Where all links of the items lead that are not in the trash.
    ///
    /// Blocks until all items are read.
    ///
    /// - Throws: what keeps the notebook from being read.
    public func links() throws -> LinkMap { try read { try $0.links() } }

    /// Where other items name an item, by its title, file name or `aliases`, without a link.
    ///
    /// Blocks until all items are read.
    ///
    /// - Throws: what keeps the notebook from being read.
    public func mentions(of item: Item) throws -> [Mention] { try read { try $0.mentions(of: item) } }

    /// Which attachments are used, and by what.
    ///
    /// Blocks until all files are read.
    ///
    /// - Throws: what keeps the notebook from being read.
    public func blobUsage() throws -> BlobUsage { try read { try $0.blobUsage() } }

    /// Looks at every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether links are followed, which the rules for links need.
    ///   - progress: Gets told how far the work is.
    /// - Throws: what keeps files from being read; what is wrong with the notebook is no error.
    public func inspect(
        collectsLinks: Bool = false, progress: any WorkProgress = NoProgress()
    ) throws -> Inspection {
        try inspection(collectsLinks: collectsLinks, progress: progress)
    }
}
