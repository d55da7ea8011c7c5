extension MarkdownDocument {
    /// All links, in the order in which they begin in the source.
    public func links() -> [MarkdownLink] {
        var extraction = LinkExtraction(blocks, options)
        return extraction.run()
    }
}

/// Collects the links of a document.
struct LinkExtraction {
    private let blocks: OpenBlocks
    private var inlines: InlineParser
    private var links: [MarkdownLink] = []

    init(_ blocks: OpenBlocks, _ options: MarkdownOptions) {
        self.blocks = blocks
        inlines = InlineParser(options)
    }

    mutating func run() -> [MarkdownLink] {
        for (index, definition) in blocks.definitions.all.enumerated() {
            links.append(
                MarkdownLink(
                    kind: .definition(index), destination: definition.destination, range: definition.range,
                    labelRange: definition.labelRange))
        }
        for node in blocks.nodes {
            switch node.kind {
            case .paragraph, .heading: addInlineLinks(node)
            case .html:
                let content = InlineContent(blocks.lines[node.lines], of: blocks.bytes)
                for tag in HTMLPieces.tags(content.bytes) { addAttributes(of: tag, in: content, couldClose: false) }
            default: break
            }
        }
        // What begins at the same place keeps its order: the attributes of a tag.
        return links.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    private mutating func addInlineLinks(_ node: BlockNode) {
        inlines.parse(node, of: blocks)
        for token in inlines.structure.tokens {
            switch token.kind {
            case .linkStart: add(inlines.structure.links[token.detail])
            case .autolink, .emailAutolink:
                let destination = inlines.structure.destination(ofAutolink: token)
                add(.autolink, destination, token.range, label: nil)
            case .wikiLink:
                let scanned = inlines.structure.wikiLinks[token.detail]
                let link = inlines.structure.value(of: scanned)
                let destination = MarkdownDestination(
                    text: link.target, range: link.targetRange, form: .wiki,
                    couldClose: inlines.structure.couldClose(at: token.range.lowerBound))
                add(.wikiLink(link), destination, token.range, label: scanned.label)
            case .html:
                var scanner = HTMLTagScanner(inlines.structure.content.bytes, before: token.range.upperBound)
                guard let tag = scanner.tag(at: token.range.lowerBound) else { continue }
                let couldClose = inlines.structure.couldClose(at: token.range.lowerBound)
                addAttributes(of: tag, in: inlines.structure.content, couldClose: couldClose)
            default: break
            }
        }
    }

    private mutating func add(_ link: InlineLink) {
        let target = inlines.structure.target(of: link, blocks.definitions)
        let kind: MarkdownLink.Kind =
            switch (target.definition, link.isImage) {
            case (nil, false): .link
            case (nil, true): .image
            case (let definition?, false): .referenceLink(definition: definition)
            case (let definition?, true): .referenceImage(definition: definition)
            }
        add(kind, target.destination, link.range, label: link.text)
    }

    private mutating func add(
        _ kind: MarkdownLink.Kind, _ destination: MarkdownDestination, _ range: Range<Int>, label: Range<Int>?
    ) {
        let content = inlines.structure.content
        links.append(
            MarkdownLink(
                kind: kind, destination: destination, range: content.source(of: range),
                labelRange: label.map(content.source)))
    }

    /// Adds the values of `href` and `src` of a tag.
    private mutating func addAttributes(of tag: HTMLTag, in content: InlineContent, couldClose: Bool) {
        for attribute in tag.attributes {
            let name = String(decoding: content.bytes[attribute.name].lazy.map(ASCII.lowercased), as: UTF8.self)
            guard let value = attribute.value, ["href", "src", "poster"].contains(name) else { continue }
            let quote = attribute.quote.map { Character(Unicode.Scalar($0)) }
            let destination = MarkdownDestination(
                text: MarkdownText.attributeValue(content.bytes, value), range: content.source(of: value),
                form: .attribute(quote: quote), startsLine: content.startsLine(at: value.lowerBound),
                couldClose: couldClose)
            links.append(
                MarkdownLink(
                    kind: .attribute(name: name), destination: destination, range: content.source(of: tag.range),
                    labelRange: nil))
        }
    }
}
