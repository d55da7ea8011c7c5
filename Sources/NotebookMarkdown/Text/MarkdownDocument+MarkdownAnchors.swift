import NotebookText

extension MarkdownDocument {
    /// The link targets within the text.
    package func anchors() -> MarkdownAnchors {
        var anchors = MarkdownAnchors()
        var inlines = InlineParser(options)
        var comments = comments()[...]
        for (index, node) in blocks.nodes.enumerated() {
            comments = comments.drop { $0.upperBound <= node.range.lowerBound }
            if let comment = comments.first, comment.lowerBound <= node.range.lowerBound { continue }
            switch node.kind {
            case .heading, .paragraph:
                if node.kind.isParagraph, !bytes.span.contains(0x3C, or: 0x5E, in: node.range) { continue }
                inlines.parse(node, of: blocks)
                if case .heading(let level) = node.kind {
                    anchors.addHeading(inlines.structure.plainText(softBreak: " ", hardBreak: " "), level: level)
                }
                anchors.addBlock(bytes[node.range])
                addNames(ofLines: node, isFirstOfItem: index > 0 && blocks.nodes[index - 1].kind.isItem, to: &anchors)
                addNames(of: inlines.structure, to: &anchors)
            case .html:
                let content = InlineContent(blocks.lines[node.lines], of: blocks.bytes)
                for tag in HTMLPieces.tags(content.bytes) { addNames(of: tag, in: content.bytes, to: &anchors) }
            default: break
            }
        }
        return anchors
    }

    /// Adds names in the lines of a paragraph: alone on a line, or at the end of the first line of a list item.
    private func addNames(ofLines node: BlockNode, isFirstOfItem: Bool, to anchors: inout MarkdownAnchors) {
        guard node.kind.isParagraph, node.lines.count > 1 else { return }
        for (number, line) in blocks.lines[node.lines].dropLast().enumerated() {
            let text = bytes[line.range.trimmed(in: bytes)]
            let isAlone = text.first == UInt8(ascii: "^") && !text.contains(where: Line.isBlank)
            if isAlone || number == 0 && isFirstOfItem { anchors.addBlock(text) }
        }
    }

    private func addNames(of structure: InlineStructure, to anchors: inout MarkdownAnchors) {
        for token in structure.tokens {
            guard case .html = token.kind else { continue }
            var scanner = HTMLTagScanner(structure.content.bytes, before: token.range.upperBound)
            guard let tag = scanner.tag(at: token.range.lowerBound) else { continue }
            addNames(of: tag, in: structure.content.bytes, to: &anchors)
        }
    }

    private func addNames(of tag: HTMLTag, in bytes: [UInt8], to anchors: inout MarkdownAnchors) {
        for attribute in tag.attributes {
            let name = String(decoding: bytes[attribute.name].lazy.map(ASCII.lowercased), as: UTF8.self)
            guard let value = attribute.value, name == "id" || name == "name" else { continue }
            anchors.addName(MarkdownText.attributeValue(bytes, value))
        }
    }
}
