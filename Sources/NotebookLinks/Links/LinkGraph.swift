public import NotebookFormat
import NotebookText

/// The items of a notebook and the links between them, with at most one edge for each pair.
public struct LinkGraph: Sendable {
    /// Links from one file to another.
    public struct Edge: Hashable, Sendable {
        /// The item that contains the links.
        public let source: BundlePath
        /// Their target.
        public let target: BundlePath
        /// Their number.
        public let count: Int

        /// The edges from an item to other files, by these.
        ///
        /// - Parameter counts: The number of links to each file.
        package static func all(from source: BundlePath, _ counts: [BundlePath: Int]) -> [Edge] {
            counts.filter { $0.key != source }.sorted { $0.key < $1.key }
                .map { Edge(source: source, target: $0.key, count: $0.value) }
        }
    }

    /// The files, in the order of their paths.
    public let nodes: [Entry]
    /// The edges, by their sources, then by their targets.
    public let edges: [Edge]

    /// Makes the graph of a notebook.
    ///
    /// - Parameters:
    ///   - edges: All links, in the order of the graph's edges.
    ///   - includesBlobs: Whether to include attachments.
    package init(_ manifest: Manifest, _ edges: [Edge], includesBlobs: Bool = false) {
        nodes = manifest.entries.filter {
            TrashedPath($0.path) == nil && ($0.type.isItem || includesBlobs && $0.type == .blob)
        }
        let paths = Set(nodes.map(\.path))
        self.edges = edges.filter { paths.contains($0.target) }
    }

    private init(nodes: [Entry], edges: [Edge]) {
        self.nodes = nodes
        self.edges = edges
    }

    /// The part of the graph around some files: everything within a number of links of them, in either direction.
    ///
    /// - Parameter depth: The maximum number of links to follow from each file; 0 keeps only the files themselves.
    public func neighborhood(of paths: Set<BundlePath>, depth: Int) -> LinkGraph {
        var neighbors: [BundlePath: [BundlePath]] = [:]
        for edge in edges {
            neighbors[edge.source, default: []].append(edge.target)
            neighbors[edge.target, default: []].append(edge.source)
        }
        var found = paths
        var last = paths
        for _ in 0..<max(0, depth) {
            guard !last.isEmpty else { break }
            last = Set(last.flatMap { neighbors[$0] ?? [] }).subtracting(found)
            found.formUnion(last)
        }
        return LinkGraph(
            nodes: nodes.filter { found.contains($0.path) },
            edges: edges.filter { found.contains($0.source) && found.contains($0.target) })
    }

    /// The label of a node: the title of an item, with the gaps of a card hidden, or the name that an attachment was
    /// attached under.
    package static func title(of entry: Entry) -> String {
        let title = entry.shownTitle ?? BlobName(entry.path.name)?.readableName ?? entry.path.stem
        return entry.type == .card ? HiddenGaps.text(title) : title
    }

    /// The graph in the language of Graphviz (DOT).
    package func dot(title: String) -> String {
        func quoted(_ text: String) -> String {
            let text = PrintableText.escaped(text)
            // Few labels need escapes, and searching labels as text took a third of the time for the whole graph.
            guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
                return "\"\(text)\""
            }
            return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        // Most files are named by several edges.
        var names: [BundlePath: String] = [:]
        names.reserveCapacity(nodes.count)
        var text = "digraph \(quoted(title)) {\n  node [shape=box];\n"
        for node in nodes {
            let shape = node.type == .card ? ", style=rounded" : node.type == .blob ? ", shape=note" : ""
            let name = quoted(node.path.text)
            names[node.path] = name
            text += "  \(name) [label=\(quoted(Self.title(of: node)))\(shape)];\n"
        }
        for edge in edges {
            text += "  "
            text += names[edge.source] ?? quoted(edge.source.text)
            text += " -> "
            text += names[edge.target] ?? quoted(edge.target.text)
            if edge.count > 1 { text += " [weight=\(edge.count)]" }
            text += ";\n"
        }
        return text + "}\n"
    }

    /// The graph as a Mermaid block of Markdown.
    package func mermaid() -> String {
        func quoted(_ text: String) -> String {
            var output = ""
            // Mermaid has its own character references, without `&`.
            for scalar in PrintableText.escaped(text).unicodeScalars {
                if "\"#&;`<>\\".unicodeScalars.contains(scalar) {
                    output += "#\(scalar.value);"
                } else {
                    output.unicodeScalars.append(scalar)
                }
            }
            return "\"\(output)\""
        }
        let names = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1.path, "n\($0 + 1)") })
        var lines = ["```mermaid", "graph LR"]
        for node in nodes {
            let (open, close) = node.type == .card ? ("(", ")") : node.type == .blob ? ("[/", "/]") : ("[", "]")
            lines.append("  \(names[node.path] ?? "")\(open)\(quoted(Self.title(of: node)))\(close)")
        }
        for edge in edges { lines.append("  \(names[edge.source] ?? "") --> \(names[edge.target] ?? "")") }
        return (lines + ["```"]).joined(separator: "\n") + "\n"
    }
}
