import NotebookBundle
import NotebookFormat

/// The verb ‘graph’.
enum GraphCommand {
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
    ) { arguments, session in
        try arguments.requireAtMostOne(of: [format, Common.json])
        return try session.read(arguments) { files in
            let notebook = try Notebook(files)
            let progress = session.progress("reading")
            let map = try notebook.linkMap(files, progress: progress)
            progress.finish()
            let graph = LinkGraph(notebook.manifest, map, includesBlobs: arguments[attachments])
            switch arguments[Common.json] ? .json : arguments[format] ?? .dot {
            case .dot: try session.write(Array(graph.dot(title: notebook.description.title).utf8))
            case .mermaid: try session.write(Array(graph.mermaid().utf8))
            case .json: try session.print(Output(graph: .init(graph)))
            }
            return .success
        }
    }
}

extension Output.GraphOutput {
    init(_ graph: LinkGraph) {
        self.init(
            nodes: graph.nodes.map {
                .init(
                    path: $0.path.text, type: $0.type.rawValue, uuid: $0.item?.uuid?.description,
                    title: LinkGraph.title(of: $0))
            }, edges: graph.edges.map { .init(from: $0.source.text, to: $0.target.text, count: $0.count) })
    }
}
