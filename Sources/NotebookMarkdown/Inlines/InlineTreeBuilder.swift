/// Builds the tree of a block's inlines from their flat structure.
struct InlineTreeBuilder {
    /// The maximum nesting of emphases, links and images; the markup of deeper ones is text.
    ///
    /// The limit bounds the depth of the tree, which is used and destroyed recursively.
    static let maximumDepth = 100

    private let structure: InlineStructure
    private let definitions: ReferenceDefinitions
    private var frames: [Frame] = []
    private var inlines: [MarkdownInline] = []
    /// The number of open constructs that are too deep.
    private var surplus = 0
    /// Text that still has to be added to `inlines`, and its range in the content.
    private var text = ""
    private var textRange = 0..<0

    /// An open construct, and the inlines before it.
    private struct Frame {
        let start: Int
        var inlines: [MarkdownInline]
    }

    init(_ structure: InlineStructure, _ definitions: ReferenceDefinitions) {
        self.structure = structure
        self.definitions = definitions
    }

    /// The inlines of the block.
    mutating func build() -> [MarkdownInline] {
        for token in structure.tokens { add(token) }
        flushText()
        return inlines
    }

    private mutating func add(_ token: InlineToken) {
        switch token.kind {
        case .text, .escape, .reference: addText(structure.text(of: token), token.range)
        case .softBreak: append(.softBreak, token.range)
        case .hardBreak: append(.hardBreak, token.range)
        case .code: append(.code(structure.text(of: token)), token.range)
        case .html: append(.html(structure.text(of: token)), token.range)
        case .autolink, .emailAutolink:
            append(.autolink(structure.destination(ofAutolink: token), structure.text(of: token)), token.range)
        case .wikiLink: append(.wikiLink(structure.value(of: structure.wikiLinks[token.detail])), token.range)
        case .delimiters: addDelimiters(token)
        case .linkStart: open(token.range)
        case .linkEnd:
            let link = structure.links[token.detail]
            close(token.range) { builder, inlines in
                let target = builder.structure.target(of: link, builder.definitions)
                return link.isImage ? .image(target, inlines) : .link(target, inlines)
            }
        }
    }

    /// Closes and opens emphasis at a run of delimiters; the rest of the run, in between, is text.
    private mutating func addDelimiters(_ token: InlineToken) {
        let run = structure.delimiters[token.detail]
        var offset = token.range.lowerBound
        var closed = run.firstClosed
        while let index = closed {
            let match = structure.emphasis[index]
            close(offset..<offset + match.width) { _, inlines in match.isStrong ? .strong(inlines) : .emphasis(inlines)
            }
            offset += match.width
            closed = match.nextClosed
        }
        if run.remaining > 0 { addLiteral(offset..<offset + run.remaining) }
        offset += run.remaining
        var opened = run.lastOpened
        while let index = opened {
            let match = structure.emphasis[index]
            open(offset..<offset + match.width)
            offset += match.width
            opened = match.previousOpened
        }
    }

    private mutating func open(_ range: Range<Int>) {
        guard frames.count < Self.maximumDepth else {
            surplus += 1
            return addLiteral(range)
        }
        flushText()
        frames.append(Frame(start: range.lowerBound, inlines: inlines))
        inlines = []
    }

    private mutating func close(
        _ range: Range<Int>, _ content: (InlineTreeBuilder, [MarkdownInline]) -> MarkdownInline.Content
    ) {
        guard surplus == 0, var frame = frames.popLast() else {
            surplus -= 1
            return addLiteral(range)
        }
        flushText()
        // With a second reference to those before, all of them would be copied.
        swap(&inlines, &frame.inlines)
        append(content(self, frame.inlines), frame.start..<range.upperBound)
    }

    private mutating func append(_ content: MarkdownInline.Content, _ range: Range<Int>) {
        flushText()
        inlines.append(MarkdownInline(content: content, range: structure.content.source(of: range)))
    }

    private mutating func addLiteral(_ range: Range<Int>) {
        addText(MarkdownText.plain(structure.content.bytes[range]), range)
    }

    private mutating func addText(_ added: String, _ range: Range<Int>) {
        if textRange.isEmpty {
            text = added
            textRange = range
        } else {
            text += added
            textRange = textRange.lowerBound..<range.upperBound
        }
    }

    private mutating func flushText() {
        guard !textRange.isEmpty else { return }
        inlines.append(MarkdownInline(content: .text(text), range: structure.content.source(of: textRange)))
        textRange = 0..<0
    }
}
