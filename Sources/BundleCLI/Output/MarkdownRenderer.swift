import NotebookFormat

/// Markdown rendered for a terminal.
struct MarkdownRenderer {
    private let style: Style
    private let width: Int

    init(_ style: Style, width: Int) {
        self.style = style
        self.width = width
    }

    /// The lines of a document, or of one side of a card.
    func lines(_ document: MarkdownDocument) -> [String] { lines(document.tree(), width) }

    private func lines(_ blocks: [MarkdownBlock], _ width: Int, isTight: Bool = false) -> [String] {
        var lines: [String] = []
        for block in blocks {
            let rendered = self.lines(block, max(width, 20))
            guard !rendered.isEmpty else { continue }
            if !lines.isEmpty, !isTight { lines.append("") }
            lines += rendered
        }
        return lines
    }

    private func lines(_ block: MarkdownBlock, _ width: Int) -> [String] {
        switch block.content {
        case .paragraph(let inlines): return text(inlines, []).lines(width: width, style)
        case .heading(let level, let inlines):
            let faces: [Style.Face] = level <= 2 ? [.bold, .underlined] : [.bold]
            return text(inlines, faces).lines(width: width, style)
        case .thematicBreak: return [style(String(repeating: "─", count: min(width, 40)), .dim)]
        case .blockQuote(let blocks): return lines(blocks, width - 2).map { style("│ ", .dim) + $0 }
        case .list(let list): return lines(list, width)
        case .indentedCode(let code), .fencedCode(_, let code): return self.code(code)
        case .html(let html): return html.split(separator: "\n").map { style(PrintableText.escaped($0), .dim) }
        }
    }

    private func lines(_ list: MarkdownList, _ width: Int) -> [String] {
        var lines: [String] = []
        for (index, item) in list.items.enumerated() {
            let marker: String
            switch list.kind {
            case .bullet: marker = "• "
            case .ordered(let start, let delimiter): marker = "\(start + index)\(delimiter) "
            }
            let indent = String(repeating: " ", count: marker.count)
            let rendered = self.lines(item.blocks, width - marker.count, isTight: list.isTight)
            if !lines.isEmpty, !list.isTight { lines.append("") }
            for (number, line) in (rendered.isEmpty ? [""] : rendered).enumerated() {
                lines.append(number == 0 ? style(marker, .yellow) + line : line.isEmpty ? "" : indent + line)
            }
        }
        return lines
    }

    private func code(_ code: String) -> [String] {
        var lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map {
            $0.isEmpty ? "" : "    " + style(PrintableText.escaped($0.replacing("\t", with: "    ")), .cyan)
        }
    }

    private func text(_ inlines: [MarkdownInline], _ faces: [Style.Face]) -> StyledText {
        var text = StyledText()
        append(inlines, faces, to: &text)
        return text
    }

    private func append(_ inlines: [MarkdownInline], _ faces: [Style.Face], to text: inout StyledText) {
        for inline in inlines {
            switch inline.content {
            case .text(let string): text.append(PrintableText.escaped(string), faces)
            case .softBreak: text.append(" ", faces)
            case .hardBreak: text.appendLineBreak()
            case .code(let code): text.append(PrintableText.escaped(code), faces + [.cyan])
            case .emphasis(let inner): append(inner, faces + [.italic], to: &text)
            case .strong(let inner): append(inner, faces + [.bold], to: &text)
            case .link(let target, let inner):
                append(inner, faces + [.underlined, .blue], to: &text)
                appendDestination(target.destination.text, shown: MarkdownRenderer.plain(inner), to: &text)
            case .image(let target, let inner):
                text.append("[image: ", faces + [.dim])
                append(inner, faces + [.dim], to: &text)
                text.append("]", faces + [.dim])
                appendDestination(target.destination.text, shown: "", to: &text)
            case .autolink(_, let shown): text.append(PrintableText.escaped(shown), faces + [.underlined, .blue])
            case .html(let html): text.append(PrintableText.escaped(html), faces + [.dim])
            case .wikiLink(let link): text.append(PrintableText.escaped(link.text), faces + [.underlined, .blue])
            }
        }
    }

    /// The destination of a link, unless its text shows it or it is a file of the notebook.
    private func appendDestination(_ destination: String, shown: String, to text: inout StyledText) {
        guard !destination.isEmpty, destination != shown else { return }
        text.append(" (\(PrintableText.escaped(destination)))", [.dim])
    }

    private static func plain(_ inlines: [MarkdownInline]) -> String {
        guard inlines.count == 1, case .text(let text)? = inlines.first?.content else { return "" }
        return text
    }
}
