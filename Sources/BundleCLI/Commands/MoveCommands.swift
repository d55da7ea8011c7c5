import NotebookBundle
import NotebookFormat

/// The verb ‘rename’.
enum RenameCommand {
    private static let title = Positional("TITLE", "The new title")

    static let verb = Verb(
        "rename", "Give an item another title, and its file the name that goes with it",
        parameters: [Common.bundle, Common.item, title, Common.json] + Common.locking,
        examples: [("rename Recipes \"Apple pie\" \"Grandmother’s apple pie\"", "renames the note and its file")]
    ) { arguments, session in
        let edit = try session.bundle(arguments).edit { draft in
            try draft.rename(try draft.notebook.item(arguments[Common.item]), to: arguments[title])
        }
        try session.report(edit, [edit.result], arguments)
        return .success
    }
}

/// The verb ‘move’.
enum MoveCommand {
    private static let to = Option("to", "FOLDER", "The folder, which is made if it is missing; ‘/’ is the outermost")

    static let verb = Verb(
        "move", "Put items into another folder; relative links in them stay right",
        parameters: [Common.bundle, Common.someItems, Common.query, to, Common.json] + Common.locking,
        examples: [("move Recipes \"Apple pie\" \"Plum cake\" --to Desserts/Baked", "moves two items")]
    ) { arguments, session in
        guard let target = arguments[to] else { throw UsageError.missing("--to") }
        return try session.change(arguments, try Selection(arguments, session)) { draft, items in
            let folder = try draft.folder(target)
            return try items.map { try draft.move($0, to: folder) }
        }
    }
}
