import NotebookBundle

/// The verb ‘rm’.
struct RemoveCommand: Command {
    private static let forever = Flag("forever", "Delete them permanently, instead of moving them to the trash")

    static let verb = Verb(
        "rm", "Move items to the trash",
        otherNames: ["remove", "delete", "del"],
        details: """
            Items deleted in one call can be restored as one batch. First lists links of other items that will break. Asks
            before deleting on a terminal; with --forever always asks, and deletes the items from the history (‘log’) as well.
            """,
        parameters: [
            Common.bundle, Common.someItems, Common.query, forever, Common.dryRun, Common.yes, Common.json,
            Common.noCache,
        ] + Common.guarding,
        examples: [
            ("rm Recipes \"Apple pie\"", "moves it to the trash"),
            ("rm Recipes \"Apple pie\" --forever --yes", "deletes it permanently"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"],
        partialNames: .acceptedIfVerbAsks
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let batches: [BatchRow]
        /// The links of other items that are broken now.
        let links: [LinkRow]?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        let selection = try Selection(arguments, session)
        let (items, losses, lost, gone) = try notebook.read { snapshot in
            let listing = snapshot.listing
            let items = try selection.items(in: listing, snapshot.files)
            let paths = Set(items.map(\.path))
            let (links, gone) = try listing.sources(naming: paths, snapshot.files)
            let losses = LinkLosses(listing.manifest, links, deleting: paths).losses
            let lost = losses.filter { $0.next == .nowhere }.map { LinkRow($0.link, listing) }
            return (items, losses, lost, gone)
        }
        try LinkNotes(session).report(losses)
        try EditNotes(session).report(gone: gone.sorted(), "links in it may lead nowhere then")
        guard !arguments[Common.dryRun] else {
            let edit = try Editing(arguments, session).tried(notebook) { draft in
                if arguments[Self.forever] { return try draft.destroy(items.map(\.path)) }
                _ = try draft.moveToTrash(draft.listing.items(items.map(\.path.text)))
            }
            guard case .shown(let status) = edit else { return .success }
            return status
        }
        let what = items.count == 1 ? PrintableText.quoted(items[0].title) : Wording.count(items.count, "item")
        let question =
            arguments[Self.forever]
            ? "Delete \(what) permanently, with \(items.count == 1 ? "its" : "their") history?"
            : "Move \(what) to the trash?"
        guard try Confirmation(arguments, session).isGiven(question, mustAsk: arguments[Self.forever]) else {
            return .failure
        }
        let edit = try notebook.edit { draft in
            let items = try draft.listing.items(items.map(\.path.text))
            guard !arguments[Self.forever] else {
                try draft.destroy(items.map(\.path))
                return BatchName?.none
            }
            return try draft.moveToTrash(items)
        }
        try EditNotes(session).report(edit.recovery, edit.commit)
        if arguments[Common.json] {
            let batches = edit.result.map { [BatchRow($0, paths: items.map(\.path.text))] }
            try session.printJSON(Answer(batches: batches ?? [], links: lost.isEmpty ? nil : lost))
        } else if edit.result != nil {
            let them = items.count == 1 ? "it" : "them"
            let shown = items.count == 1 ? PrintableText.quoted(items[0].shownTitle) : what
            try session.printSentence("moved \(shown) to the trash; ‘\(session.tool) undo’ brings \(them) back")
        } else {
            try session.printSentence(
                "deleted \(Wording.count(items.count, "item")) permanently, with \(items.count == 1 ? "its" : "their") history"
            )
        }
        return .success
    }
}
