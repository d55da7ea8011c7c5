import NotebookBundle
import NotebookFormat

/// The verb ‘links’.
enum LinksCommand {
    static let verb = Verb(
        "links", "List the links in an item and where they lead",
        parameters: [Common.notebook, Common.item, Common.json] + Common.reading,
        examples: [("links Recipes \"Apple pie\"", "each link with its line and column")],
        statuses: [.finding: "no item or several match"]
    ) { arguments, session in
        try session.read(arguments) { files in
            let notebook = try Notebook(files)
            let item = try notebook.item(arguments[Common.item])
            let links = try notebook.linkMap(of: item, files).links(of: item.path)
            guard !arguments[Common.json] else {
                try session.print(Output(links: links.map { .init($0, notebook) }))
                return .success
            }
            let sources = links.map { LinkWording.shown($0.link) }
            let width = min(48, sources.map(\.columns).max() ?? 0)
            for (link, source) in zip(links, sources) {
                let place = LinkWording.position(link)
                try session.print("\(place.padded(to: 7))  \(source.padded(to: width))  \(session.goal(of: link))")
            }
            return .success
        }
    }
}

/// The verb ‘backlinks’.
enum BacklinksCommand {
    private static let target = Positional("ITEM", "The item, or an attachment by its path or name")

    static let verb = Verb(
        "backlinks", "List the links to an item or attachment",
        parameters: [Common.notebook, target, Common.json] + Common.reading,
        examples: [("backlinks Recipes \"Apple pie\"", "path, line and column of each, and how it is written")],
        statuses: [.finding: "no item or several match"]
    ) { arguments, session in
        try session.read(arguments) { files in
            let notebook = try Notebook(files)
            let path = try notebook.linkable(arguments[target])
            let progress = session.progress("reading")
            let links = try notebook.linkMap(files, progress: progress).links(to: path)
            progress.finish()
            guard !arguments[Common.json] else {
                try session.print(Output(links: links.map { .init($0, notebook) }))
                return .success
            }
            for link in links {
                try session.print("\(session.place(of: link))  \(LinkWording.shown(link.link))")
            }
            return .success
        }
    }
}

/// The verb ‘unresolved’.
enum UnresolvedCommand {
    static let verb = Verb(
        "unresolved", "List broken links, and why they are broken",
        details:
            "A link is broken if it leads to nothing, to several items, into the trash, out of the notebook, or to a missing heading.",
        parameters: [Common.notebook, Common.json] + Common.reading,
        examples: [("unresolved Recipes", "path, line and column of each, how it is written, and what is wrong")],
        statuses: [.success: "no link is broken", .finding: "some links are broken"]
    ) { arguments, session in
        try session.read(arguments) { files in
            let notebook = try Notebook(files)
            let progress = session.progress("reading")
            let links = try notebook.linkMap(files, progress: progress).broken
            progress.finish()
            if arguments[Common.json] {
                try session.print(Output(links: links.map { .init($0, notebook) }))
            } else {
                for link in links {
                    let reason = link.problem?.description ?? ""
                    try session.print("\(session.place(of: link))  \(LinkWording.shown(link.link))  \(reason)")
                }
            }
            return links.isEmpty ? .success : .finding
        }
    }
}

/// The verb ‘orphans’.
enum OrphansCommand {
    static let verb = Verb(
        "orphans", "List the items that no other item links to",
        parameters: [Common.notebook, Common.json] + Common.reading,
        examples: [("orphans Recipes", "the items, the latest first")]
    ) { arguments, session in
        try session.read(arguments) { files in
            let notebook = try Notebook(files)
            let progress = session.progress("reading")
            let linked = try notebook.linkMap(files, progress: progress).linked
            progress.finish()
            let items = ItemOrder(.modified).sorted(notebook.items.filter { !linked.contains($0.path) })
            if arguments[Common.json] {
                try session.print(Output(items: items.map(Output.ItemOutput.init)))
            } else {
                for line in session.lines(items) { try session.print(line) }
            }
            return .success
        }
    }
}

/// Links as people read them.
enum LinkWording {
    /// The link as it is written, on one line.
    static func shown(_ link: ItemLink) -> String {
        PrintableText.escaped(link.source.split(whereSeparator: \.isNewline).joined(separator: " ")).cut(to: 60)
    }

    /// The line and column of a link.
    static func position(_ link: LinkMap.Link) -> String {
        "\(link.link.found.position.line):\(link.link.found.position.column)"
    }
}

extension Session {
    /// The path, line and column of a link, as editors understand them.
    func place(of link: LinkMap.Link) -> String {
        style("\(PrintableText.escaped(link.source.text)):\(LinkWording.position(link))", .cyan)
    }

    /// Where a link leads, in words.
    fileprivate func goal(of link: LinkMap.Link) -> String {
        switch link.goal {
        case .file(link.source): "the item itself"
        case .file(let path): PrintableText.escaped(path.text)
        case .folder(let text): PrintableText.escaped(text.isEmpty ? "the notebook" : text + "/")
        case .external: style("elsewhere", .dim)
        case .broken(let problem): style(problem.description, .red)
        }
    }
}

extension Notebook {
    /// The file that a person means: an item or, if no item is meant, an attachment.
    func linkable(_ text: String) throws(NotebookError) -> BundlePath {
        do throws(NotebookError) {
            return try item(text).path
        } catch {
            guard case .noSuchItem = error, let blob = try? blob(text) else { throw error }
            return blob.path
        }
    }
}

extension Output.LinkOutput {
    init(_ link: LinkMap.Link, _ notebook: Notebook) {
        let found = link.link.found
        self.init(
            source: link.source.text, line: found.position.line, column: found.position.column,
            form: link.link.form.rawValue, text: link.link.source, goal: link.goal.name)
        switch link.goal {
        case .file(let path): target = path.text
        case .folder(let text): target = text
        case .external(let text): target = text
        case .broken(let problem):
            self.problem = problem.description
            target = link.target?.text
            if case .ambiguous(_, let paths) = problem { candidates = paths.map(\.text) }
        }
        uuid = link.target.flatMap { notebook.manifest[$0]?.item?.uuid?.description }
    }
}

extension LinkMap.Goal {
    /// What ‘goal’ says in JSON.
    fileprivate var name: String {
        switch self {
        case .file: "file"
        case .folder: "folder"
        case .external: "external"
        case .broken(let problem):
            switch problem {
            case .missingBlob, .missingFile, .missingTarget: "missing"
            case .missingHeading: "missing heading"
            case .ambiguous: "ambiguous"
            case .trashed: "trashed"
            case .outside: "outside"
            }
        }
    }
}
