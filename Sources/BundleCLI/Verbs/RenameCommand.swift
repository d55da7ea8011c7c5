import NotebookBundle

/// The verb ‘rename’.
struct RenameCommand: Command {
    private static let title = Positional("TITLE", "The new title")

    static let verb = Verb(
        "rename", "Rename an item and its file, and update the links to it",
        otherNames: ["mv"],
        details: Relocation.details,
        parameters: [Common.bundle, Common.item, title, Common.dryRun, Relocation.noLinks, Common.json, Common.noCache]
            + Common.guarding,
        examples: [
            ("rename Recipes \"Apple pie\" \"Grandmother’s apple pie\"", "renames the note and its file"),
            ("rename Recipes \"Apple pie\" \"Plum pie\" --dry-run", "shows which texts would change"),
        ],
        statuses: Relocation.statuses, partialNames: .confirmed()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try Editing(arguments, session).relocate { draft in
            let item = try draft.listing.item(arguments[Common.item])
            try Expectation(arguments, session).check(item, in: draft)
            return (items: [try draft.rename(item, to: arguments[Self.title])], notes: [])
        }
    }
}
