import NotebookBundle

/// Renders Markdown for a terminal, with the additions of Obsidian and GitHub: tables, callouts, tasks, footnotes,
/// `~~struck~~` and `==marked==` text; leaves out comments, and shows formulas as they are written.
struct MarkdownRenderer {
    /// How a text is rendered.
    struct Options {
        /// The width of the lines in columns.
        var width: Int
        /// Whether the terminal opens links, so that their destinations need not be listed.
        var hasHyperlinks = false
        /// Whether line ends within paragraphs are shown.
        var keepsLineBreaks = false
        /// Whether lines of code that are too wide continue on the next line.
        var wrapsCode = false
        /// Whether every link has its destination as a `LinkMark`, so that none need be listed, and every heading a
        /// `HeadingMark`.
        var marksLinks = false
    }

    private let style: Style
    private var options: Options
    private var source: ReadingSource
    private var inlines: InlineRenderer
    private var anchors = MarkdownAnchors()

    /// The lines of a part of a file: a body, or one side of a card.
    static func lines(_ bytes: [UInt8], in range: Range<Int>, _ style: Style, _ options: Options) -> [String] {
        var anchors = MarkdownAnchors()
        return lines(bytes, in: range, style, options, &anchors)
    }

    /// The lines of a part of a file.
    ///
    /// - Parameter anchors: The headings of the parts before, to which it adds those of this one.
    static func lines(
        _ bytes: [UInt8], in range: Range<Int>, _ style: Style, _ options: Options, _ anchors: inout MarkdownAnchors
    ) -> [String] {
        let source = ReadingSource(bytes, range)
        var renderer = MarkdownRenderer(
            source, style, options, NumberedLinks(), FootnoteNumbers(source.footnotes.map(\.label)))
        renderer.anchors = anchors
        var lines = renderer.body()
        anchors = renderer.anchors
        // A footnote can refer to others; unused ones come last.
        let texts = Dictionary(grouping: source.footnotes, by: \.label)
        var next = 0
        while let number = renderer.inlines.footnotes.number(after: next) {
            for footnote in texts[renderer.inlines.footnotes.used[number - 1]] ?? [] {
                lines += (lines.isEmpty ? [] : [""]) + renderer.lines(footnote.bytes, number)
            }
            next = number
        }
        let links = renderer.inlines.links.lines(style)
        return links.isEmpty ? lines : lines + [""] + links
    }

    private init(
        _ source: ReadingSource, _ style: Style, _ options: Options, _ links: NumberedLinks,
        _ footnotes: FootnoteNumbers
    ) {
        (self.source, self.style, self.options) = (source, style, options)
        inlines = InlineRenderer(
            style: style, source: source, hasHyperlinks: options.hasHyperlinks, marksLinks: options.marksLinks,
            keepsLineBreaks: options.keepsLineBreaks, footnotes: footnotes, links: links)
    }

    private mutating func body() -> [String] {
        lines(MarkdownDocument(source.bytes).tree(withTables: true), options.width)
    }

    /// The lines of a footnote, with its number before the first.
    private mutating func lines(_ footnote: [UInt8], _ number: Int) -> [String] {
        let label = "[^\(number)]"
        let indent = min(label.columns + 1, 8)
        let outer = (source, options, anchors)
        source = ReadingSource(footnote, footnote.indices)
        (inlines.source, anchors) = (source, MarkdownAnchors())
        options.width = max(20, options.width - indent)
        let rendered = body()
        (source, options, anchors) = outer
        inlines.source = source
        let first = style(label, .cyan) + " " + (rendered.first ?? "")
        return [first] + rendered.dropFirst().map { $0.isEmpty ? "" : String(repeating: " ", count: indent) + $0 }
    }

    /// - Parameter count: The number of characters at the beginning of the first block that are left out.
    private mutating func lines(
        _ blocks: [MarkdownBlock], _ width: Int, isTight: Bool = false, droppingFirst count: Int = 0
    ) -> [String] {
        var lines: [String] = []
        for (number, block) in blocks.enumerated() {
            let rendered = self.lines(block, max(width, 20), droppingFirst: number == 0 ? count : 0)
            guard !rendered.isEmpty else { continue }
            if !lines.isEmpty, !isTight { lines.append("") }
            lines += rendered
        }
        return lines
    }

    private mutating func lines(_ block: MarkdownBlock, _ width: Int, droppingFirst count: Int) -> [String] {
        switch block.content {
        case .paragraph(let content):
            return inlines.text(content, [], droppingFirst: count).lines(width: width, style)
        case .heading(let level, let content):
            var lines = inlines.text(content, [.bold]).lines(width: width, style)
            let columns = lines.map(FittedText.columns).max() ?? 0
            if options.marksLinks, let first = lines.first {
                lines[0] = HeadingMark.text(anchors.addHeading(inlines.plain(content), level: level)) + first
            }
            guard level <= 2, columns > 0 else { return lines }
            return lines + [style(String(repeating: level == 1 ? "═" : "─", count: min(width, columns)), .bold)]
        case .thematicBreak: return [style(String(repeating: "─", count: min(width, 40)), .dim)]
        case .blockQuote(let blocks): return quote(blocks, width)
        case .list(let list): return lines(list, width)
        case .indentedCode(let code): return self.code(code, width)
        case .fencedCode(let info, let code): return language(info) + self.code(code, width)
        case .html(let html):
            let shown = ShownHTML(block: source.restored(html))
            return shown.text.replacing("\t", with: "    ").split(separator: "\n").map {
                shown.isPlain ? PrintableText.escaped($0) : style(PrintableText.escaped($0), .dim)
            }
        case .table(let table):
            inlines.isInTable = true
            defer { inlines.isInTable = false }
            let cells = table.rows.enumerated().map { number, row in
                row.map { inlines.text($0, number == 0 ? [.bold] : []) }
            }
            return TableRows(table.alignments, cells, style).lines(width: width)
        }
    }

    /// A block quote; a callout has its title as the first line, in the colour of its kind.
    private mutating func quote(_ blocks: [MarkdownBlock], _ width: Int) -> [String] {
        guard case .paragraph(let content)? = blocks.first?.content, case .text(let text)? = content.first?.content,
            let callout = Callout(text)
        else { return lines(blocks, width - 2).map { style($0.isEmpty ? "│" : "│ ", .dim) + $0 } }
        let lineEnd = content.firstIndex { $0.content == .softBreak || $0.content == .hardBreak }
        let title = Array(content[..<(lineEnd ?? content.endIndex)])
        // A title that only repeats the kind adds nothing.
        let hasTitle =
            title.count > 1
            || text.count > callout.length && text.dropFirst(callout.length).lowercased() != callout.title.lowercased()
        let rest = lineEnd.map { Array(content[($0 + 1)...]) } ?? []
        var lines: [String] = []
        if hasTitle {
            let text = inlines.text(title, [.bold, callout.face], droppingFirst: callout.length)
            lines = text.lines(width: width - 2 - callout.title.count - 2, style)
            // The colour alone would not show the kind.
            lines = [style("\(callout.title): ", callout.face) + (lines.first ?? "")] + lines.dropFirst()
        } else {
            lines = [style(callout.title, .bold, callout.face)]
        }
        if !rest.isEmpty { lines += inlines.text(rest, []).lines(width: width - 2, style) }
        let others = self.lines(Array(blocks.dropFirst()), width - 2)
        if !others.isEmpty { lines += [""] + others }
        return lines.map { style($0.isEmpty ? "┃" : "┃ ", callout.face) + $0 }
    }

    private mutating func lines(_ list: MarkdownList, _ width: Int) -> [String] {
        var lines: [String] = []
        for (index, item) in list.items.enumerated() {
            var (marker, face) = ("", Style.Face.yellow)
            let task = TaskMark(item, in: source.bytes)
            switch list.kind {
            case .bullet: marker = "• "
            case .ordered(let start, let delimiter): marker = "\(start + index)\(delimiter) "
            }
            if let task {
                marker = (marker == "• " ? "" : marker) + Self.sign(of: task) + " "
                face = task.isDone ? .green : task.character == "-" ? .dim : .yellow
            }
            let indent = String(repeating: " ", count: marker.count)
            let rendered = self.lines(
                item.blocks, width - marker.count, isTight: list.isTight, droppingFirst: task?.length ?? 0)
            if !lines.isEmpty, !list.isTight { lines.append("") }
            for (number, line) in (rendered.isEmpty ? [""] : rendered).enumerated() {
                lines.append(number == 0 ? style(marker, face) + line : line.isEmpty ? "" : indent + line)
            }
        }
        return lines
    }

    /// The sign of a task.
    private static func sign(of task: TaskMark) -> String {
        switch task.character {
        case " ": "☐"
        case "x", "X": "☑"
        case "-": "☒"
        default: "[\(PrintableText.escaped(String(task.character)))]"
        }
    }

    /// The line above code that names its language.
    private func language(_ info: String) -> [String] {
        let word = source.restored(info).prefix { !$0.isWhitespace && $0 != "{" }
        return word.isEmpty ? [] : ["    " + style("─ " + PrintableText.escaped(word), .dim)]
    }

    private func code(_ code: String, _ width: Int) -> [String] {
        var lines = source.restored(code).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.flatMap { line -> [String] in
            let text = PrintableText.escaped(line.replacing("\t", with: "    "))
            return pieces(of: text, width - 4).enumerated().map { number, piece in
                piece.isEmpty ? "" : (number == 0 ? "    " : style("  ↪ ", .dim)) + style(piece, .cyan)
            }
        }
    }

    /// A line of code in pieces that fit the width.
    private func pieces(of line: String, _ width: Int) -> [String] {
        guard options.wrapsCode, line.columns > max(1, width) else { return [line] }
        var pieces = [""]
        var used = 0
        for character in line {
            if used + character.columns > width {
                pieces.append("")
                used = 0
            }
            pieces[pieces.count - 1].append(character)
            used += character.columns
        }
        return pieces
    }
}

/// The place of a heading in rendered text: a link (OSC 8) without a text, before the heading.
enum HeadingMark {
    private static let start = "at:"

    /// The mark before a heading.
    ///
    /// - Parameter fragment: The fragment that links use for it.
    static func text(_ fragment: String) -> String {
        let address = start + ReadableDestination.encoded(fragment.replacing("%", with: "%25"))
        return "\u{1B}]8;;\(address)\u{1B}\\\u{1B}]8;;\u{1B}\\"
    }

    /// The fragment in an address; `nil` for the address of a link.
    static func fragment(address: String) -> String? {
        address.hasPrefix(start) ? PercentEncoding.decode(String(address.dropFirst(start.count))) : nil
    }
}

extension Callout {
    /// The colour of the kind.
    var face: Style.Face {
        switch mood {
        case .success: .green
        case .caution: .yellow
        case .danger: .red
        case .reference: .cyan
        case .information: .blue
        }
    }
}
