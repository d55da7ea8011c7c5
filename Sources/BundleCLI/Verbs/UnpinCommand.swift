import NotebookBundle

/// The verb ‘unpin’.
struct UnpinCommand: Command {
    static let verb = Verb(
        "unpin", "Unpin items",
        parameters: [Common.bundle, Common.someItems, Common.query, Common.json] + Common.locking,
        examples: [("unpin Recipes \"Apple pie\"", "unpins it")],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        var change = ItemChange()
        change.isPinned = false
        return try Editing(arguments, session).change(try Selection(arguments, session), change)
    }
}
