import NotebookBundle

/// The links between items as a tree, for reading on a terminal.
struct GraphTree {
    /// The direction of the links between two items.
    private enum Direction: String {
        case to = "→"
        case from = "←"
        case both = "↔"
    }

    private typealias Neighbor = (path: BundlePath, direction: Direction)

    private let graph: LinkGraph
    private let style: Style
    private let entries: [BundlePath: Entry]
    private let neighbors: [BundlePath: [Neighbor]]

    init(_ graph: LinkGraph, _ style: Style) {
        (self.graph, self.style) = (graph, style)
        entries = Dictionary(graph.nodes.map { ($0.path, $0) }) { first, _ in first }
        var directions: [BundlePath: [BundlePath: Direction]] = [:]
        func record(_ one: BundlePath, _ other: BundlePath, _ direction: Direction) {
            let known = directions[one]?[other]
            directions[one, default: [:]][other] = known == nil || known == direction ? direction : .both
        }
        for edge in graph.edges {
            record(edge.source, edge.target, .to)
            record(edge.target, edge.source, .from)
        }
        let titles = entries.mapValues(LinkGraph.title)
        // Outgoing links come first.
        func precedes(_ one: Neighbor, _ other: Neighbor) -> Bool {
            let (isFirst, isSecond) = (one.direction == .from, other.direction == .from)
            guard isFirst == isSecond else { return isSecond }
            let (title, otherTitle) = (titles[one.path] ?? "", titles[other.path] ?? "")
            return title == otherTitle ? one.path < other.path : ItemOrder.namePrecedes(title, otherTitle)
        }
        neighbors = directions.mapValues { $0.map { (path: $0.key, direction: $0.value) }.sorted(by: precedes) }
    }

    /// The items with the targets of their links, and the number of items without links.
    func lines() -> [String] {
        var lines: [String] = []
        for node in graph.nodes {
            let targets = (neighbors[node.path] ?? []).filter { $0.direction != .from }
            guard !targets.isEmpty else { continue }
            lines.append(name(of: node.path, isFirst: true))
            for (number, target) in targets.enumerated() {
                let branch = number == targets.count - 1 ? "└─" : "├─"
                lines.append(style("\(branch)\(target.direction.rawValue) ", .dim) + name(of: target.path))
            }
        }
        let alone = graph.nodes.count { neighbors[$0.path] == nil }
        if alone > 0 {
            lines.append(style(alone == 1 ? "1 item has no links" : "\(alone) items have no links", .dim))
        }
        return lines
    }

    /// The items around one item, each below the nearest item that leads to it.
    func lines(from center: BundlePath) -> [String] {
        var children: [BundlePath: [Neighbor]] = [:]
        var seen: Set<BundlePath> = [center]
        var row = [center]
        while !row.isEmpty {
            var next: [BundlePath] = []
            for path in row {
                let new = (neighbors[path] ?? []).filter { seen.insert($0.path).inserted }
                children[path] = new
                next += new.map(\.path)
            }
            row = next
        }
        var lines = [name(of: center, isFirst: true)]
        append(children, below: center, margin: "", to: &lines)
        if lines.count == 1 { lines.append(style("no links lead to it or from it", .dim)) }
        return lines
    }

    private func append(
        _ children: [BundlePath: [Neighbor]], below path: BundlePath, margin: String, to lines: inout [String]
    ) {
        let all = children[path] ?? []
        for (number, child) in all.enumerated() {
            let isLast = number == all.count - 1
            lines.append(
                style("\(margin)\(isLast ? "└─" : "├─")\(child.direction.rawValue) ", .dim) + name(of: child.path))
            append(children, below: child.path, margin: margin + (isLast ? "    " : "│   "), to: &lines)
        }
    }

    /// The title, and where the item is unless the title says so.
    private func name(of path: BundlePath, isFirst: Bool = false) -> String {
        let title = PrintableText.escaped(entries[path].map(LinkGraph.title) ?? path.text)
        let parts = path.text.split(separator: "/").dropFirst().dropLast()
        let folder = parts.isEmpty ? "" : "  " + style(PrintableText.escaped(parts.joined(separator: "/")) + "/", .dim)
        return (isFirst ? style(title, .bold) : title) + folder
    }
}
