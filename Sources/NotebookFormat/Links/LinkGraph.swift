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
    }

    /// The files, in the order of their paths.
    public let nodes: [Entry]
    /// The edges, by their sources, then by their targets.
    public let edges: [Edge]

    /// Makes the graph of a notebook.
    ///
    /// - Parameter includesBlobs: Whether to include attachments.
    public init(_ manifest: Manifest, _ map: LinkMap, includesBlobs: Bool = false) {
        nodes = manifest.entries.filter {
            TrashedPath($0.path) == nil && ($0.type.isItem || includesBlobs && $0.type == .blob)
        }
        let paths = Set(nodes.map(\.path))
        var counts: [BundlePath: [BundlePath: Int]] = [:]
        for link in map.links {
            guard let target = link.target, target != link.source, paths.contains(target) else { continue }
            counts[link.source, default: [:]][target, default: 0] += 1
        }
        edges = counts.sorted { $0.key < $1.key }.flatMap { source, targets in
            targets.sorted { $0.key < $1.key }.map { Edge(source: source, target: $0.key, count: $0.value) }
        }
    }

    /// The label of a node: the title of an item, or the name under which an attachment was attached.
    public static func title(of entry: Entry) -> String {
        entry.shownTitle ?? BlobName(entry.path.name)?.readableName ?? entry.path.stem
    }

    /// The graph in the language of Graphviz (DOT).
    public func dot(title: String) -> String {
        func quoted(_ text: String) -> String {
            let text = PrintableText.escaped(text)
            // Few labels need escapes, and searching them as text took a third of the time for the whole graph.
            guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
                return "\"\(text)\""
            }
            return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        var lines = ["digraph \(quoted(title)) {", "  node [shape=box];"]
        for node in nodes {
            let shape = node.type == .card ? ", style=rounded" : node.type == .blob ? ", shape=note" : ""
            lines.append("  \(quoted(node.path.text)) [label=\(quoted(Self.title(of: node)))\(shape)];")
        }
        for edge in edges {
            let weight = edge.count > 1 ? " [weight=\(edge.count)]" : ""
            lines.append("  \(quoted(edge.source.text)) -> \(quoted(edge.target.text))\(weight);")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The graph as a Mermaid block of Markdown.
    public func mermaid() -> String {
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
