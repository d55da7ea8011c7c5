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
            be restored. Links in its text are corrected for their new place, and links to its headings lead there. What is open at the
            end of the first text, a block of code, say, is closed; labels of links and footnotes that both have get other names in
            the second. Where that is not enough, nothing is changed, and the place is told.
            """,
        parameters: [Common.bundle, first, second, Common.dryRun, Common.json] + Common.locking,
        examples: [("merge-items Recipes \"Apple pie\" \"Apple pie 2\"", "one note, with both texts")],
        statuses: Relocation.statuses
    ) { arguments, session in
        try session.change(arguments) { draft in
            let one = try draft.notebook.item(arguments[first])
            let merged = try draft.merge(try draft.notebook.item(arguments[second]), into: one)
            var notes = ["what was joined with it is in the trash, as \(merged.batch)"]
            if !merged.leftOut.isEmpty {
                let keys = merged.leftOut.map { PrintableText.escaped($0) }.joined(separator: ", ")
                notes.append("of its front matter stay out: \(keys)")
            }
            return ([merged.item], notes)
        }
    }
}
