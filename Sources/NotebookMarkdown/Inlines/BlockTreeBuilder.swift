/// Builds the tree of a document's blocks from their flat list.
struct BlockTreeBuilder {
    private let blocks: OpenBlocks
    private let hasTables: Bool
    private var inlines: InlineParser

    init(_ blocks: OpenBlocks, _ options: MarkdownOptions, hasTables: Bool) {
        self.blocks = blocks
        self.hasTables = hasTables
        inlines = InlineParser(options)
    }

    /// The outermost blocks.
    mutating func build() -> [MarkdownBlock] { build(0..<blocks.nodes.count) }

    private mutating func build(_ range: Range<Int>) -> [MarkdownBlock] {
        var result: [MarkdownBlock] = []
        for index in blocks.siblings(range) {
            if let table = table(index) {
                result += table
                continue
            }
            guard let content = content(index) else { continue }
            result.append(MarkdownBlock(content: content, range: blocks.nodes[index].range))
        }
        return result
    }

    private mutating func content(_ index: Int) -> MarkdownBlock.Content? {
        let node = blocks.nodes[index]
        let children = index + 1..<node.next
        switch node.kind {
        case .paragraph: return .paragraph(inlines(node))
        case .heading(let level): return .heading(level: level, inlines(node))
        case .thematicBreak: return .thematicBreak
        case .blockQuote: return .blockQuote(build(children))
        case .list(let marker):
            let items = blocks.siblings(children).map { item in
                MarkdownListItem(
                    blocks: build(item + 1..<blocks.nodes[item].next), range: blocks.nodes[item].range)
            }
            return .list(MarkdownList(kind: marker.listKind, isTight: blocks.isTight(index), items: items))
        case .indentedCode: return .indentedCode(blocks.verbatim(node))
        case .fencedCode(let fence):
            return .fencedCode(info: MarkdownText.unescaped(blocks.bytes, fence.info), blocks.verbatim(node))
        case .html: return .html(blocks.verbatim(node))
        case .item, .definitions: return nil
        }
    }

    /// The table in a paragraph, after a paragraph of the lines before the table; `nil` if there is no table.
    private mutating func table(_ index: Int) -> [MarkdownBlock]? {
        let node = blocks.nodes[index]
        guard hasTables, case .paragraph = node.kind else { return nil }
        let lines = blocks.lines[node.lines]
        guard let table = TableLines(lines, in: blocks.bytes) else { return nil }
        let rows = table.rows.map { $0.map { inlines([ContentLine(padding: 0, range: $0)]) } }
        let content = MarkdownTable(alignments: table.alignments, rows: rows)
        let block = MarkdownBlock(content: .table(content), range: node.range)
        guard table.before > 0 else { return [block] }
        let before = inlines(lines.prefix(table.before))
        return [MarkdownBlock(content: .paragraph(before), range: node.range), block]
    }

    private mutating func inlines(_ lines: ArraySlice<ContentLine>) -> [MarkdownInline] {
        inlines.parse(lines, of: blocks)
        var builder = InlineTreeBuilder(inlines.structure, blocks.definitions)
        return builder.build()
    }

    private mutating func inlines(_ node: BlockNode) -> [MarkdownInline] {
        inlines.parse(node, of: blocks)
        var builder = InlineTreeBuilder(inlines.structure, blocks.definitions)
        return builder.build()
    }
}

extension OpenBlocks {
    /// The nodes of a range that are not inside other nodes of it.
    fileprivate func siblings(_ range: Range<Int>) -> [Int] {
        var siblings: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            siblings.append(index)
            index = max(nodes[index].next, index + 1)
        }
        return siblings
    }

    /// Whether no blank line is between the items of a list or between two blocks in one of them (CommonMark 0.31.2
    /// §5.3).
    fileprivate func isTight(_ list: Int) -> Bool {
        let items = siblings(list + 1..<nodes[list].next)
        return areAdjacent(items) && items.allSatisfy { areAdjacent(siblings($0 + 1..<nodes[$0].next)) }
    }

    private func areAdjacent(_ siblings: [Int]) -> Bool {
        zip(siblings, siblings.dropFirst()).allSatisfy { nodes[$1].firstLine <= nodes[$0].lastLine + 1 }
    }

    /// The lines of a block of code or HTML, each followed by a line feed.
    func verbatim(_ node: BlockNode) -> String {
        var text: [UInt8] = []
        for line in lines[node.lines] {
            text.append(contentsOf: repeatElement(0x20, count: line.padding))
            text.append(contentsOf: bytes[line.range])
            text.append(0x0A)
        }
        return MarkdownText.plain(text[...])
    }
}

extension ListMarker {
    fileprivate var listKind: MarkdownList.Kind {
        let character = Character(Unicode.Scalar(character))
        return number.map { .ordered(start: $0, delimiter: character) } ?? .bullet(character)
    }
}
