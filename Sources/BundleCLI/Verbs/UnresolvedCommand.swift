import NotebookBundle

/// The verb ‘unresolved’.
struct UnresolvedCommand: Command {
    private static let all = Flag(
        "all", "On a terminal, show every broken link, not only the first of each kind")

    static let verb = Verb(
        "unresolved", "List broken links, and why they are broken",
        details:
            "A link is broken if it leads to nothing, to several items, into the trash, out of the notebook, or to a missing heading.",
        parameters: [Common.notebook, all, Common.noPager, Common.json, Common.noCache] + Common.reading,
        examples: [("unresolved Recipes", "the path, line and column of each link, its text, and the reason")],
        statuses: [.success: "no link is broken", .finding: "some links are broken"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let links: [LinkRow]
    }

    /// How a link is broken, wherever it is.
    private struct Broken: Hashable {
        let link: String
        let reason: String

        init(_ link: LinkMap.Link) {
            (self.link, reason) = (LinkWording.shown(link.link), link.problem?.description ?? "")
        }
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let progress = ProgressLine(session, "reading")
            let links = try listing.brokenLinks(snapshot.files, progress: progress)
            progress.finish()
            if arguments[Common.json] {
                try session.printJSON(Answer(links: links.map { LinkRow($0, listing) }))
            } else {
                if links.isEmpty { try session.reportNothing("no link is broken") }
                let same = Dictionary(grouping: links) { Broken($0) }
                var shown: Set<Broken> = []
                let showsEach = arguments[Self.all] || !session.terminal.outputIsTerminal
                for link in links {
                    let others = showsEach ? 0 : (same[Broken(link)]?.count ?? 1) - 1
                    guard others == 0 || shown.insert(Broken(link)).inserted else { continue }
                    let reason = link.problem?.description ?? ""
                    let place = LinkWording.place(of: link, session.style)
                    try session.printRow("\(place)  \(LinkWording.shown(link.link))  \(reason)", wrappedWith: 4)
                    if others > 0 {
                        try session.print("    " + session.style("and \(Wording.count(others, "more place"))", .dim))
                    }
                }
            }
            return links.isEmpty ? .success : .finding
        }
    }
}
