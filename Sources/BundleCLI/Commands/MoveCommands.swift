import NotebookBundle
import NotebookFormat

/// The verb ‘rename’.
enum RenameCommand {
    private static let title = Positional("TITLE", "The new title")

    static let verb = Verb(
        "rename", "Give an item another title, and its file the name that goes with it; links to it follow",
        details: Relocation.details,
        parameters: [Common.bundle, Common.item, title, Relocation.dryRun, Relocation.noLinks, Common.json]
            + Common.locking,
        examples: [
            ("rename Recipes \"Apple pie\" \"Grandmother’s apple pie\"", "renames the note and its file"),
            ("rename Recipes \"Apple pie\" \"Plum pie\" --dry-run", "shows which texts would change"),
        ]
    ) { arguments, session in
        try session.relocate(arguments) { draft in
            [try draft.rename(try draft.notebook.item(arguments[Common.item]), to: arguments[title])]
        }
    }
}

/// The verb ‘move’.
enum MoveCommand {
    private static let to = Option("to", "FOLDER", "The folder, which is made if it is missing; ‘/’ is the outermost")

    static let verb = Verb(
        "move", "Put items into another folder; links to them and in them follow",
        details: Relocation.details,
        parameters: [
            Common.bundle, Common.someItems, Common.query, to, Relocation.dryRun, Relocation.noLinks, Common.json,
        ] + Common.locking,
        examples: [("move Recipes \"Apple pie\" \"Plum cake\" --to Desserts/Baked", "moves two items")]
    ) { arguments, session in
        guard let target = arguments[to] else { throw UsageError.missing("--to") }
        let paths = try session.paths(of: try Selection(arguments, session), arguments)
        return try session.relocate(arguments) { draft in
            let items = try draft.notebook.items(paths)
            let folder = try draft.folder(target)
            return try items.map { try draft.move($0, to: folder) }
        }
    }
}

/// What verbs have in common that give items another path or title.
enum Relocation {
    static let dryRun = Flag("dry-run", "Change nothing; show what would change as a unified diff")
    static let noLinks = Flag("no-links", "Leave all links as they are")
    static let details = """
        All links that led to what gets another place or name lead there afterwards, and so do the links in it: in one
        change, in their own style, and spelled more fully only where a name would mean something else. Code stays as it
        is, and so do the dates of items whose links change.
        """
}

extension Session {
    /// Gives items other paths or titles, keeps the links, and tells what was done.
    func relocate(_ arguments: Arguments, _ body: (inout Draft) throws -> [Item]) throws -> ExitStatus {
        try change(arguments) { draft in (try body(&draft), nil) }
    }

    /// Changes items so that links have to follow, and tells what was done, also what went to the trash meanwhile.
    func change(
        _ arguments: Arguments, _ body: (inout Draft) throws -> (items: [Item], batch: BatchName?)
    ) throws -> ExitStatus {
        let directory = try bundle(arguments)
        let run = { (draft: inout Draft) in
            draft.keepsLinks = !arguments[Relocation.noLinks]
            let (moved, batch) = try body(&draft)
            let known = Dictionary(moved.map { ($0.path, ()) }) { first, _ in first }
            let keeping = try draft.keepLinks()
            // Links in what was moved may have changed its size.
            let shown = try moved.map { try draft.shown($0.path) }
            return (
                items: shown, batch: batch, others: keeping.changed.filter { known[$0] == nil }, unkept: keeping.unkept
            )
        }
        guard !arguments[Relocation.dryRun] else {
            let preview = try directory.preview(run)
            try tell(preview.result.unkept)
            try show(preview, arguments)
            return .success
        }
        let edit = try directory.edit(run)
        try report(edit, edit.result.items, arguments)
        if let batch = edit.result.batch { try note("note: what was joined with it is in the trash, as \(batch)") }
        let count = edit.result.others.count
        if count > 0 { try note("note: links in \(Wording.count(count, "other item")) follow") }
        try tell(edit.result.unkept)
        return .success
    }

    private func show<Result>(_ preview: EditPreview<Result>, _ arguments: Arguments) throws {
        guard !arguments[Common.json] else {
            let moves = preview.moves.map { Output.ChangeOutput(path: $0.new.text, change: "moved", from: $0.old.text) }
            let moved = Set(preview.moves.map(\.new))
            let texts = preview.texts.filter { !moved.contains($0.path) }
            return try print(Output(changes: moves + texts.map { .init(path: $0.path.text, change: "changed") }))
        }
        for move in preview.moves {
            guard TrashedPath(move.new) == nil else {
                try print("trashed  \(PrintableText.escaped(move.old.text))")
                continue
            }
            try print("renamed  \(PrintableText.escaped(move.old.text)) -> \(PrintableText.escaped(move.new.text))")
        }
        for text in preview.texts {
            let diff = UnifiedDiff(text.path.text, was: text.oldPath?.text, text.old, text.new)
            for line in diff.text(style) { try print(line) }
        }
    }

    /// Tells of links that could not be kept.
    func tell(_ unkept: [UnkeptLink]) throws {
        for lost in unkept {
            let position = lost.link.position
            let place = "\(PrintableText.escaped(lost.item.text)):\(position.line):\(position.column)"
            try note("note: \(place): nothing can be written here that leads to the same; the link is left")
        }
    }
}
