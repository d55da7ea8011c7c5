import NotebookBundle

/// The verb ‘blobs’.
struct BlobsCommand: Command {
    private static let unreferenced = Flag("unreferenced", "Only unused attachments")

    static let verb = Verb(
        "blobs", "List the attachments with type, size and the items that use them",
        parameters: [Common.notebook, unreferenced, Common.noPager, Common.json] + Common.reading,
        examples: [("blobs Recipes", "each attachment, and below it the items that link to it")],
        statuses: [.finding: "the notebook is damaged"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let blobs: [BlobRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let progress = ProgressLine(session, "reading")
            let usage = try snapshot.listing.blobUsage(snapshot.files, progress: progress)
            progress.finish()
            let uses = usage.uses.filter { !arguments[Self.unreferenced] || !$0.isReferenced }
            if arguments[Common.json] {
                try session.printJSON(Answer(blobs: uses.map(BlobRow.init)))
            } else {
                if uses.isEmpty { try session.reportNothing("no attachments") }
                for line in BlobLines.of(uses, session.style) { try session.printRow(line, wrappedWith: 4) }
            }
            return .success
        }
    }
}
