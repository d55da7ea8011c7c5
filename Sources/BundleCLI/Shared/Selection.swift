import NotebookBundle

/// The items that a command line selects: by name, by a list on standard input, or by a query.
struct Selection {
    private let words: [String]
    private let query: Query?
    private let session: Session
    private var expectation: Expectation?

    /// Reads the arguments; items are looked up later.
    ///
    /// - Parameter notebook: What names the notebook; paths in a list may begin with it.
    init(_ words: [String], where text: String?, in notebook: String, _ session: Session) throws {
        self.session = session
        query = try text.map(Queries.read)
        self.words = try Self.listed(words, in: notebook, session)
        guard !words.isEmpty || text != nil else { throw UsageError.missing("ITEM") }
    }

    /// Words that name items, with the list on standard input in the place of ‘-’.
    ///
    /// - Parameter notebook: What names the notebook; paths in a list may begin with it.
    /// - Throws: `UsageError` if standard input is the notebook; `EmptyList` if it names nothing.
    static func listed(_ words: [String], in notebook: String, _ session: Session) throws -> [String] {
        guard words.contains(Session.inputWord) else { return words }
        guard notebook != Session.inputWord else {
            throw UsageError.conflict("standard input is either the notebook or the list of items, not both")
        }
        let finder = DefaultNotebook(session)
        let lines = String(decoding: try session.readInput(), as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" }
        let list = lines.map { finder.itemPath(String($0.split(separator: "\t").first ?? $0), in: notebook) }
            .filter { !$0.isEmpty }
        let all = words.flatMap { $0 == Session.inputWord ? list : [$0] }
        guard !all.isEmpty else { throw EmptyList() }
        return all
    }

    /// Reads the arguments.
    ///
    /// - Parameter given: The words that name items, if not all do.
    init(_ arguments: Arguments, _ session: Session, words given: [String]? = nil) throws {
        try self.init(
            given ?? arguments.all(Common.someItems), where: arguments[Common.query], in: arguments[Common.notebook],
            session)
        expectation = Expectation(arguments, session)
    }

    /// The items, each once: first those that were named, then those that match the query, in its order.
    func items(in notebook: NotebookListing, _ files: some FileTree, inTrash: Bool = false) throws -> [Item] {
        var items = try notebook.items(words, inTrash: inTrash)
        guard let query else {
            try expectation?.check(items, files)
            return items
        }
        let known = Set(items.map(\.path))
        let all = inTrash ? notebook.trashedItems : notebook.items
        items += try notebook.select(all, query, in: Queries.context(session), files: files).filter {
            !known.contains($0.path)
        }
        guard !items.isEmpty else { throw NoMatch(query: query) }
        try expectation?.check(items, files)
        return items
    }
}

/// A query that matches no item.
struct NoMatch: ToolFailure {
    let query: Query

    var description: String { "no item matches \(PrintableText.quoted(query.description))" }
    var hint: String? { "‘bundle explain query’ says what queries mean" }
    var isFinding: Bool { true }
}

/// The list of items on standard input has none.
private struct EmptyList: ToolFailure {
    var description: String { "the list of items on standard input is empty" }
    var hint: String? { "it has one path on each line, as ‘bundle ls --format '{{path}}'’ prints them" }
    var isFinding: Bool { true }
}
