import NotebookBundle

/// The verb ‘orphans’.
struct OrphansCommand: Command {
    static let verb = Verb(
        "orphans", "List the items that no other item links to",
        parameters: [Common.notebook, Common.noPager, Common.json, Common.noCache] + Common.reading,
        examples: [("orphans Recipes", "the items, the latest first")],
        statuses: [.finding: "the notebook is damaged"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let items: [ItemRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let progress = ProgressLine(session, "reading")
            // Their links and their tags are found in one look at all files.
            let look = (snapshot.files as? DirectoryTree).map { DirectoryScan($0, listing.manifest, nil) }
            let linked = Set(try listing.linkEdges(snapshot.files, look: look, progress: progress).map(\.target))
            progress.finish()
            let items = ItemOrder(.modified).sorted(listing.items.filter { !linked.contains($0.path) })
            if arguments[Common.json] {
                try session.printJSON(Answer(items: items.map(ItemRow.init)))
            } else {
                if items.isEmpty { try session.reportNothing("every item is linked from another") }
                try ItemLines(items, session).print(listing.shownTags(of: items, snapshot.files, look))
            }
            return .success
        }
    }
}
