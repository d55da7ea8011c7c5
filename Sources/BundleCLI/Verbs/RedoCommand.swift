import NotebookBundle

/// The verb ‘redo’.
struct RedoCommand: Command {
    static let verb = Verb(
        "redo", "Make the change again that was undone last",
        details: "If one of its files was changed since, nothing is changed.",
        parameters: [Common.bundle, Common.dryRun, Common.json] + Common.locking,
        examples: [("redo Recipes", "takes back the last ‘undo’")],
        statuses: [.finding: "there is nothing to redo, or it cannot be done"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try HistoryEdit(arguments, session).run("redid") { draft in try draft.redo() }
    }
}
