import NotebookBundle
import NotebookFormat

/// The verb ‘ls’.
enum ListCommand {
    private static let folder = Positional("FOLDER", "Only what is in this folder, at any depth", isRequired: false)
    private static let sort = Option<NotebookDescription.SortKey>(
        "sort", oneOf: "The order; pinned items come first (default: the notebook's)")
    private static let reverse = Flag("reverse", "The other way round")
    private static let notes = Flag("notes", "Only notes")
    private static let cards = Flag("cards", "Only cards")
    private static let tag = Option("tag", "TAG", "Only items with this tag or one below it; several: with all of them")
    { Tag($0) }
    private static let trash = Flag("trash", "What is in the trash")
    private static let tree = Flag("tree", "Folders as a tree, with what is in them")
    private static let preview = Flag("preview", "The first 100 characters of each item")

    static let verb = Verb(
        "ls", "List items with their modification dates, pinned ones first, then the newest",
        parameters: [Common.notebook, folder, sort, reverse, notes, cards, tag, trash, tree, preview, Common.json]
            + Common.secrets + Common.locking,
        examples: [
            ("ls Recipes", "all notes and cards"),
            ("ls Recipes Desserts --sort name", "what is in a folder, by name"),
            ("ls Recipes --tree", "the folders with what is in them"),
        ],
        statuses: [.finding: "the notebook is damaged, or there is no such folder"]
    ) { arguments, session in
        try arguments.requireAtMostOne(of: [notes, cards])
        try arguments.requireAtMostOne(of: [tree, preview])
        return try session.read(arguments) { files in
            let notebook = try Notebook(files)
            var items = arguments[trash] ? notebook.trashedItems : notebook.items
            let inside = arguments[folder].isEmpty ? FolderPath.root : try notebook.folder(arguments[folder])
            items.removeAll {
                !$0.folder.isInside(inside) || arguments[notes] && $0.type != .note
                    || arguments[cards] && $0.type != .card
            }
            for wanted in arguments.all(tag) { items.removeAll { !$0.hasTag(wanted) } }
            let key = arguments[sort] ?? notebook.description.settings.sort
            items = ItemOrder(key, isReversed: arguments[reverse]).sorted(items)
            let previews = arguments[preview] ? try session.previews(items, files) : [:]
            if arguments[Common.json] {
                let rows = items.map { item in
                    var row = Output.ItemOutput(item)
                    row.preview = previews[item.path]
                    return row
                }
                try session.print(Output(items: rows))
            } else if arguments[tree] {
                try session.print(FolderTree(notebook, items, inside).lines(session).joined(separator: "\n"))
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

extension Notebook {
    /// The folder that a person means, in any letter case.
    func folder(_ text: String) throws -> FolderPath {
        let key = ComparisonKey(text.split(separator: "/").joined(separator: "/"))
        guard let folder = folders.first(where: { $0.text == text }) ?? folders.first(where: { $0.key == key }) else {
            throw NotebookError.noSuchFolder(text, like: Similarity.nearest(to: text, in: folders.map(\.text)))
        }
        return folder
    }
}
