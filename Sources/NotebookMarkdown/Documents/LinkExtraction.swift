import NotebookText

extension MarkdownDocument {
    /// All links, in the order in which they begin in the source.
    package func links() -> [MarkdownLink] {
        var links: [MarkdownLink] = []
        forEachLink { links.append($0) }
        // Links that begin at the same place, the attributes of a tag, keep their order.
        return links.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    /// Calls `body` with each link: first the definitions, then the others in the order of the source.
    package func forEachLink(_ body: (MarkdownLink) -> Void) {
        var extraction = LinkExtraction(blocks, options)
        // CommonMark knows no comments with percent signs.
        let comments = options.wikiLinks ? comments() : []
        guard !comments.isEmpty else { return extraction.run(body) }
        extraction.run { link in
            var link = link
            if comments.contains(link.range.lowerBound) { link.isInComment = true }
            body(link)
        }
    }
}

/// Iterates over the links of a document.
struct LinkExtraction {
    private let blocks: OpenBlocks
    private var inlines: InlineParser
    /// Reads comments, while `inlines` holds the text around them; `nil` for plain CommonMark.
    private var comments: InlineParser?
    /// The definitions that are footnotes instead (Format, clause 21.1).
    private let footnotes: Set<Int>

    init(_ blocks: OpenBlocks, _ options: MarkdownOptions) {
        self.blocks = blocks
        let definitions = options.wikiLinks ? blocks.definitions.all : []
        footnotes = Set(definitions.indices.filter { definitions[$0].label.begins(with: "^") })
        inlines = InlineParser(options)
        comments = options.wikiLinks ? InlineParser(options) : nil
    }

    mutating func run(_ body: (MarkdownLink) -> Void) {
        for (index, definition) in blocks.definitions.all.enumerated() where !footnotes.contains(index) {
            body(
                MarkdownLink(
                    kind: .definition(index), destination: definition.destination, range: definition.range,
                    labelRange: definition.labelRange))
        }
        for node in blocks.nodes {
            switch node.kind {
            case .paragraph, .heading: addInlineLinks(node, body)
            case .html:
                let content = InlineContent(blocks.lines[node.lines], of: blocks.bytes)
                for tag in HTMLPieces.tags(content.bytes) {
                    addAttributes(of: tag, in: content, couldClose: false, body)
                    addCommented(tag, in: content, body)
                }
            default: break
            }
        }
    }

    /// Nine out of ten paragraphs contain no bracket, and so no link.
    ///
    /// Skipping them saves half of the time.
    private mutating func addInlineLinks(_ node: BlockNode, _ body: (MarkdownLink) -> Void) {
        let lines = blocks.lines[node.lines]
        guard let first = lines.first, let last = lines.last,
            blocks.bytes.span.contains(
                UInt8(ascii: "["), or: UInt8(ascii: "<"), in: first.range.lowerBound..<last.range.upperBound)
        else { return }
        inlines.parse(node, of: blocks)
        for token in inlines.structure.tokens {
            switch token.kind {
            case .linkStart:
                let link = inlines.structure.link(token, blocks.definitions)
                if let definition = link.kind.definition, footnotes.contains(definition) { continue }
                body(link)
            case .autolink, .emailAutolink:
                let destination = inlines.structure.destination(ofAutolink: token)
                body(inlines.structure.link(.autolink, destination, token.range, label: nil))
            case .wikiLink: body(inlines.structure.wikiLink(token))
            case .html:
                var scanner = HTMLTagScanner(inlines.structure.content.bytes, before: token.range.upperBound)
                guard let tag = scanner.tag(at: token.range.lowerBound) else { continue }
                let couldClose = inlines.structure.couldClose(at: token.range.lowerBound)
                addAttributes(of: tag, in: inlines.structure.content, couldClose: couldClose, body)
                addCommented(tag, in: inlines.structure.content, body)
            default: break
            }
        }
    }

    /// Adds the wiki links, and the links and images with a destination, of a comment.
    private mutating func addCommented(_ tag: HTMLTag, in content: InlineContent, _ body: (MarkdownLink) -> Void) {
        guard let text = tag.comment(in: content.bytes), content.bytes[text].contains(UInt8(ascii: "[")) else { return }
        comments?.parse(content.part(text))
        comments?.structure.forEachOwnLink { link in
            var link = link
            link.isInComment = true
            body(link)
        }
    }

    /// Adds the values of `href`, `src` and `poster` of a tag.
    private func addAttributes(
        of tag: HTMLTag, in content: InlineContent, couldClose: Bool, _ body: (MarkdownLink) -> Void
    ) {
        for attribute in tag.attributes {
            let name = String(decoding: content.bytes[attribute.name].lazy.map(ASCII.lowercased), as: UTF8.self)
            guard let value = attribute.value, ["href", "src", "poster"].contains(name) else { continue }
            let quote = attribute.quote.map { Character(Unicode.Scalar($0)) }
            let destination = MarkdownDestination(
                text: MarkdownText.attributeValue(content.bytes, value), range: content.source(of: value),
                form: .attribute(quote: quote), startsLine: content.startsLine(at: value.lowerBound),
                couldClose: couldClose)
            body(
                MarkdownLink(
                    kind: .attribute(name: name), destination: destination, range: content.source(of: tag.range),
                    labelRange: nil))
        }
    }
}

extension [Range<Int>] {
    /// Whether an offset is in one of the ranges, which are in order.
    fileprivate func contains(_ offset: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].lowerBound <= offset
    }
}

extension InlineStructure {
    /// Calls `body` with the wiki links, and the links and images that hold their destination.
    package func forEachOwnLink(_ body: (MarkdownLink) -> Void) {
        for token in tokens {
            switch token.kind {
            case .linkStart: body(link(token, ReferenceDefinitions()))
            case .wikiLink: body(wikiLink(token))
            default: continue
            }
        }
    }

    /// The link or image that begins with a token.
    package func link(_ token: InlineToken, _ definitions: ReferenceDefinitions) -> MarkdownLink {
        let link = links[token.detail]
        let target = target(of: link, definitions)
        let kind: MarkdownLink.Kind =
            switch (target.definition, link.isImage) {
            case (nil, false): .link
            case (nil, true): .image
            case (let definition?, false): .referenceLink(definition: definition)
            case (let definition?, true): .referenceImage(definition: definition)
            }
        return self.link(kind, target.destination, link.range, label: link.text)
    }

    /// The wiki link of a token.
    package func wikiLink(_ token: InlineToken) -> MarkdownLink {
        let scanned = wikiLinks[token.detail]
        let link = value(of: scanned)
        let destination = MarkdownDestination(
            text: link.target, range: link.targetRange, form: .wiki, couldClose: couldClose(at: token.range.lowerBound))
        return self.link(.wikiLink(link), destination, token.range, label: scanned.label)
    }

    fileprivate func link(
        _ kind: MarkdownLink.Kind, _ destination: MarkdownDestination, _ range: Range<Int>, label: Range<Int>?
    ) -> MarkdownLink {
        MarkdownLink(
            kind: kind, destination: destination, range: content.source(of: range),
            labelRange: label.map(content.source))
    }
}
