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

    init(_ bytes: [UInt8], _ range: Range<Int>, _ options: MarkdownOptions, softBreak: String) {
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
            return inlines.structure.plainText(softBreak: softBreak)
        case .indentedCode, .fencedCode:
            let code = parser.blocks.verbatim(node)
            return code.hasSuffix("\n") ? String(code.dropLast()) : code
        case .html: return htmlText(node)
        case .thematicBreak, .blockQuote, .list, .item, .definitions: return ""
        }
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
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else {
            return ""
        }
        return String(self[first...last])
    }
}
