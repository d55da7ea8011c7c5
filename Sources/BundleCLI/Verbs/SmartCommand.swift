import NotebookBundle

/// The verb ‘smart’.
struct SmartCommand: Command {
    private enum Action: String, Subverb {
        case ls, add, edit, rm, order, icon
    }

    private static let action = SubverbParameter<Action>(default: .ls)
    private static let words = Positional(
        "ARGUMENT",
        "NAME; for add NAME QUERY (Today, This Week and Pinned have one), for icon NAME ICON (‘none’ removes it)",
        kind: .afterAction([
            "ls": [], "add": [.text, .query], "edit": [.smartFolder, .text], "rm": [.smartFolder],
            "order": [.smartFolder, .text], "icon": [.smartFolder, .text],
        ]), isRequired: false, isRepeated: true)
    private static let name = Option("name", "NAME", "With edit: the new name", kind: .text)
    private static let query = Option("query", "QUERY", "With edit: the new query", kind: .query)
    private static let icon = Option("icon", "ICON", "With add and edit: a picture in text, such as an emoji")
    private static let before = Option(
        "before", "NAME", "With order: the smart folder to put it before (default: last)", kind: .smartFolder)
    private static let uses: [Action: [any Parameter]] = [
        .add: [icon], .edit: [name, query, icon], .order: [before],
    ]

    static let verb = Verb(
        "smart", "List, add, change and remove smart folders: saved queries (see ‘explain query’)",
        parameters: [Common.notebook, action, words, name, query, icon, before, Common.json] + Common.reading,
        examples: [
            ("smart Recipes", "the smart folders with their queries and numbers of items"),
            ("smart Recipes add Quick \"tag == 'quick' and not trashed\"", "adds a smart folder"),
            ("smart Recipes edit Quick --query \"tag under 'quick'\" --icon ⚡", "changes its query and icon"),
            ("smart Recipes order Quick --before Today", "puts it before another smart folder"),
        ],
        statuses: [.finding: "there is no such smart folder"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let smartFolders: [SmartFolderRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let given = arguments.all(Self.words)
        let action = try arguments.subverb(Self.action)
        try arguments.refuseOptions(unusedBy: action, Self.uses)
        switch action {
        case .ls:
            try UsageError.require(0, of: given, "")
            return try listSmartFolders()
        case .add:
            let predicate = try newPredicate(given)
            return try edit { folders in
                let title = try smartName(given[0], among: folders)
                folders.append(.init(name: title, icon: try IconText.read(arguments[Self.icon]), predicate: predicate))
            }
        case .edit:
            try UsageError.require(1, of: given, "NAME")
            let predicate = try arguments[Self.query].map { try Queries.read($0).description }
            return try edit { folders in
                let index = try folders.index(named: given[0])
                if let new = arguments[Self.name] {
                    let others = folders.enumerated().filter { $0.offset != index }.map(\.element)
                    folders[index].name = try smartName(new, among: others)
                }
                if let predicate { folders[index].predicate = predicate }
                if let text = arguments[Self.icon] { folders[index].icon = try IconText.read(text) }
            }
        case .rm:
            guard !given.isEmpty else { throw UsageError.missing("NAME") }
            var removed: [NotebookDescription.SmartFolder] = []
            let status = try edit { folders in
                for name in given { removed.append(folders.remove(at: try folders.index(named: name))) }
            }
            // Its query is all that is lost.
            for folder in removed {
                let words = [folder.name, folder.predicate].map(ShellWord.quoted).joined(separator: " ")
                try session.note("note: ‘\(session.tool) smart add \(words)’ makes it again")
            }
            return status
        case .order:
            try UsageError.require(1, of: given, "NAME")
            return try edit { folders in
                let index = try folders.index(named: given[0])
                var place = try arguments[Self.before].map { try folders.index(named: $0) } ?? folders.count
                let folder = folders.remove(at: index)
                if place > index { place -= 1 }
                folders.insert(folder, at: place)
            }
        case .icon:
            try UsageError.require(2, of: given, "NAME and ICON")
            return try edit { folders in
                folders[try folders.index(named: given[0])].icon = try IconText.read(given[1])
            }
        }
    }
}

extension SmartCommand {
    private func listSmartFolders() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let rows = try SmartFolderRow.rows(listing, snapshot.files, session)
            if arguments[Common.json] {
                try session.printJSON(Answer(smartFolders: rows))
                return .success
            }
            if rows.isEmpty { try session.reportNothing("no smart folders") }
            let width = rows.map { $0.shownName.columns }.max() ?? 0
            let digits = rows.map { ($0.items.map(String.init) ?? "?").count }.max() ?? 0
            for row in rows {
                let count = row.items.map { Wording.number($0, digits) } ?? "?"
                let left = "\(row.shownName.padded(to: width))  \(session.style(count, .dim))  "
                try session.printRow(
                    left + PrintableText.escaped(row.predicate), wrappedWith: min(width + digits + 4, 30))
            }
            return .success
        }
    }

    private func edit(_ body: (inout [NotebookDescription.SmartFolder]) throws -> Void) throws -> ExitStatus {
        let edit = try NotebookOpener(arguments, session).directory().edit { draft in
            try draft.describe { try body(&$0.smartFolders) }
        }
        try EditNotes(session).report(edit.recovery, edit.commit)
        return try listSmartFolders()
    }

    /// The query of a new smart folder: the given one, or that of a predefined smart folder.
    private func newPredicate(_ given: [String]) throws -> String {
        guard given.count == 1 else {
            try UsageError.require(2, of: given, "NAME and QUERY")
            return try Queries.read(given[1]).description
        }
        let key = ComparisonKey(given[0])
        guard let standard = NotebookDescription.SmartFolder.standard.first(where: { ComparisonKey($0.name) == key })
        else { throw UsageError.missing("QUERY") }
        return standard.predicate
    }

    private func smartName(_ text: String, among folders: [NotebookDescription.SmartFolder]) throws -> String {
        guard let title = Title.accepted(text), !title.isEmpty else { throw NotebookError.notATitle(text) }
        let key = ComparisonKey(title)
        guard !folders.contains(where: { ComparisonKey($0.name) == key }) else { throw NotebookError.taken(title) }
        return title
    }
}

extension SmartFolderRow {
    fileprivate var shownName: String { (icon.map { $0 + " " } ?? "") + PrintableText.escaped(name) }
}
