import NotebookBundle

/// The verb ‘redo’.
struct RedoCommand: Command {
    static let verb = Verb(
        "redo", "Redo the last undone change",
        details: "If one of its files was changed since, nothing is redone.",
        parameters: [Common.bundle, Common.dryRun, Common.json] + Common.locking,
        examples: [("redo Recipes", "reverts the last ‘undo’")],
        statuses: [.finding: "there is nothing to redo, or the change cannot be redone"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try HistoryEdit(arguments, session).run("redid") { draft in try draft.redo() }
    }
}
