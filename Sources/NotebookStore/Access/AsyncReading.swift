public import NotebookFormat

// The same calls as in `NotebookReading`, which leave the caller's thread alone.
extension NotebookReading {
    /// Calls `body` with the notebook as it is at one time, on a thread that may wait.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (NotebookSnapshot) throws -> Result
    ) async throws -> Result {
        try await Background.run { try withSnapshot(body) }
    }

    /// Reads what the notebook lists.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func open() async throws -> Notebook { try await read { $0.notebook } }

    /// The bytes of a file; `nil` if it is not there.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func content(of path: BundlePath, limit: Int = ItemFile.maximumBytes) async throws -> [UInt8]? {
        try await read { try $0.content(of: path, limit: limit) }
    }

    /// An item's file: its text, its front matter, its links.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func file(of item: Item) async throws -> ItemFile { try await read { try $0.file(of: item) } }

    /// The text of an item behind its front matter.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func text(of item: Item) async throws -> String { try await read { try $0.file(of: item).bodyText } }

    /// The beginning of an item's text without markup, on one line.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func excerpt(of item: Item, limit: Int) async throws -> String {
        try await read { try $0.file(of: item).excerpt(limit: limit) }
    }

    /// The bytes of an attachment, by its path, its name, or the name under which it was attached.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func blob(_ name: String, limit: Int = 1 << 30) async throws -> [UInt8] {
        try await read { try $0.blob(name, limit: limit) }
    }

    /// The notes and cards, all or those that a query means, in an order.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func items(
        matching query: Query? = nil, sortedBy order: ItemOrder? = nil, in context: QueryContext = .here
    ) async throws -> [Item] {
        try await read { try $0.items(matching: query, sortedBy: order, in: context) }
    }

    /// Looks in all items; the best come first.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func search(_ request: SearchRequest) async throws -> [SearchResult] {
        try await read { try $0.search(request) }
    }

    /// The items that a person may mean by a text that need not be exact, the best first.
    ///
    /// Does not block.
    ///
    /// - Parameter inTrash: Whether to look in the trash instead.
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func matches(for text: String, inTrash: Bool = false) async throws -> [ItemMatch] {
        try await read { try $0.matches(for: text, inTrash: inTrash) }
    }

    /// Items in whose titles, or else bodies, a word begins like a half-typed text.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func suggestions(for text: String, limit: Int = 5) async throws -> [Suggestion] {
        try await read { try $0.suggestions(for: text, limit: limit) }
    }

    /// Where all links of the items lead that are not in the trash.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func links() async throws -> LinkMap { try await read { try $0.links() } }

    /// Which attachments are used, and by what.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func blobUsage() async throws -> BlobUsage { try await read { try $0.blobUsage() } }

    /// Looks at every file.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func inspect(
        collectsLinks: Bool = false, progress: any WorkProgress = NoProgress()
    ) async throws -> Inspection {
        try await Background.run { try inspection(collectsLinks: collectsLinks, progress: progress) }
    }
}

// The same calls as in `NotebookStorage`, which leave the caller's thread alone.
extension NotebookStorage {
    /// Changes the notebook on a thread that may wait: what `body` does to the draft is done as a whole, or not at all.
    ///
    /// Does not block. Once `body` runs, cancelling the task stops it no more.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    @discardableResult
    public func edit<Result: Sendable>(
        _ body: @escaping @Sendable (inout Draft) throws -> Result
    ) async throws -> EditResult<Result> {
        try await Background.run { try change(keepingInverse: false, body) }
    }

    /// Changes the notebook on a thread that may wait: what `body` does to the draft is done as a whole, or not at all.
    ///
    /// Does not block. Once `body` runs, cancelling the task stops it no more.
    ///
    /// - Parameter keepsInverse: Whether the result can take the edit back.
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    @discardableResult
    public func edit<Result: Sendable>(
        keepingInverse keepsInverse: Bool, _ body: @escaping @Sendable (inout Draft) throws -> Result
    ) async throws -> EditResult<Result> {
        try await Background.run { try change(keepingInverse: keepsInverse, body) }
    }

    /// Changes an item that is still as it was read.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    @discardableResult
    public func edit(_ item: Item, _ change: ItemChange, ifStill digest: Digest) async throws -> EditResult<Item> {
        try await Background.run { try edit(item, change, ifStill: digest) }
    }

    /// Takes an edit back: all its files become what they were, to the byte.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    @discardableResult
    public func takeBack(_ inverse: EditInverse) async throws -> EditResult<Void> {
        try await Background.run { try takeBack(inverse) }
    }
}
