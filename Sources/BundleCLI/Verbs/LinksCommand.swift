import NotebookBundle

/// The verb ‘links’.
struct LinksCommand: Command {
    static let verb = Verb(
        "links", "List the links in an item and where they lead",
        details: "With --format, fields of queries and properties are those of the item that a link leads to.",
        parameters: [Common.notebook, Common.item, Common.noPager, RowFormat.option, Common.json] + Common.reading,
        examples: [("links Recipes \"Apple pie\"", "each link with its line and column")],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let links: [LinkRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [RowFormat.option, Common.json])
        _ = try arguments[RowFormat.option]?.columns(besides: LinkRow.self)
        return try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let item = try listing.item(arguments[Common.item])
            guard try snapshot.content(of: item.path) != nil else {
                throw NotebookError.gone(item.path)
            }
            let links = try listing.linkMap(of: item, snapshot.files).links(of: item.path)
            if let format = arguments[RowFormat.option] {
                let targets = links.map { $0.target.flatMap(listing.item(at:)) }
                for line in try format.lines(links.map { LinkRow($0, listing) }, of: targets, listing, snapshot.files) {
                    try session.print(line)
                }
                return .success
            }
            guard !arguments[Common.json] else {
                try session.printJSON(Answer(links: links.map { LinkRow($0, listing) }))
                return .success
            }
            if links.isEmpty { try session.reportNothing("no links") }
            let isShort = session.terminal.outputIsTerminal
            let sources = links.map { link in
                let shown = LinkWording.shown(link.link)
                return isShort ? HiddenText.withReadableNames(shown) : shown
            }
            let room = session.terminal.outputIsTerminal ? max(12, (session.terminal.width - 11) / 2) : 48
            let width = min(48, room, sources.map(\.columns).max() ?? 0)
            for (link, source) in zip(links, sources) {
                let place = LinkWording.position(link)
                let shown = session.terminal.outputIsTerminal ? source.cut(to: width) : source
                // The reason that a link is broken takes more room than a path.
                let indent = room >= 24 ? width + 11 : 9
                try session.printRow(
                    "\(place.padded(to: 7))  \(shown.padded(to: width))  \(goal(of: link))", wrappedWith: indent)
            }
            return .success
        }
    }
}

extension LinksCommand {
    /// The destination of a link, in words.
    private func goal(of link: LinkMap.Link) -> String {
        switch link.goal {
        case .file(link.source): "the item itself"
        case .file(let path) where session.terminal.outputIsTerminal:
            PrintableText.escaped(HiddenText.withReadableNames(path.text))
        case .file(let path): PrintableText.escaped(path.text)
        case .folder(let text): PrintableText.escaped(text.isEmpty ? "the notebook" : text + "/")
        case .external: session.style("elsewhere", .dim)
        case .broken(let problem): session.style(problem.description, .red)
        }
    }
}
