import NotebookBundle
import NotebookFormat

/// The verb ‘backlinks’.
struct BacklinksCommand: Command {
    private static let target = Positional("ITEM", "The item, or an attachment by its path or name", kind: .item)

    static let verb = Verb(
        "backlinks", "List the links to an item or attachment",
        parameters: [Common.notebook, target, Common.json, Common.noCache] + Common.reading,
        examples: [("backlinks Recipes \"Apple pie\"", "path, line and column of each, and how it is written")],
        statuses: [.finding: "no item or several match"]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let links: [LinkRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).readCached { files, cache in
            let notebook = try Notebook(files)
            let path = try notebook.linkable(arguments[Self.target])
            let progress = ProgressLine(session, "reading")
            let items = try notebook.links(naming: [path], files, cache: cache, progress: progress)
            let links = LinkMap(notebook.manifest, items).links(to: path)
            progress.finish()
            guard !arguments[Common.json] else {
                try session.printJSON(Answer(links: links.map { LinkRow($0, notebook) }))
                return .success
            }
            for link in links {
                try session.print("\(LinkWording.place(of: link, session.style))  \(LinkWording.shown(link.link))")
            }
            return .success
        }
    }
}

extension Notebook {
    /// The file that a person names: an item or, if no item matches, an attachment.
    fileprivate func linkable(_ text: String) throws(NotebookError) -> BundlePath {
        do throws(NotebookError) {
            return try item(text).path
        } catch {
            guard case .noSuchItem = error, let blob = try? blob(text) else { throw error }
            return blob.path
        }
    }
}
