import NotebookBundle

/// The verb ‘backlinks’.
struct BacklinksCommand: Command {
    private static let target = Positional("ITEM", "The item, or an attachment by its path or name", kind: .item)

    private static let mentions = Flag(
        "mentions", "Also list where other items use its title, file name or ‘aliases’ without a link")

    static let verb = Verb(
        "backlinks", "List the links to an item or attachment",
        details: """
            Prints the path, line and column of each link, and the sentence around it. --mentions finds whole words outside
            links, code, HTML, mathematics, comments, web addresses and tags, up to 100 in each item; it skips names of one
            letter or digit.
            """,
        parameters: [Common.notebook, target, mentions, Common.noPager, Common.json, Common.noCache] + Common.reading,
        examples: [
            ("backlinks Recipes \"Apple pie\"", "each link with its sentence"),
            ("backlinks Recipes \"Apple pie\" --mentions", "also where its title is used without a link"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let links: [LinkRow]
        let mentions: [MentionRow]?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let path = try listing.linkable(arguments[Self.target])
            let progress = ProgressLine(session, "reading")
            let items = try listing.links(naming: [path], snapshot.files, progress: progress)
            let links = LinkMap(listing.manifest, items).links(to: path)
            let sentences = try snapshot.sentences(of: links)
            let mentions =
                try arguments[Self.mentions] ? self.mentions(of: path, in: listing, snapshot.files, progress) : nil
            progress.finish()
            guard !arguments[Common.json] else {
                let rows = zip(links, sentences).map { LinkRow($0, listing, sentence: $1) }
                try session.printJSON(Answer(links: rows, mentions: mentions?.map(MentionRow.init)))
                return .success
            }
            if links.isEmpty, mentions?.isEmpty != false { try session.reportNothing("no item links to it") }
            for (link, sentence) in zip(links, sentences) {
                try print(
                    LinkWording.place(of: link, session.style),
                    sentence.map { shown($0, in: link.source) } ?? LinkWording.shown(link.link))
            }
            for mention in mentions ?? [] {
                let place = LinkWording.place(mention.source, mention.position, session.style)
                try print(place + session.style(" (no link)", .yellow), shown(mention.sentence, in: mention.source))
            }
            return .success
        }
    }

    /// A sentence of an item, with the gaps of a card hidden.
    private func shown(_ sentence: Snippet, in source: BundlePath) -> String {
        sentence.text(session.style, isCard: FileType(of: source) == .card)
    }

    private func print(_ place: String, _ sentence: String) throws {
        try session.printRow("\(place)  \(sentence)", wrappedWith: 4)
    }

    private func mentions(
        of path: BundlePath, in notebook: NotebookListing, _ files: some FileTree, _ progress: ProgressLine
    ) throws -> [Mention] {
        guard let item = notebook.items.first(where: { $0.path == path }) else {
            throw UsageError.conflict("--mentions needs an item, not an attachment")
        }
        return try notebook.mentions(of: item, files, progress: progress)
    }
}

/// A place in the answer where an item is named without a link.
private struct MentionRow: JSONRow {
    let source: String
    let line: Int
    let column: Int
    let sentence: String

    init(_ mention: Mention) {
        source = mention.source.text
        (line, column) = (mention.position.line, mention.position.column)
        sentence = mention.sentence.text
    }
}
