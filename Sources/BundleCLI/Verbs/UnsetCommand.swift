import NotebookBundle

/// The verb ‘unset’.
struct UnsetCommand: Command {
    private static let keys = Positional("NAME", "The names of the properties", kind: .property, isRepeated: true)

    static let verb = Verb(
        "unset", "Remove properties of an item, and leave the rest of its file as it is",
        parameters: [Common.bundle, Common.item, keys, Common.dryRun, Common.json] + Common.locking,
        examples: [("unset Recipes \"Apple pie\" rating", "removes it from the front matter")],
        statuses: [.finding: "ITEM matches no item, or several, or it has no such property"], partialNames: .confirmed()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try Editing(arguments, session).change { draft in
            let item = try draft.listing.item(arguments[Common.item])
            var change = ItemChange()
            change.properties = arguments.all(Self.keys).map { (key: $0, value: nil) }
            _ = try draft.edit(item.path, change)
            return [try draft.shown(item.path)]
        }
    }
}
