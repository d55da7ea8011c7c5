package import NotebookMarkdown

extension HTMLWriter {
    /// Returns a part of a file as HTML for reading: a body, or one side of a card, with its footnotes at the end.
    ///
    /// - Parameter anchors: The headings of the parts before, to which it adds those of this one; their fragments, with
    ///   the prefix of the options, are the `id`s.
    package static func reading(
        _ bytes: [UInt8], in range: Range<Int>, _ targets: Targets, _ options: Options, _ anchors: inout MarkdownAnchors
    ) -> (html: String, targets: Targets) {
        let source = ReadingSource(bytes, range)
        let footnotes = FootnoteNumbers(source.footnotes.map(\.label))
        var writer = HTMLWriter(source, targets, options, footnotes)
        writer.anchors = anchors
        writer.add(MarkdownDocument(source.bytes).tree(withTables: true))
        anchors = writer.anchors
        writer.addFootnotes(source)
        return (writer.output, writer.targets)
    }

    /// Adds the footnotes: those that the text refers to, in the order of their numbers, then the others.
    private mutating func addFootnotes(_ source: ReadingSource) {
        guard !source.footnotes.isEmpty else { return }
        startLine()
        append("<ol class=\"footnotes\" aria-label=\"Footnotes\">\n")
        let texts = Dictionary(grouping: source.footnotes, by: \.label)
        var next = 0
        while let number = inlines.footnotes.number(after: next) {
            let label = inlines.footnotes.used[number - 1]
            append("<li id=\"\(HTMLText.escaped(inlines.notePrefix))fn:\(number)\">")
            for footnote in texts[label] ?? [] { append(html(footnote.bytes)) }
            for place in 0..<(inlines.references[number] ?? 0) {
                let address = HTMLText.fragment(inlines.referenceName(number, place))
                let (name, mark) = place == 0 ? ("", "") : (", place \(place + 1)", "<sup>\(place + 1)</sup>")
                append("<a class=\"back\" href=\"\(address)\" aria-label=\"Back to the text\(name)\">↩\(mark)</a>")
            }
            append("</li>\n")
            next = number
        }
        append("</ol>\n")
    }

    /// The HTML of a footnote.
    ///
    /// Its own references continue the numbering of this text.
    private mutating func html(_ footnote: [UInt8]) -> String {
        var options = options
        options.idPrefix += "fn:"
        options.title = nil
        return html(inside: ReadingSource(footnote, footnote.indices), options)
    }

    /// Adds a block quote if it is a callout.
    mutating func addCallout(_ blocks: [MarkdownBlock]) -> Bool {
        guard case .paragraph(let content)? = blocks.first?.content, case .text(let text)? = content.first?.content,
            let callout = Callout(text)
        else { return false }
        let lineEnd = content.firstIndex { $0.content == .softBreak || $0.content == .hardBreak }
        let title = Array(content[..<(lineEnd ?? content.endIndex)])
        let rest = lineEnd.map { Array(content[($0 + 1)...]) } ?? []
        let hasTitle =
            title.count > 1
            || text.count > callout.length && text.dropFirst(callout.length).lowercased() != callout.title.lowercased()
        // Colour alone is not enough to show the kind.
        var head = "<strong>\(HTMLText.escaped(callout.title))\(hasTitle ? ":" : "")</strong>"
        if hasTitle { head += " " + inlines.html(title, droppingFirst: callout.length) }
        let isFolding = callout.folding != .none
        let name = isFolding ? "details" : "div"
        let state = isFolding ? callout.folding == .open ? " open" : "" : " role=\"note\""
        append("<\(name) class=\"callout \(callout.mood.rawValue)\"\(state)>\n")
        append(isFolding ? "<summary>\(head)</summary>\n" : "<p class=\"callout-title\">\(head)</p>\n")
        if !rest.isEmpty { addParagraph(rest) }
        add(Array(blocks.dropFirst()))
        startLine()
        append("</\(name)>\n")
        return true
    }

    /// Adds a table, which scrolls if it is too wide.
    mutating func add(_ table: MarkdownTable) {
        inlines.isInTable = true
        defer { inlines.isInTable = false }
        append("<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>\n")
        for (number, row) in table.rows.enumerated() {
            append(number == 0 ? "<thead>\n<tr>" : number == 1 ? "<tbody>\n<tr>" : "<tr>")
            for (cell, alignment) in zip(row, table.alignments) {
                let side =
                    switch alignment {
                    case .leading: ""
                    case .center: " class=\"center\""
                    case .trailing: " class=\"right\""
                    }
                let text = inlines.html(cell)
                // A header cell without text is not a header.
                append(number > 0 || text.isEmpty ? "<td\(side)>\(text)</td>" : "<th scope=\"col\"\(side)>\(text)</th>")
            }
            // A header shorter than a row stays so.
            let missing = number > 0 ? table.alignments.count - row.count : 0
            if missing > 0 { append(missing == 1 ? "<td></td>" : "<td colspan=\"\(missing)\"></td>") }
            append(number == 0 ? "</tr>\n</thead>\n" : "</tr>\n")
        }
        append(table.rows.count > 1 ? "</tbody>\n</table></div>\n" : "</table></div>\n")
    }
}

extension HTMLWriter where Targets == WrittenTargets {
    /// Returns a document as CommonMark's reference implementation writes it, with its own HTML unchanged.
    static func commonMark(_ document: MarkdownDocument) -> String {
        var writer = HTMLWriter(nil, WrittenTargets(), Options(), FootnoteNumbers([]))
        writer.add(document.tree())
        return writer.output
    }
}
