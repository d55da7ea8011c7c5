import NotebookBundle
import NotebookFormat

/// The verb ‘ls’.
enum ListCommand {
    private static let folder = Positional("FOLDER", "Only what is in this folder, at any depth", isRequired: false)
    private static let sort = Option<NotebookDescription.SortKey>(
        "sort", oneOf: "The order, after pinned items (default: the notebook’s)")
    private static let reverse = Flag("reverse", "Reverse the order")
    private static let notes = Flag("notes", "Only notes")
    private static let cards = Flag("cards", "Only cards")
    private static let tag = Option(
        "tag", "TAG", "Only items with this tag or one below it; if repeated, with all of them"
    ) { Tag($0) }
    private static let bodies = Flag("bodies", "With --tag: also tags written as #tag in texts")
    private static let smart = Option("smart", "NAME", "The items of a smart folder")
    private static let limit = Option("limit", "COUNT", "Show at most this many") { text in
        Int(text).flatMap { $0 > 0 ? $0 : nil }
    }
    private static let depth = Option("depth", "LEVELS", "With --tree: how many levels of folders to show") { text in
        Int(text).flatMap { $0 > 0 ? $0 : nil }
    }
    private static let trash = Flag("trash", "List the trash instead")
    private static let tree = Flag("tree", "Show folders as a tree, with their items")
    private static let preview = Flag("preview", "Show the first 100 characters of each item")

    static let verb = Verb(
        "ls", "List items with their modification dates: pinned first, then the latest",
        parameters: [
            Common.notebook, folder, sort, reverse, notes, cards, tag, bodies, Common.query, smart, limit, trash, tree,
            depth,
            preview, Common.json,
        ] + Common.reading,
        examples: [
            ("ls Recipes", "all notes and cards"),
            ("ls Recipes Desserts --sort name", "what is in a folder, by name"),
            ("ls Recipes --tree", "the folders with what is in them"),
            ("ls Recipes --where \"tag under 'baking' and modified >= -7d\"", "what matches a query"),
            ("ls Recipes --smart Today", "what a smart folder shows"),
        ],
        statuses: [.finding: "the notebook is damaged, or there is no such folder"]
    ) { arguments, session in
        try arguments.requireAtMostOne(of: [notes, cards])
        try arguments.requireAtMostOne(of: [tree, preview])
        if arguments[depth] != nil, !arguments[tree] { throw UsageError.conflict("--depth needs --tree") }
        return try session.read(arguments) { files in
            let notebook = try Notebook(files)
            let queries = try session.queries(arguments, smart, notebook)
            var items = notebook.items
            if arguments[trash] {
                items = notebook.trashedItems
            } else if let query = queries.first(where: \.mentionsTrash) {
                items = notebook.items(askedBy: query)
            }
            let inside = arguments[folder].isEmpty ? FolderPath.root : try notebook.folder(arguments[folder])
            if inside != .root || arguments[notes] || arguments[cards] {
                items.removeAll {
                    !$0.folder.isInside(inside) || arguments[notes] && $0.type != .note
                        || arguments[cards] && $0.type != .card
                }
            }
            let inBodies = arguments[bodies] ? try session.tagsInBodies(of: items, files) : [:]
            for wanted in arguments.all(tag) {
                items.removeAll { item in
                    !item.hasTag(wanted) && !(inBodies[item.path] ?? []).contains { $0.below(wanted) != nil }
                }
            }
            for query in queries {
                items = try notebook.select(items, query, in: session.queryContext, files: files)
            }
            let key = arguments[sort] ?? session.settings.sortOrder ?? notebook.description.settings.sort
            items = ItemOrder(key, isReversed: arguments[reverse]).sorted(items)
            if let limit = arguments[limit] { items = Array(items.prefix(limit)) }
            let previews = arguments[preview] ? try session.previews(items, files) : [:]
            if arguments[Common.json] {
                let rows = items.map { item in
                    var row = Output.ItemOutput(item)
                    row.preview = previews[item.path]
                    return row
                }
                try session.print(Output(items: rows))
            } else if arguments[tree] {
                try session.print(
                    FolderTree(notebook, items, inside, depth: arguments[depth]).lines(session).joined(separator: "\n"))
            } else {
                for (item, line) in zip(items, session.lines(items, date: key)) {
                    try session.print(line)
                    if let preview = previews[item.path], !preview.isEmpty {
                        try session.print("      " + session.style(preview, .dim))
                    }
                }
            }
            return .success
        }
    }
}

extension Session {
    /// The queries that a listing is narrowed by: its own, and that of a smart folder.
    fileprivate func queries(
        _ arguments: Arguments, _ smart: Option<String>, _ notebook: Notebook
    ) throws -> [Query] {
        var queries = try arguments[Common.query].map { [try query($0)] } ?? []
        if let name = arguments[smart] { queries.append(try notebook.smartFolder(name).query()) }
        return queries
    }
}

extension Notebook {
    /// The smart folder with a name, in any letter case.
    func smartFolder(_ name: String) throws -> NotebookDescription.SmartFolder {
        let key = ComparisonKey(name)
        guard let folder = description.smartFolders.first(where: { ComparisonKey($0.name) == key }) else {
            throw NotebookError.noSuchSmartFolder(
                name, like: Similarity.nearest(to: name, in: description.smartFolders.map(\.name)))
        }
        return folder
    }

    /// The folder that a person means, in any letter case.
    func folder(_ text: String) throws -> FolderPath {
        let key = ComparisonKey(text.split(separator: "/").joined(separator: "/"))
        guard let folder = folders.first(where: { $0.text == text }) ?? folders.first(where: { $0.key == key }) else {
            throw NotebookError.noSuchFolder(text, like: Similarity.nearest(to: text, in: folders.map(\.text)))
        }
        return folder
    }
}
