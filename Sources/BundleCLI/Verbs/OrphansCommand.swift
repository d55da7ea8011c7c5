import NotebookBundle

/// The verb ‘orphans’.
struct OrphansCommand: Command {
    static let verb = Verb(
        "orphans", "List the items that no other item links to",
        parameters: [Common.notebook, Common.noPager, Common.json, Common.noCache] + Common.reading,
        examples: [("orphans Recipes", "the items, the latest first")]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let items: [ItemRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { files in
            let notebook = try NotebookListing(files)
            let progress = ProgressLine(session, "reading")
            let linked = Set(try notebook.linkEdges(files, progress: progress).map(\.target))
            progress.finish()
            let items = ItemOrder(.modified).sorted(notebook.items.filter { !linked.contains($0.path) })
            if arguments[Common.json] {
                try session.printJSON(Answer(items: items.map(ItemRow.init)))
            } else {
                if items.isEmpty { try session.reportNothing("every item is linked from another") }
                try ItemLines(items, session).print(notebook.shownTags(of: items, files))
            }
            return .success
        }
    }
}
