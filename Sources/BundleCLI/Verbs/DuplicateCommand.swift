import NotebookBundle

/// The verb ‘duplicate’.
struct DuplicateCommand: Command {
    static let verb = Verb(
        "duplicate", "Duplicate items within a notebook, with new titles and uuids",
        otherNames: ["cp"],
        parameters: [Common.bundle, Common.someItems, Common.query, Common.json] + Common.guarding,
        examples: [("duplicate Recipes \"Apple pie\"", "makes “Apple pie copy” beside it")],
        statuses: [.finding: "ITEM matches no item, or several"], partialNames: .acceptedAtTerminal()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let selection = try Selection(arguments, session)
        return try Editing(arguments, session).change { draft in
            try selection.items(in: draft.listing, try draft.tree()).map { try draft.duplicate($0) }
        }
    }
}
