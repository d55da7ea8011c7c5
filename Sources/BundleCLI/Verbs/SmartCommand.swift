import NotebookBundle
import NotebookFormat

/// The verb ‘smart’.
enum SmartCommand {
    private static let action = Positional("ACTION", "‘ls’, ‘add’, ‘edit’, ‘rm’, ‘order’ or ‘icon’")
    private static let words = Positional(
        "ARGUMENT",
        "NAME; for add NAME QUERY (Today, This Week and Pinned have one), for icon NAME ICON (‘none’ for none)",
        isRequired: false,
        isRepeated: true)
    private static let name = Option("name", "NAME", "With edit: the new name")
    private static let query = Option("query", "QUERY", "With edit: the new query")
    private static let icon = Option("icon", "ICON", "With add and edit: a picture in text, such as an emoji")
    private static let before = Option("before", "NAME", "With order: the smart folder to stand before (default: last)")

    static let verb = Verb(
        "smart", "List, add, change and remove smart folders: saved queries (docs/Query.md)",
        parameters: [Common.notebook, action, words, name, query, icon, before, Common.json] + Common.reading,
        examples: [
            ("smart Recipes ls", "the smart folders with their queries and how many items they show"),
            ("smart Recipes add Quick \"tag == 'quick' and not trashed\"", "adds one"),
            ("smart Recipes edit Quick --query \"tag under 'quick'\" --icon ⚡", "changes it"),
            ("smart Recipes order Quick --before Today", "puts it before another"),
        ],
        statuses: [.finding: "there is no such smart folder"]
    ) { arguments, session in
        let given = arguments.all(words)
        switch arguments[action] {
        case "ls": return try session.listSmartFolders(arguments)
        case "add":
            let predicate = try session.newPredicate(given)
            return try session.edit(arguments) { folders in
                let title = try session.smartName(given[0], among: folders)
                folders.append(.init(name: title, icon: try session.icon(arguments[icon]), predicate: predicate))
            }
        case "edit":
            guard given.count == 1 else { throw UsageError.missing("NAME") }
            let predicate = try arguments[query].map { try session.query($0).description }
            return try session.edit(arguments) { folders in
                let index = try session.index(of: given[0], in: folders)
                if let new = arguments[name] {
                    let others = folders.enumerated().filter { $0.offset != index }.map(\.element)
                    folders[index].name = try session.smartName(new, among: others)
                }
                if let predicate { folders[index].predicate = predicate }
                if let text = arguments[icon] { folders[index].icon = try session.icon(text) }
            }
        case "rm":
            guard !given.isEmpty else { throw UsageError.missing("NAME") }
            return try session.edit(arguments) { folders in
                for name in given { folders.remove(at: try session.index(of: name, in: folders)) }
            }
        case "order":
            guard given.count == 1 else { throw UsageError.missing("NAME") }
            return try session.edit(arguments) { folders in
                let index = try session.index(of: given[0], in: folders)
                var place = try arguments[before].map { try session.index(of: $0, in: folders) } ?? folders.count
                let folder = folders.remove(at: index)
                if place > index { place -= 1 }
                folders.insert(folder, at: place)
            }
        case "icon":
            guard given.count == 2 else { throw UsageError.missing("NAME and ICON") }
            return try session.edit(arguments) { folders in
                folders[try session.index(of: given[0], in: folders)].icon = try session.icon(given[1])
            }
        default:
            throw UsageError.badValue(
                "ACTION", arguments[action], hint: "the actions are ls, add, edit, rm, order, icon")
        }
    }
}

extension Session {
    fileprivate func listSmartFolders(_ arguments: Arguments) throws -> ExitStatus {
        try read(arguments) { files in
            let notebook = try Notebook(files)
            let rows = try smartFolderRows(notebook, files)
            if arguments[Common.json] {
                try print(Output(smartFolders: rows))
                return .success
            }
            let width = rows.map { $0.shownName.columns }.max() ?? 0
            for row in rows {
                let count = row.items.map(String.init) ?? "?"
                try print(
                    "\(row.shownName.padded(to: width))  \(style(count, .dim))  \(PrintableText.escaped(row.predicate))"
                )
            }
            return .success
        }
    }

    /// Smart folders with the number of items that they show; none where a query cannot be read.
    func smartFolderRows(_ notebook: Notebook, _ files: some FileTree) throws -> [Output.SmartFolderOutput] {
        try notebook.description.smartFolders.map { folder in
            let count = try (try? Query(folder.predicate)).map {
                try notebook.select(notebook.items(askedBy: $0), $0, in: queryContext, files: files).count
            }
            return Output.SmartFolderOutput(
                name: folder.name, predicate: folder.predicate, icon: folder.icon, items: count)
        }
    }

    fileprivate func edit(
        _ arguments: Arguments, _ body: (inout [NotebookDescription.SmartFolder]) throws -> Void
    ) throws -> ExitStatus {
        let edit = try bundle(arguments[Common.notebook], arguments).edit { draft in
            try body(&draft.description.smartFolders)
        }
        try tell(edit.recovery)
        try tell(edit.commit)
        return try listSmartFolders(arguments)
    }

    /// The query of a new smart folder: a written one, or that of one that notebooks begin with.
    fileprivate func newPredicate(_ given: [String]) throws -> String {
        if given.count == 2 { return try query(given[1]).description }
        guard given.count == 1 else { throw UsageError.missing("NAME and QUERY") }
        let key = ComparisonKey(given[0])
        guard let standard = NotebookDescription.SmartFolder.standard.first(where: { ComparisonKey($0.name) == key })
        else { throw UsageError.missing("QUERY") }
        return standard.predicate
    }

    fileprivate func index(of name: String, in folders: [NotebookDescription.SmartFolder]) throws -> Int {
        let key = ComparisonKey(name)
        guard let index = folders.firstIndex(where: { ComparisonKey($0.name) == key }) else {
            throw NotebookError.noSuchSmartFolder(name, like: Similarity.nearest(to: name, in: folders.map(\.name)))
        }
        return index
    }

    fileprivate func smartName(_ text: String, among folders: [NotebookDescription.SmartFolder]) throws -> String {
        guard let title = Title.accepted(text), !title.isEmpty else { throw NotebookError.notATitle(text) }
        let key = ComparisonKey(title)
        guard !folders.contains(where: { ComparisonKey($0.name) == key }) else { throw NotebookError.taken(title) }
        return title
    }

    /// A picture in text; ‘none’ and nothing are none.
    func icon(_ text: String?) throws -> String? {
        guard let text, !text.isEmpty, text != "none" else { return nil }
        guard text.utf8.count <= 64, Title.accepted(text)?.isIdentical(to: text) == true else {
            throw UsageError.badValue("ICON", text, hint: "an icon is a text of at most 64 bytes, such as an emoji")
        }
        return text
    }
}

extension NotebookDescription.SmartFolder {
    /// The query.
    ///
    /// - Throws: `BrokenSmartFolder` if it cannot be read.
    func query() throws -> Query {
        do throws(QueryError) {
            return try Query(predicate)
        } catch {
            throw BrokenSmartFolder(name: name, predicate: predicate, error: error)
        }
    }
}

/// A smart folder whose query cannot be read.
struct BrokenSmartFolder: Failure {
    let name: String
    let predicate: String
    let error: QueryError

    var isFinding: Bool { true }
    var description: String {
        "the smart folder \(PrintableText.quoted(name)) has a query that cannot be read, column \(error.column): \(error.message)"
    }
    var hint: String? { error.suggestion ?? "correct it with ‘bundle smart … edit’" }
}

extension Output.SmartFolderOutput {
    fileprivate var shownName: String { (icon.map { $0 + " " } ?? "") + PrintableText.escaped(name) }
}
