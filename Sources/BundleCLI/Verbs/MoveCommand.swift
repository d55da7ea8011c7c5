import NotebookBundle

/// The verb ‘move’.
struct MoveCommand: Command {
    private static let to = Option.path(
        "to", "FOLDER", "The folder, created if it is missing; ‘/’ is the top level", kind: .folder)

    static let verb = Verb(
        "move", "Move items to another folder, and update links to and from them",
        otherNames: ["mv"],
        details: Relocation.details,
        parameters: [
            Common.bundle, Common.someItems, Common.query, to, Common.dryRun, Relocation.noLinks, Common.json,
            Common.noCache,
        ] + Common.guarding,
        examples: [("move Recipes \"Apple pie\" \"Plum cake\" --to Desserts/Baked", "moves two items")],
        statuses: Relocation.statuses
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard let target = arguments[Self.to] else { throw UsageError.missing("--to") }
        let selection = try Selection(arguments, session)
        return try Editing(arguments, session).relocate { draft in
            let items = try selection.items(in: draft.listing, try draft.tree())
            let folder = try draft.folder(target)
            return (items: try items.map { try draft.move($0, to: folder) }, notes: [])
        }
    }
}
