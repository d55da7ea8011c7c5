import NotebookBundle

/// The verb ‘graph’.
struct GraphCommand: Command {
    private enum Format: String, CaseIterable { case dot, json, mermaid, tree }

    private static let format = Option<Format>(
        "format",
        oneOf: "Graphviz, JSON, a block for Markdown, or a tree (default: tree on a terminal, else dot)")
    private static let attachments = Flag("attachments", "Include attachments")

    private static let center = Positional(
        "ITEM", "Only items linked with this item or attachment", kind: .item, isRequired: false)
    private static let depth = Option.number(
        "depth", "N", "Follow up to N links from ITEM, in either direction (default: 1)", in: 1...100)

    static let verb = Verb(
        "graph", "Print the items and the links between them as a graph",
        details: """
            On a terminal, prints a tree: → precedes items that an item links to, ← items that link to it, and ↔ items that do
            both. From ITEM, each item appears once, where the fewest links lead to it; without ITEM, each item appears with the
            items that it links to.
            """,
        parameters: [
            Common.notebook, center, depth, format, attachments, Common.noPager, Common.json, Common.noCache,
        ] + Common.reading,
        examples: [
            ("graph Recipes | dot -Tsvg -o recipes.svg", "draws it"),
            (
                "graph Recipes \"Apple pie\" --depth 2 --format tree",
                "the item, its linked items, and the items linked with those"
            ),
            ("graph Recipes --format mermaid", "a block that many viewers of Markdown draw"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let graph: GraphRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.format, Common.json])
        if arguments[Self.depth] != nil, arguments.all(Self.center).isEmpty {
            throw UsageError.conflict("--depth needs ITEM")
        }
        return try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let center = try arguments.all(Self.center).first.map { try listing.linkable($0) }
            let progress = ProgressLine(session, "reading")
            let edges = try listing.linkEdges(snapshot.files, progress: progress)
            progress.finish()
            let isOfBlob = center.map { listing.manifest[$0]?.type == .blob } ?? false
            var graph = LinkGraph(listing.manifest, edges, includesBlobs: arguments[Self.attachments] || isOfBlob)
            if let center { graph = graph.neighborhood(of: [center], depth: arguments[Self.depth] ?? 1) }
            let standard: Format = session.terminal.outputIsTerminal ? .tree : .dot
            switch arguments[Common.json] ? .json : arguments[Self.format] ?? standard {
            case .tree:
                let tree = GraphTree(graph, session.style)
                let lines = center.map { tree.lines(from: $0) } ?? tree.lines()
                for line in lines { try session.printRow(line) }
            case .dot: try session.write(Array(graph.dot(title: listing.description.title).utf8))
            case .mermaid: try session.write(Array(graph.mermaid().utf8))
            case .json: try session.printJSON(Answer(graph: GraphRow(graph)))
            }
            return .success
        }
    }
}

/// A graph in the answer.
private struct GraphRow: JSONRow {
    let nodes: [NodeRow]
    let edges: [EdgeRow]

    struct NodeRow: JSONRow {
        let path: String
        let type: String
        let uuid: String?
        let title: String

        var printedMembers: [JSONValue.Member] {
            members(["path": path, "title": title, "type": type, "uuid": uuid])
        }
    }

    struct EdgeRow: JSONRow {
        let from: String
        let to: String
        let count: Int

        var printedMembers: [JSONValue.Member] { members(["count": count, "from": from, "to": to]) }
    }

    init(_ graph: LinkGraph) {
        nodes = graph.nodes.map {
            NodeRow(
                path: $0.path.text, type: $0.type.rawValue, uuid: $0.item?.uuid?.description,
                title: LinkGraph.title(of: $0))
        }
        edges = graph.edges.map { EdgeRow(from: $0.source.text, to: $0.target.text, count: $0.count) }
    }
}
