import NotebookBundle

/// The verb ‘merge-items’.
struct MergeItemsCommand: Command {
    private static let first = Positional("ITEM", "The item that stays, which --expect is about", kind: .item)
    private static let second = Positional("OTHER", "The item whose text is added to the first", kind: .item)

    static let verb = Verb(
        "merge-items", "Merge two notes, or two cards, and redirect links from the second to the first",
        details: """
            The first item keeps its title, path and uuid. It gets the text and tags of both, and the properties that only the
            second has; if both have a property, the first keeps its value, and the other value is reported. The second item
            goes to the trash unchanged, and can be restored. Links in its text are updated, and links to its headings lead to
            the first. An open block at the end of the first text, such as code, is closed; if both texts use the same label for
            a link or footnote, it is renamed in the second. If that is not enough, nothing is changed, and the place is
            reported.
            """,
        parameters: [Common.bundle, first, second, Common.dryRun, Common.json, Common.noCache] + Common.guarding,
        examples: [("merge-items Recipes \"Apple pie\" \"Apple pie 2\"", "makes one note with both texts")],
        statuses: Relocation.statuses, partialNames: .confirmed()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try Editing(arguments, session).relocate { draft in
            let one = try draft.listing.item(arguments[Self.first])
            try Expectation(arguments, session).check(one, in: draft)
            let merged = try draft.merging(try draft.listing.item(arguments[Self.second]), into: one)
            var notes = ["the other item is in the trash; ‘\(session.tool) undo’ takes the merge back"]
            if !merged.leftOut.isEmpty {
                let properties = merged.leftOut.map { property in
                    let value = property.value.scalars.map(\.text).joined(separator: ", ")
                    return PrintableText.escaped("\(property.key): \(value)")
                }
                notes.append(
                    "the first item keeps its own values; the other had \(properties.joined(separator: ", and "))")
            }
            return ([merged.item], notes)
        }
    }
}
