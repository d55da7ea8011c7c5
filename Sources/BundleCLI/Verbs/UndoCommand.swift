import NotebookBundle

/// The verb ‘undo’.
struct UndoCommand: Command {
    private static let number = Positional(
        "N", "The number of the change, as ‘log’ lists it (default: the latest one that is not undone)",
        kind: .change, isRequired: false)

    static let verb = Verb(
        "undo", "Undo a change",
        details: """
            Restores the files that the change touched, to the byte. In notebook.json (settings, folders, tags, smart folders), it
            reverts only what the change did. If one of the other files was changed since, nothing is undone; undo the later
            change first, or restore an item with ‘restore --at’. The undo is itself a change: revert it with ‘redo’, or by its
            number. An attachment that other items use by now stays. Each save in the editor is a change of its own. A change that
            was saved, but cannot be completed, is taken back first; its new texts are kept in the history, or in .set-aside/.
            """,
        parameters: [Common.bundle, number, Common.dryRun, Common.json] + Common.locking,
        examples: [
            ("undo Recipes", "undoes the last change"),
            ("undo Recipes 12", "undoes change 12"),
        ],
        statuses: [.finding: "the change cannot be undone"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let word = arguments[Self.number]
        let number = Int(word.hasPrefix("#") ? String(word.dropFirst()) : word)
        guard word.isEmpty || (number ?? 0) > 0 else {
            throw UsageError.badValue(
                "N", word, hint: "expected: the number of a change, as ‘\(session.tool) log’ lists it")
        }
        return try HistoryEdit(arguments, session).run("undid", withdraws: word.isEmpty) { draft in
            try draft.undo(number)
        }
    }
}

/// The verb ‘redo’.
struct RedoCommand: Command {
    static let verb = Verb(
        "redo", "Redo the last undone change",
        details: """
            Once the notebook has changed since the undo, other than by merging another copy, there is nothing to redo;
            ‘undo N’ still reverts an undo by its number.
            """,
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
