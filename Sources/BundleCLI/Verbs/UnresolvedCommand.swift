import NotebookBundle
import NotebookFormat

/// The verb ‘unresolved’.
struct UnresolvedCommand: Command {
    static let verb = Verb(
        "unresolved", "List broken links, and why they are broken",
        details:
            "A link is broken if it leads to nothing, to several items, into the trash, out of the notebook, or to a missing heading.",
        parameters: [Common.notebook, Common.json] + Common.reading,
        examples: [("unresolved Recipes", "path, line and column of each, how it is written, and what is wrong")],
        statuses: [.success: "no link is broken", .finding: "some links are broken"]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let links: [LinkRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { files in
            let notebook = try Notebook(files)
            let progress = ProgressLine(session, "reading")
            let links = try notebook.linkMap(files, progress: progress).broken
            progress.finish()
            if arguments[Common.json] {
                try session.printJSON(Answer(links: links.map { LinkRow($0, notebook) }))
            } else {
                for link in links {
                    let reason = link.problem?.description ?? ""
                    let place = LinkWording.place(of: link, session.style)
                    try session.printRow("\(place)  \(LinkWording.shown(link.link))  \(reason)", wrappedWith: 4)
                }
            }
            return links.isEmpty ? .success : .finding
        }
    }
}
