import NotebookText

extension InlineStructure {
    /// The text without markup, with given texts for line ends.
    func plainText(softBreak: String, hardBreak: String = "\n") -> String {
        var output = ""
        for token in tokens {
            switch token.kind {
            case .text, .escape, .reference, .code, .autolink, .emailAutolink: output += text(of: token)
            case .softBreak: output += softBreak
            case .hardBreak: output += hardBreak
            case .delimiters:
                let run = delimiters[token.detail]
                output += String(repeating: Character(Unicode.Scalar(run.character)), count: run.remaining)
            case .wikiLink: output += value(of: wikiLinks[token.detail]).text
            case .html, .linkStart, .linkEnd: break
            }
        }
        return output
    }
}

/// Reads a document as plain text, leaf block by leaf block, parsing the source only as far as needed.
struct PlainTextReader {
    private var parser: BlockParser
    private var inlines: InlineParser
    private var node = 0
    private let softBreak: String
    private let drawsBoxes: Bool

    init(
        _ bytes: [UInt8], _ range: Range<Int>, _ options: MarkdownOptions, softBreak: String, drawsBoxes: Bool = false
    ) {
        self.drawsBoxes = drawsBoxes
        parser = BlockParser(bytes, range)
        inlines = InlineParser(options)
        self.softBreak = softBreak
    }

    /// How far the source is read.
    var readEnd: Int { parser.readEnd }

    /// The text of the next block that has text.
    mutating func next() -> String? {
        while true {
            while node < parser.completeNodes {
                node += 1
                let text = text(of: parser.blocks.nodes[node - 1])
                if !text.isEmpty { return text }
            }
            guard !parser.isFinished else { return nil }
            parser.parseLine()
        }
    }

    private mutating func text(of node: BlockNode) -> String {
        switch node.kind {
        case .paragraph, .heading:
            inlines.parse(node, of: parser.blocks)
            if inlines.missesDefinition, !parser.isFinished {
                // A label may be defined later in the text.
                parser.finish()
                inlines.parse(node, of: parser.blocks)
            }
            let text = inlines.structure.plainText(softBreak: softBreak)
            return drawsBoxes && self.node > 1 && parser.blocks.nodes[self.node - 2].kind.isItem
                ? Self.drawingBox(text) : text
        case .indentedCode, .fencedCode:
            let code = parser.blocks.verbatim(node)
            return code.hasSuffix("\n") ? String(code.dropLast()) : code
        case .html: return htmlText(node)
        case .thematicBreak, .blockQuote, .list, .item, .definitions: return ""
        }
    }

    /// The text of a list item with its check box as a sign.
    private static func drawingBox(_ text: String) -> String {
        for (box, sign) in [("[ ]", "☐"), ("[x]", "☑"), ("[X]", "☑"), ("[-]", "☒")] where text.hasPrefix(box) {
            let rest = text.dropFirst(box.count)
            if rest.isEmpty || rest.first == " " { return sign + rest }
        }
        return text
    }

    private func htmlText(_ node: BlockNode) -> String {
        let content = InlineContent(parser.blocks.lines[node.lines], of: parser.blocks.bytes)
        let text = HTMLPieces.of(content.bytes).map { piece in
            if case .text(let range) = piece { MarkdownText.attributeValue(content.bytes, range) } else { "" }
        }.joined()
        return text.split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }.joined(separator: softBreak)
    }
}

extension StringProtocol {
    /// The text without surrounding white space.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isWhiteSpace }),
            let last = scalars.lastIndex(where: { !$0.isWhiteSpace })
        else { return "" }
        return String(self[first..<scalars.index(after: last)])
    }
}

/// Documents as text without markup, as a page shows them: the visible text of links, images and wiki links, code, and the
/// text of HTML, but no comments.
package enum MarkdownPlainText {
    /// The text of the lines that begin in a range of a file: each block on lines of its own, with a space for every
    /// soft line end.
    ///
    /// Returns at most as many characters as the limit, and reads little more of the file than they need.
    ///
    /// - Parameter drawsBoxes: Whether check boxes of tasks are signs, `☐` and `☑`.
    package static func text(
        _ bytes: [UInt8], in range: Range<Int>, limit: Int = .max, options: MarkdownOptions = MarkdownOptions(),
        drawsBoxes: Bool = false
    ) -> String {
        let (plain, end) = uncommented(bytes, range, limit, options, drawsBoxes)
        guard let source = ReadingSource.ifCommented(bytes, range, before: end) else { return plain }
        var texts = [source.restored(uncommented(source.bytes, source.bytes.indices, limit, options, drawsBoxes).text)]
        texts += source.footnotes.map { text($0.bytes, in: $0.bytes.indices, limit: limit, options: options) }
        return String(texts.filter { !$0.isEmpty }.joined(separator: "\n").prefix(limit))
    }

    /// The text with its comments, and how far the source was read.
    private static func uncommented(
        _ bytes: [UInt8], _ range: Range<Int>, _ limit: Int, _ options: MarkdownOptions, _ drawsBoxes: Bool
    ) -> (text: String, end: Int) {
        var reader = PlainTextReader(bytes, range, options, softBreak: " ", drawsBoxes: drawsBoxes)
        var output = ""
        var nextCount = limit
        while output.utf8.count < limit || isShort(output, limit, &nextCount), let text = reader.next() {
            output += output.isEmpty ? text : "\n" + text
        }
        return (String(output.prefix(limit)), reader.readEnd)
    }

    /// Whether a text has fewer characters than a limit.
    ///
    /// Counts them again only after the text has grown by half.
    private static func isShort(_ text: String, _ limit: Int, _ nextCount: inout Int) -> Bool {
        guard text.utf8.count >= nextCount else { return true }
        nextCount = text.utf8.count + text.utf8.count / 2
        return text.count < limit
    }

    /// The first line with text among the lines that begin in a range of a file, without surrounding white space.
    ///
    /// Line ends are those of the source. Cuts text with more characters than the limit.
    package static func firstLine(
        _ bytes: [UInt8], in range: Range<Int>, limit: Int = .max, options: MarkdownOptions = MarkdownOptions()
    ) -> String {
        let (line, end) = firstUncommented(bytes, range, options) { $0 }
        guard let source = ReadingSource.ifCommented(bytes, range, before: end) else { return cut(line, limit) }
        return cut(firstUncommented(source.bytes, source.bytes.indices, options, source.restored).line, limit)
    }

    private static func cut(_ line: String, _ limit: Int) -> String { String(line.prefix(limit)).trimmed }

    /// The first line with its comments, and how far the source was read.
    private static func firstUncommented(
        _ bytes: [UInt8], _ range: Range<Int>, _ options: MarkdownOptions, _ restored: (String) -> String
    ) -> (line: String, end: Int) {
        var reader = PlainTextReader(bytes, range, options, softBreak: "\n")
        while let text = reader.next() {
            for line in text.split(separator: "\n") {
                let trimmed = restored(String(line)).trimmed
                if !trimmed.isEmpty { return (trimmed, reader.readEnd) }
            }
        }
        return ("", reader.readEnd)
    }
}
