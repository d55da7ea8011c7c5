import NotebookBundle

/// The verb ‘pin’.
struct PinCommand: Command {
    static let verb = Verb(
        "pin", "Pin items to the top of lists",
        parameters: [Common.bundle, Common.someItems, Common.query, Common.json] + Common.guarding,
        examples: [
            ("pin Recipes \"Apple pie\"", "pins it"), ("pin Recipes --where \"tag == 'urgent'\"", "pins all of these"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"], partialNames: .acceptedAtTerminal()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        var change = ItemChange()
        change.isPinned = true
        return try Editing(arguments, session).change(try Selection(arguments, session), change)
    }
}

/// The verb ‘unpin’.
struct UnpinCommand: Command {
    static let verb = Verb(
        "unpin", "Unpin items",
        parameters: [Common.bundle, Common.someItems, Common.query, Common.json] + Common.guarding,
        examples: [("unpin Recipes \"Apple pie\"", "unpins it")],
        statuses: [.finding: "ITEM matches no item, or several"], partialNames: .acceptedAtTerminal()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        var change = ItemChange()
        change.isPinned = false
        return try Editing(arguments, session).change(try Selection(arguments, session), change)
    }
}
