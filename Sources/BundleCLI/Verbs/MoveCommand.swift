import NotebookBundle

/// The verb ‘move’.
struct MoveCommand: Command {
    private static let to = Option.path(
        "to", "FOLDER",
        "The folder, created if it is missing; ‘/’ is the top level (default: the last word, an existing folder)",
        kind: .folder)

    static let verb = Verb(
        "move", "Move items to another folder, and update links to and from them",
        otherNames: ["mv"],
        details: Relocation.details,
        parameters: [
            Common.bundle, Common.someItems, Common.query, to, Common.dryRun, Relocation.noLinks, Common.json,
            Common.noCache,
        ] + Common.guarding,
        examples: [
            ("move Recipes \"Apple pie\" Desserts", "moves a note"),
            ("move Recipes \"Apple pie\" \"Plum cake\" --to Desserts/Baked", "moves two items"),
        ],
        statuses: Relocation.statuses, partialNames: .acceptedAtTerminal()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        var words = arguments.all(Common.someItems)
        let isLast = arguments[Self.to] == nil && words.count > 1 && arguments[Common.query] == nil
        guard let target = arguments[Self.to] ?? (isLast ? words.popLast() : nil) else {
            throw UsageError.missing("--to")
        }
        let selection = try Selection(arguments, session, words: words)
        return try Editing(arguments, session).relocate { draft in
            let items = try selection.items(in: draft.listing, try draft.tree())
            let folder = isLast ? try existing(target, in: draft.listing) : try draft.folder(target)
            return (items: try items.map { try draft.move($0, to: folder) }, notes: [])
        }
    }

    private func existing(_ word: String, in notebook: NotebookListing) throws -> FolderPath {
        do {
            return word == "/" ? .root : try notebook.folder(word)
        } catch NotebookError.noSuchFolder(_, let like) where like.isEmpty {
            throw NoFolderYet(word: word)
        }
    }
}

/// The last word names no folder, and only --to makes one.
private struct NoFolderYet: ToolFailure {
    let word: String

    var isFinding: Bool { true }
    var description: String { NotebookError.noSuchFolder(word, like: []).description }
    var hint: String? { "--to makes the folder; ‘bundle folder ls’ lists those that exist" }
}
