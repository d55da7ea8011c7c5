import NotebookBundle
import NotebookFormat

/// The verb ‘merge-items’.
enum MergeCommand {
    private static let first = Positional("ITEM", "The item that stays")
    private static let second = Positional("OTHER", "The item whose text is put behind that of the first")

    static let verb = Verb(
        "merge-items", "Join two notes, or two cards; links to the second lead to the first",
        details: """
            The first keeps its title, place and uuid, and gets the tags of both. The second goes to the trash as it is, and can
            be restored. Links in its text are corrected for their new place.
            """,
        parameters: [Common.bundle, first, second, Relocation.dryRun, Common.json] + Common.locking,
        examples: [("merge-items Recipes \"Apple pie\" \"Apple pie 2\"", "one note, with both texts")],
        statuses: [.finding: "there is no such item, or several"]
    ) { arguments, session in
        try session.change(arguments) { draft in
            let one = try draft.notebook.item(arguments[first])
            let merged = try draft.merge(try draft.notebook.item(arguments[second]), into: one)
            return ([merged.item], merged.batch)
        }
    }
}
