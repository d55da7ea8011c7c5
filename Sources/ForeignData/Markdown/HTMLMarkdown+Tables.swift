extension HTMLMarkdown {
    private struct Cell {
        let element: HTMLElement
        var columns: Int { Self.number(element["colspan"]) }
        var rows: Int { Self.number(element["rowspan"]) }
        var isEmpty: Bool { element.children.isEmpty }

        private static func number(_ text: String?) -> Int { min(max(text.flatMap { Int($0) } ?? 1, 1), 100) }
    }

    /// A table as Markdown; as HTML around Markdown if cells span several columns or rows.
    mutating func table(_ element: HTMLElement, _ styles: Set<MarkdownStyle>) -> [MarkdownBlockText] {
        let rows = element.tableRows.map { $0.map { Cell(element: $0) } }
        let caption = element.elements.first { $0.name == "caption" }
        var blocks = caption.map { self.blocks(of: $0.children, styles) } ?? []
        guard !rows.isEmpty else { return blocks + self.blocks(of: Self.strays(in: element), styles) }
        // One empty cell at the end for several is nothing that Markdown lacks.
        let written = rows.map { $0.last?.isEmpty == true && $0.last?.rows == 1 ? $0.dropLast() : $0[...] }
        if written.joined().contains(where: { $0.columns > 1 || $0.rows > 1 }) {
            return blocks + [.other(html(rows, styles))] + self.blocks(of: Self.strays(in: element), styles)
        }
        let width = rows.map { $0.reduce(0) { $0 + $1.columns } }.max() ?? 1
        let lines = rows.map { row -> String in
            let cells = row.map { cell($0.element, styles) }
            return "| " + (cells + Array(repeating: "", count: width - cells.count)).joined(separator: " | ") + " |"
        }
        let rule = "|" + String(repeating: " --- |", count: width)
        blocks.append(.other([lines[0], rule] + lines.dropFirst()))
        return blocks + self.blocks(of: Self.strays(in: element), styles)
    }

    /// What stands in a table, but in none of its cells; browsers move it out of the table.
    private static func strays(in element: HTMLElement) -> [HTMLNode] {
        element.children.flatMap { node -> [HTMLNode] in
            guard case .element(let child) = node else {
                if case .text(let text) = node, text.contains(where: { !$0.isWhitespace }) { return [node] }
                return []
            }
            switch child.name {
            case "tr", "thead", "tbody", "tfoot": return strays(in: child)
            case "td", "th", "caption", "col": return []
            case "colgroup": return strays(in: child)
            default: return [node]
            }
        }
    }

    /// The content of a cell in one line.
    private mutating func cell(_ element: HTMLElement, _ styles: Set<MarkdownStyle>) -> String {
        var lines: [[MarkdownRun]] = [[]]
        let isHead = element.name == "th"
        let styles = styles.union(self.styles(of: element))
        for run in withSigns(lineRuns(of: element.children, isHead ? styles.subtracting([.strong]) : styles)) {
            if case .lineBreak = run.content {
                lines.append([])
            } else {
                lines[lines.count - 1].append(run)
            }
        }
        return MarkdownEscapes.cell(
            lines.map { MarkdownLineWriter.line($0) }.filter { !$0.isEmpty }.joined(separator: "<br>"))
    }

    private mutating func html(_ rows: [[Cell]], _ styles: Set<MarkdownStyle>) -> [String] {
        var lines = ["<table>"]
        for row in rows {
            lines.append("<tr>")
            for cell in row {
                let spans =
                    (cell.columns > 1 ? " colspan=\"\(cell.columns)\"" : "")
                    + (cell.rows > 1 ? " rowspan=\"\(cell.rows)\"" : "")
                let name = cell.element.name
                lines += ["<\(name)\(spans)>", ""]
                let inner = styles.union(self.styles(of: cell.element))
                lines += MarkdownBlockText.lines(of: blocks(of: cell.element.children, inner))
                lines += ["", "</\(name)>"]
            }
            lines.append("</tr>")
        }
        return lines + ["</table>"]
    }
}
