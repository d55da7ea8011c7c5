import NotebookBundle
import NotebookFormat

/// The verb ‘rename’.
enum RenameCommand {
    private static let title = Positional("TITLE", "The new title")

    static let verb = Verb(
        "rename", "Rename an item and its file, and update the links to it",
        details: Relocation.details,
        parameters: [Common.bundle, Common.item, title, Common.dryRun, Relocation.noLinks, Common.json]
            + Common.locking,
        examples: [
            ("rename Recipes \"Apple pie\" \"Grandmother’s apple pie\"", "renames the note and its file"),
            ("rename Recipes \"Apple pie\" \"Plum pie\" --dry-run", "shows which texts would change"),
        ],
        statuses: Relocation.statuses
    ) { arguments, session in
        try session.relocate(arguments) { draft in
            [try draft.rename(try draft.notebook.item(arguments[Common.item]), to: arguments[title])]
        }
    }
}

/// The verb ‘move’.
enum MoveCommand {
    private static let to = Option.path(
        "to", "FOLDER", "The folder, created if it is missing; ‘/’ is the top level")

    static let verb = Verb(
        "move", "Move items to another folder, and update links to and from them",
        details: Relocation.details,
        parameters: [
            Common.bundle, Common.someItems, Common.query, to, Common.dryRun, Relocation.noLinks, Common.json,
        ] + Common.locking,
        examples: [("move Recipes \"Apple pie\" \"Plum cake\" --to Desserts/Baked", "moves two items")],
        statuses: Relocation.statuses
    ) { arguments, session in
        guard let target = arguments[to] else { throw UsageError.missing("--to") }
        let selection = try Selection(arguments, session)
        return try session.relocate(arguments) { draft in
            let items = try selection.items(in: draft.notebook, try draft.tree())
            let folder = try draft.folder(target)
            return try items.map { try draft.move($0, to: folder) }
        }
    }
}

/// What verbs have in common that give items another path or title.
enum Relocation {
    static let noLinks = Flag("no-links", "Do not update links")
    static let details = """
        Updates every link to and from the item, in the same change. Links keep their style, and are spelled more fully
        only where a shorter name would be ambiguous. Code is left alone, and so are the modification dates of items whose
        links change. Queries of smart folders that name a path or folder are updated, too.

        A link that cannot be rewritten in its place is left alone and reported; the rest of the change is made.
        """
    static let statuses: [ExitStatus: String] = [
        .finding: "no item or several match, or a link could not be updated (the rest of the change is made)"
    ]
}

extension Session {
    /// Gives items other paths or titles, keeps the links, and tells what was done.
    func relocate(_ arguments: Arguments, _ body: (inout Draft) throws -> [Item]) throws -> ExitStatus {
        try change(arguments) { draft in (try body(&draft), []) }
    }

    /// Changes items so that links have to follow, and tells what was done, and what there is to say of it.
    func change(
        _ arguments: Arguments, _ body: (inout Draft) throws -> (items: [Item], notes: [String])
    ) throws -> ExitStatus {
        let edit = try edit(try bundle(arguments), arguments) { draft in
            draft.keepsLinks = !arguments[Relocation.noLinks]
            let (moved, notes) = try body(&draft)
            try draft.keepLinks()
            // Links in what was moved may have changed its size.
            return (items: try moved.map { try draft.shown($0.path) }, notes: notes)
        }
        switch edit {
        case .shown(let status): return status
        case .made(let edit):
            let status = try report(edit, edit.result.items, arguments)
            for text in edit.result.notes { try note("note: \(text)") }
            try tellFollowing(edit.links, besides: Set(edit.result.items.map(\.path)))
            return status
        }
    }

    /// Tells in how many other items links were rewritten.
    func tellFollowing(_ links: LinkKeeping, besides known: Set<BundlePath>) throws {
        let count = links.changed.count { !known.contains($0) }
        if count > 0 { try note("note: links in \(Wording.count(count, "other item")) follow") }
    }
}
