import NotebookBundle

/// The verb ‘ls’.
struct ListCommand: Command {
    private static let folder = Positional(
        "FOLDER", "Only items in this folder, at any depth", kind: .folder, isRequired: false)
    /// What orders a list.
    private enum Order {
        case key(NotebookDescription.SortKey)
        case column(ItemColumn)
    }

    private static let sort = Option<Order>(
        "sort", "KEY", "The order, after pinned items: modified, created, name, or a column (default: the notebook’s)",
        kind: .order, expected: "modified, created, name, or the name of a field or property"
    ) { text in
        NotebookDescription.SortKey(rawValue: text).map { .key($0) } ?? ItemColumn(text).map { .column($0) }
    }
    private static let reverse = Flag("reverse", "Reverse the order")
    private static let notes = Flag("notes", "Only notes")
    private static let cards = Flag("cards", "Only cards")
    private static let tag = TagOption.option(
        "tag", "Only items with this tag or one below it; if repeated, with all of them")
    private static let smart = Option("smart", "NAME", "The items of a smart folder", kind: .smartFolder)
    private static let limit = Option.number("limit", "COUNT", "Show at most this many", in: 1 ... .max)
    private static let depth = Option.number(
        "depth", "LEVELS", "With --tree: how many levels of folders to show", in: 1 ... .max)
    private static let trash = Flag("trash", "List the trash instead")
    private static let tree = Flag("tree", "Show folders as a tree, with their items")
    private static let preview = Flag("preview", "Show the first 100 characters of each item")

    static let verb = Verb(
        "ls", "List items with their modification dates: pinned first, then the latest",
        otherNames: ["list"],
        details: """
            Lists the items of the manifest. If names or sizes of files show changes made outside the tool, a note on standard
            error says so; ‘status’ compares every byte.
            """,
        parameters: [
            Common.notebook, folder, sort, reverse, notes, cards, tag, Common.filter, smart, limit, trash, tree,
            depth, preview, ItemTable.option, ItemTable.csv, PastOption.at, RowFormat.option, Common.noPager,
            Common.json,
        ] + Common.reading,
        examples: [
            ("ls Recipes", "all notes and cards"),
            ("ls Recipes Desserts --sort name", "the items of a folder, by name"),
            ("ls Recipes --tree", "the folders with their items"),
            ("ls Recipes --where \"tag under 'baking' and modified >= -7d\"", "the items that match a query"),
            ("ls Recipes --smart Today", "the items of a smart folder"),
            ("ls Recipes --columns title,rating,tag --sort rating", "a table with a property, and in its order"),
        ],
        statuses: [.finding: "the notebook is damaged, or there is no such folder, tag or smart folder"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let items: [ItemRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.notes, Self.cards])
        try arguments.requireAtMostOne(of: [Self.tree, Self.preview])
        try arguments.requireAtMostOne(of: [Self.tree, RowFormat.option, Common.json])
        try arguments.requireAtMostOne(of: [Self.tree, Self.preview, RowFormat.option, ItemTable.option])
        try arguments.requireAtMostOne(of: [ItemTable.csv, Common.json])
        _ = try arguments[RowFormat.option]?.columns(besides: ItemRow.self)
        if arguments[Self.depth] != nil, !arguments[Self.tree] { throw UsageError.conflict("--depth needs --tree") }
        if arguments[ItemTable.csv], !arguments.isGiven(ItemTable.option) {
            throw UsageError.conflict("--csv needs --columns")
        }
        return try NotebookOpener(arguments, session).readTree(at: arguments[PastOption.at], isList: true) { files in
            let (notebook, look) = try UnsealedNotice.listing(files)
            let queries = try queries(in: notebook)
            var items = notebook.items
            if arguments[Self.trash] {
                items = notebook.trashedItems
            } else if let query = queries.first(where: \.mentionsTrash) {
                items = notebook.items(askedBy: query)
            }
            let inside = arguments[Self.folder].isEmpty ? FolderPath.root : try notebook.folder(arguments[Self.folder])
            if inside != .root || arguments[Self.notes] || arguments[Self.cards] {
                items.removeAll {
                    !$0.folder.isInside(inside) || arguments[Self.notes] && $0.type != .note
                        || arguments[Self.cards] && $0.type != .card
                }
            }
            let wanted = arguments.all(Self.tag)
            if !wanted.isEmpty {
                let mustExist = !arguments[Self.trash] && queries.isEmpty
                let tags = try notebook.itemTags(of: mustExist ? nil : Set(items.map(\.path)), files, look: look)
                if mustExist { for tag in wanted { _ = try notebook.tag(tag.text, tags) } }
                items.removeAll { item in !wanted.allSatisfy { tags.has($0, item) } }
            }
            for query in queries {
                items = try notebook.select(items, query, in: Queries.context(session), files: files, look: look)
            }
            var key = session.settings.sortOrder ?? notebook.description.settings.sort
            if case .key(let given) = arguments[Self.sort] { key = given }
            if case .column(let column) = arguments[Self.sort] {
                let values = try ItemTable(items, [column], Self.sort, notebook, files).rows.map { $0[0] }
                items = items.sorted(by: values, isReversed: arguments[Self.reverse])
            } else {
                items = ItemOrder(key, isReversed: arguments[Self.reverse]).sorted(items)
            }
            if let limit = arguments[Self.limit] { items = Array(items.prefix(limit)) }
            if let columns = arguments[ItemTable.option] {
                try print(try ItemTable(items, columns, ItemTable.option, notebook, files))
                try UnsealedNotice(session).report(look?.unsealedCount())
                return .success
            }
            let showsPreviews = arguments[Self.preview] || arguments[RowFormat.option]?.shows("preview") == true
            let previews = showsPreviews ? try Self.previews(of: items, files) : [:]
            let isForPrograms = arguments[Common.json] || arguments.isGiven(RowFormat.option)
            let tags = try notebook.shownTags(of: items, files, look, areComplete: isForPrograms)
            if isForPrograms {
                let rows = items.map { item in
                    var row = ItemRow(item, tags)
                    row.preview = previews[item.path]
                    return row
                }
                if let format = arguments[RowFormat.option] {
                    for line in try format.lines(rows, of: items, notebook, files) { try session.print(line) }
                } else {
                    try session.printJSON(Answer(items: rows))
                }
            } else if arguments[Self.tree] {
                let folders = FolderTree(notebook, items, inside, depth: arguments[Self.depth])
                try session.print(folders.lines(session.style).joined(separator: "\n"))
            } else {
                if items.isEmpty { try session.reportNothing("no items") }
                let lines = ItemLines(items, date: key, session)
                let (shown, style) = (items, session.style)
                try lines.print { number in
                    let preview = previews.isEmpty ? nil : previews[shown[number].path]
                    let below = preview.map { style(PrintableText.escaped($0), .dim) } ?? ""
                    return ItemLines.Row(tags: tags, below: below)
                }
            }
            try UnsealedNotice(session).report(look?.unsealedCount())
            return .success
        }
    }
}

extension ListCommand {
    private func print(_ table: ItemTable) throws {
        if arguments[Common.json] { return try table.printJSON(session) }
        if arguments[ItemTable.csv] { return try table.printCSV(session) }
        if table.rows.isEmpty { return try session.reportNothing("no items") }
        try table.print(session)
    }

    /// The queries that narrow a list: its own, and that of a smart folder.
    private func queries(in notebook: NotebookListing) throws -> [Query] {
        var queries = try arguments[Common.filter].map { [try Queries.read($0)] } ?? []
        if let name = arguments[Self.smart] { queries.append(try notebook.smartFolder(name).query()) }
        return queries
    }

    /// The first 100 characters of items, as plain text on one line.
    private static func previews(of items: [Item], _ files: any FileTree) throws -> [BundlePath: String] {
        var previews: [BundlePath: String] = [:]
        try files.readItems(Set(items.map(\.path))) { path, bytes in
            previews[path] = (try? ItemFile(bytes))?.preview(
                maximumCharacters: 100, isCard: FileType(of: path) == .card)
        }
        return previews
    }
}
