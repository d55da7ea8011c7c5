public import NotebookBundle

/// A small notes app without its windows: some notebooks in a box, each kept wherever the box is told to.
///
/// It is written as an app by others would be: against the protocols, with one import.
public actor Shoebox {
    /// What a list shows.
    public struct Row: Identifiable, Sendable {
        /// What it is known by.
        public let id: Item.ID
        /// The title.
        public let title: String
        /// The beginning of the text.
        public let excerpt: String
        /// Whether it stands before the others.
        public let isPinned: Bool
    }

    private var notebooks: [String: Notebook] = [:]
    private var undoable: [(notebook: String, reversal: EditReversal)] = []

    /// A box with nothing in it.
    public init() {}

    /// Puts a notebook into the box, or another storage in the place of one that is there.
    public func put(_ storage: Notebook, as name: String) { notebooks[name] = storage }

    /// The names of the notebooks.
    public var names: [String] { notebooks.keys.sorted() }

    /// What a list of a notebook shows, all or what a query means.
    public func rows(of name: String, matching query: String? = nil) async throws -> [Row] {
        let query = try query.map { try Query($0) }
        return try await notebook(name).read { snapshot in
            try Self.rows(of: snapshot.items(matching: query, sortedBy: ItemOrder(.name)), in: snapshot)
        }
    }

    /// What a list shows while somebody types a search, the best matches first.
    public func rows(of name: String, searching text: String, tag: Tag? = nil) async throws -> [Row] {
        try await notebook(name).read { snapshot in
            var request = SearchRequest(SearchQuery(typed: text))
            request.filter = tag.map { .has($0) }
            return try Self.rows(of: snapshot.search(request).map(\.item), in: snapshot)
        }
    }

    private static func rows(of items: [Item], in snapshot: NotebookSnapshot) throws -> [Row] {
        let excerpts = try snapshot.excerpts(of: items, limit: 40)
        return items.map { item in
            Row(id: item.id, title: item.title, excerpt: excerpts[item.id] ?? "", isPinned: item.isPinned)
        }
    }

    /// The smart folders of a notebook, each with a query.
    public func smartFolders(of name: String) async throws -> [NotebookDescription.SmartFolder] {
        try await notebook(name).read(\.listing.description.smartFolders)
    }

    /// Moves a note to the trash, or out of it.
    public func setTrashed(_ isTrashed: Bool, _ id: Item.ID, in name: String) async throws {
        try await change(name) { draft in
            guard let item = draft.listing.item(id) else { return }
            if isTrashed { _ = try draft.moveToTrash([item]) } else { _ = try draft.restore([item]) }
        }
    }

    /// Adds a note.
    @discardableResult
    public func addNote(_ title: String, _ text: String, to name: String) async throws -> Item {
        try await change(name) { draft in
            var note = NewItem(note: text)
            note.title = title
            return try draft.add(note)
        }
    }

    /// Pins a note, or lets it loose.
    public func togglePin(of id: Item.ID, in name: String) async throws {
        try await change(name) { draft in
            guard let item = draft.listing.item(id) else { return }
            var change = ItemChange()
            change.isPinned = !item.isPinned
            _ = try draft.edit(item, change)
        }
    }

    /// Takes a note out of one notebook, with its attachments, and puts it into another one.
    public func move(_ id: Item.ID, from name: String, to other: String) async throws {
        let source = try notebook(name)
        guard let item = try await source.read({ $0.listing.item(id) }) else { return }
        let snapshot = try await inBackground { try source.archived(as: .tar) }
        try await change(other) { draft in
            try Notebook(archive: snapshot.bytes).read { try draft.copy([item], from: $0) }
        }
        try await change(name) { draft in
            _ = try draft.moveToTrash([item])
        }
    }

    /// An editor for a note that saves by itself.
    public func editor(for id: Item.ID, in name: String, delay: Duration) async throws -> Autosave? {
        let storage = try notebook(name)
        guard let item = try await storage.read({ $0.listing.item(id) }) else { return nil }
        return try await Autosave(item, in: storage, delay: delay)
    }

    /// Takes the last change back that was made in the box; says whether there was one.
    public func undo() async throws -> Bool {
        guard let last = undoable.popLast() else { return false }
        let notebook = try notebook(last.notebook)
        try await inBackground { _ = try notebook.revert(last.reversal) }
        return true
    }

    /// What is wrong with a notebook, each in a line.
    public func problems(of name: String) async throws -> [String] {
        let notebook = try notebook(name)
        return try await inBackground {
            try RuleBook.findings(in: notebook.inspect(collectsLinks: true)).map { "\($0.path): \($0.message)" }
        }
    }

    /// What others do to a notebook; the first value comes at once.
    public func changes(of name: String) async throws -> some AsyncSequence<NotebookChange, Never> & Sendable {
        try await notebook(name).changes(every: .milliseconds(20), beginningWithAll: true)
    }

    /// No notebook of the box has this name.
    public struct NoSuchNotebook: Failure {
        /// The name that was asked for.
        public let name: String
        /// What is wrong.
        public var description: String { "no notebook is called \(name)" }
        /// What would help.
        public var remedy: Remedy? { "put one into the box" }
        /// Nothing was found.
        public var code: FailureCode { .notFound }
        /// Nothing was found.
        public var isFinding: Bool { true }
    }

    private func notebook(_ name: String) throws -> Notebook {
        guard let notebook = notebooks[name] else { throw NoSuchNotebook(name: name) }
        return notebook
    }

    @discardableResult
    private func change<Result: Sendable>(
        _ name: String, _ body: @escaping @Sendable (inout Draft) throws -> Result
    ) async throws -> Result {
        let edit = try await notebook(name).edit(keepingReversal: true, body)
        if let reversal = edit.reversal, !reversal.isEmpty { undoable.append((name, reversal)) }
        return edit.result
    }
}
