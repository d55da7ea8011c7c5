import NotebookBundle
import NotebookFormat

/// The verb ‘graph’.
struct GraphCommand: Command {
    private enum Format: String, CaseIterable { case dot, json, mermaid }

    private static let format = Option<Format>(
        "format", oneOf: "For Graphviz, as JSON, or a block for Markdown (default: dot)")
    private static let attachments = Flag("attachments", "Attachments as well")

    static let verb = Verb(
        "graph", "Print the items and the links between them as a graph",
        parameters: [Common.notebook, format, attachments, Common.json] + Common.reading,
        examples: [
            ("graph Recipes | dot -Tsvg -o recipes.svg", "draws it"),
            ("graph Recipes --format mermaid", "a block that many viewers of Markdown draw"),
        ]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let graph: GraphRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.format, Common.json])
        return try NotebookOpener(arguments, session).read { files in
            let notebook = try Notebook(files)
            let progress = ProgressLine(session, "reading")
            let map = try notebook.linkMap(files, progress: progress)
            progress.finish()
            let graph = LinkGraph(notebook.manifest, map, includesBlobs: arguments[Self.attachments])
            switch arguments[Common.json] ? .json : arguments[Self.format] ?? .dot {
            case .dot: try session.write(Array(graph.dot(title: notebook.description.title).utf8))
            case .mermaid: try session.write(Array(graph.mermaid().utf8))
            case .json: try session.printJSON(Answer(graph: GraphRow(graph)))
            }
            return .success
        }
    }
}

/// A graph in the answer.
private struct GraphRow: Encodable {
    let nodes: [NodeRow]
    let edges: [EdgeRow]

    struct NodeRow: Encodable {
        let path: String
        let type: String
        let uuid: String?
        let title: String
    }

    struct EdgeRow: Encodable {
        let from: String
        let to: String
        let count: Int
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
