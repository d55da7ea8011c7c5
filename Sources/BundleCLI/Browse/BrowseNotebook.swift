import NotebookBundle

/// Reads the notebook for the screen.
final class BrowseNotebook {
    private let session: Session
    private let opener: NotebookOpener
    private let word: String
    private let source: NotebookSource
    /// The files of an archive, which is opened once.
    private var archive: (any FileTree)?

    /// - Throws: an error if the notebook cannot be found.
    init(_ word: String, _ opener: NotebookOpener, _ session: Session) throws {
        (self.word, self.opener, self.session) = (word, opener, session)
        source = try opener.source(word)
    }

    /// Why nothing can be changed; `nil` if changes are possible.
    var readOnly: String? { source.readOnly(for: session.tool) }

    /// Calls `body` with the files; does not wait for others.
    private func read<Result>(waits: Bool = false, _ body: (any FileTree) throws -> Result) throws -> Result {
        switch source {
        case .archive:
            if let archive { return try body(archive) }
            return try opener.readTree(word) { files in
                archive = files
                return try body(files)
            }
        case .directory(let notebook):
            guard !waits else { return try notebook.directory.readTree(body) }
            return try impatient(notebook).directory.readTree(body)
        }
    }

    /// The notebook, for reading without waiting for others.
    private func impatient(_ notebook: Notebook) -> Notebook {
        session.notebook(at: notebook.location, locking: .init(isEnabled: opener.locking.isEnabled, wait: .zero))
    }

    /// What the screen shows of the notebook.
    ///
    /// - Parameter waits: Whether to wait for others who are changing it.
    func content(waits: Bool) throws -> BrowseContent {
        try read(waits: waits) { files in
            let notebook = try NotebookListing(files)
            let tags: ItemTags = files.archiveDirectory == nil ? try notebook.itemTags(files) : .ofFrontMatter
            return BrowseContent(notebook, tags)
        }
    }

    /// The tasks of all items that match the search: open ones first, in the order in which they are due.
    func tasks(_ state: BrowseState) throws -> [ListedTask] {
        let query = SearchQuery(typed: state.search)
        let all = try read { files in
            try state.content.notebook.tasks(of: state.content.notebook.items, in: Queries.context(session), files)
        }
        let found = all.filter { listed in
            query.matches(listed.task.text, title: listed.item.title, tags: listed.item.tags)
        }
        return TaskOrder.sorted(found, by: \.task)
    }

    /// The items of a place, sorted, or those that a search finds there, the best matches first.
    func items(_ state: BrowseState) throws -> [Item] {
        let notebook = state.content.notebook
        let known: [Item]
        if case .smart(let name) = state.place {
            let query = try notebook.smartFolder(name).query()
            known = try read { files in
                try notebook.select(
                    notebook.items(askedBy: query), query, in: Queries.context(session), files: files,
                    tags: state.content.tags)
            }
        } else {
            known = state.content.items(of: state.place) ?? []
        }
        guard state.search.contains(where: { $0 != " " }) else { return ItemOrder(state.sort).sorted(known) }
        var request = SearchRequest(SearchQuery(typed: state.search), context: Queries.context(session))
        request.isInTrash = state.place == .trash
        let paths = state.place == .all ? nil : Set(known.map(\.path))
        return try read { files in try notebook.search(request, files) }.map(\.item)
            .filter { paths?.contains($0.path) ?? true }
    }

    /// The lines of an item, or the reason why it cannot be read; `nil` while others change the notebook.
    func document(_ item: Item, _ state: BrowseState, _ wording: BrowseDocument.Wording) -> BrowseDocument? {
        // A margin on the left, unless the pane is narrow.
        let width = state.layout.width(of: .item) - 2
        do {
            return try read { files in
                guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
                    throw NotebookError.gone(item.path)
                }
                let file = try Draft.item(bytes, item.path)
                return BrowseDocument(item, file, state.content.tags.all(of: item), width: width, wording)
            }
        } catch is LockError {
            return nil
        } catch {
            return BrowseDocument(item, problem: "\(error)", width: width)
        }
    }

    /// The beginnings of the texts of items; empty for those that cannot be read.
    func excerpts(of items: [Item]) -> [BundlePath: String] {
        let found = try? read { files in
            items.map { item -> (BundlePath, String) in
                let bytes = try? files.content(of: item.path, limit: ItemFile.maximumBytes)
                let file = bytes.flatMap { try? Draft.item($0, item.path) }
                return (item.path, PrintableText.escaped(file?.excerpt(limit: 100, isCard: item.type == .card) ?? ""))
            }
        }
        return Dictionary(found ?? []) { first, _ in first }
    }

    /// How many links of other items would lead nowhere without an item.
    func brokenLinks(without item: BundlePath) throws -> Int {
        try read { files in
            let notebook = try NotebookListing(files)
            let links = try notebook.links(naming: [item], files)
            return LinkLosses(notebook.manifest, links, deleting: [item]).losses.count { $0.next == .nowhere }
        }
    }

    /// A mark that changes with the list of files and the description; `nil` for an archive.
    var mark: [FileIdentity?]? {
        guard case .directory(let notebook) = source else { return nil }
        return [BundlePath.manifest, .notebook].map { mark(of: $0, in: notebook) }
    }

    /// A mark that changes when somebody adds or removes a file in the folders with items; `nil` for an archive.
    func markOfFolders(of listing: NotebookListing) -> [FileIdentity?]? {
        guard case .directory(let notebook) = source else { return nil }
        let folders = Set(listing.items.compactMap(\.path.parent)).sorted()
        return folders.map { mark(of: $0, in: notebook) }
    }

    /// The number of notes and cards that other programs added and that the manifest does not list; `nil` if unknown.
    var unlistedItems: Int? {
        guard case .directory(let notebook) = source,
            let inspection = try? impatient(notebook).directory.inspectChanges(),
            let manifest = inspection.manifest.value
        else { return nil }
        return Changes(from: manifest, to: inspection.files).differences.count { file in
            file.change == .added && FileType(of: file.path)?.isItem == true
        }
    }

    /// A mark that changes with the file of an item; `nil` for an archive.
    func mark(of path: BundlePath) -> FileIdentity? {
        guard case .directory(let notebook) = source else { return nil }
        return mark(of: path, in: notebook)
    }

    private func mark(of path: BundlePath, in notebook: Notebook) -> FileIdentity? {
        ExternalPath.identity(of: ExternalPath.below(notebook.location, path.text))
    }

    /// The notebook, for changing it as a verb does.
    func directory(for verb: String, _ arguments: Arguments) throws -> Notebook {
        try NotebookOpener(arguments, session.running(verb)).directory(word)
    }
}
