import NotebookText

/// The list items around the lines of a document, as one goes through it.
struct ContainerIndentation {
    private let nodes: [BlockNode]
    private var next = 0
    /// The ends of the block quotes and items around the last offset, from the outermost; and of an item in no block
    /// quote, the column where its content begins.
    private var open: [(end: Int, column: Int?)] = []

    init(_ nodes: [BlockNode]) { self.nodes = nodes }

    /// The column where the content of the innermost list item begins that a line belongs to by its indentation, and the
    /// end of that item; 0 and the end of the text outside items.
    ///
    /// A line with less indentation may continue a paragraph of an item, but is read as if it were outside.
    ///
    /// - Parameter offset: The first byte of the line that is no white space; not before that of the last call.
    mutating func base(at offset: Int, indentation: Int) -> (column: Int, end: Int) {
        while next < nodes.count, nodes[next].range.lowerBound <= offset {
            let node = nodes[next]
            next += 1
            while let last = open.last, last.end <= node.range.lowerBound { open.removeLast() }
            switch node.kind {
            case .blockQuote: open.append((node.range.upperBound, nil))
            case .item(let width):
                let outer = open.isEmpty ? 0 : open[open.count - 1].column
                open.append((node.range.upperBound, outer.map { $0 + width }))
            default: break
            }
        }
        while let last = open.last, last.end <= offset { open.removeLast() }
        var base = (column: 0, end: Int.max)
        for container in open {
            guard let column = container.column, column <= indentation else { break }
            base = (column, container.end)
        }
        return base
    }
}
