import NotebookText

/// Reads the block structure of a document line by line (CommonMark 0.31.2, appendix, phase 1).
struct BlockParser {
    /// The maximum nesting of containers, where a list and its item count as two; deeper markers are text.
    ///
    /// The limit bounds the time that a line takes and the depth of the tree, which is built and destroyed recursively.
    static let maximumDepth = 100

    private(set) var blocks: OpenBlocks
    private(set) var isFinished = false
    private var cursor: LineCursor
    private var thematicBreaks = ThematicBreakScanner()

    private let limit: Int

    /// Makes a parser of the lines that begin in a range of bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>, _ options: MarkdownOptions = MarkdownOptions()) {
        let range = range.clamped(to: 0..<bytes.count)
        blocks = OpenBlocks(bytes, options)
        limit = range.upperBound
        cursor = LineCursor(bytes, at: range.lowerBound)
    }

    /// How far the source is read.
    var readEnd: Int { cursor.line.content.lowerBound }

    /// The number of complete blocks, apart from the content of containers among them.
    var completeNodes: Int { blocks.leaf ?? blocks.nodes.count }

    /// Reads all lines.
    mutating func finish() {
        while !isFinished { parseLine() }
    }

    /// Reads a line; after the last one, closes the open blocks.
    mutating func parseLine() {
        guard cursor.line.content.lowerBound < limit else {
            blocks.close(to: 0)
            isFinished = true
            return
        }
        thematicBreaks = ThematicBreakScanner()
        parseContent()
        blocks.lineNumber += 1
        cursor.beginNextLine()
    }

    private mutating func parseContent() {
        let matched = matchContainers()
        let isLazy = blocks.leaf != nil && matched < blocks.open.count - 1
        if !isLazy, let leaf = blocks.leaf, continueVerbatim(leaf) { return }
        let isInParagraph = blocks.paragraph != nil
        if isInParagraph, !isLazy, let level = HeadingUnderline.level(cursor),
            blocks.makeHeading(level, until: cursor.end)
        {
            return
        }
        if let start = nextStart(depth: matched, isInParagraph: isInParagraph, isLazy: isLazy) {
            blocks.close(to: matched)
            begin(start)
        } else if isInParagraph, !cursor.isBlank {
            addText()
        } else {
            blocks.close(to: matched)
            beginParagraph()
        }
    }

    private mutating func nextStart(depth: Int, isInParagraph: Bool = false, isLazy: Bool = false) -> BlockStart? {
        let start = BlockStart(cursor, isInParagraph: isInParagraph, isLazy: isLazy, thematicBreaks: &thematicBreaks)
        return switch start {
        case .blockQuote where depth >= Self.maximumDepth: nil
        case .item where depth + 1 >= Self.maximumDepth: nil
        default: start
        }
    }

    // MARK: Continuing

    /// Consumes the markers of the open containers and returns the number of containers that the line continues.
    private mutating func matchContainers() -> Int {
        for (depth, index) in blocks.open.enumerated() {
            switch blocks.nodes[index].kind {
            case .blockQuote:
                guard isAtQuoteMarker else { return depth }
                skipQuoteMarker()
                blocks.extend(index, to: cursor.end)
            case .item(let indentation):
                // An item begins with at most one blank line.
                let isEmpty = index + 1 == blocks.nodes.count
                guard cursor.isBlank ? !isEmpty : cursor.indentation >= indentation else { return depth }
                cursor.skipColumns(indentation)
            case .list: break
            default: return depth
            }
        }
        return blocks.open.count
    }

    /// Adds the line to an open block of code or HTML if it continues or closes the block; otherwise closes the block.
    private mutating func continueVerbatim(_ leaf: Int) -> Bool {
        switch blocks.nodes[leaf].kind {
        case .fencedCode(let fence):
            blocks.extend(leaf, to: cursor.end)
            if fence.isClosed(by: cursor) {
                blocks.closeLast()
            } else {
                cursor.skipColumns(fence.indentation)
                addLine()
            }
        case .indentedCode where cursor.isIndentedAsCode || cursor.isBlank:
            if !cursor.isBlank { blocks.extend(leaf, to: cursor.end) }
            cursor.skipColumns(4)
            addLine()
        case .html(let kind) where !(kind.endsAtBlankLine && cursor.isBlank):
            blocks.extend(leaf, to: cursor.end)
            addLine()
            if kind.isEnded(by: cursor.bytes, cursor.text..<cursor.end) { blocks.closeLast() }
        case .paragraph: return false
        default:
            blocks.closeLast()
            return false
        }
        return true
    }

    // MARK: Beginning

    /// Opens the blocks that begin in the line.
    private mutating func begin(_ first: BlockStart) {
        var start = first
        while true {
            switch start {
            case .blockQuote:
                add(.blockQuote)
                skipQuoteMarker()
            case .item(let marker): beginItem(marker)
            default: return beginLeaf(start)
            }
            guard let next = nextStart(depth: blocks.open.count) else { return beginParagraph() }
            start = next
        }
    }

    private mutating func beginLeaf(_ start: BlockStart) {
        switch start {
        case .heading(let heading):
            add(.heading(level: heading.level))
            blocks.addLine(ContentLine(padding: 0, range: heading.content))
            blocks.closeLast()
        case .thematicBreak:
            add(.thematicBreak)
            blocks.closeLast()
        case .fencedCode(let fence): add(.fencedCode(fence))
        case .html(let kind):
            add(.html(kind))
            _ = continueVerbatim(blocks.nodes.count - 1)
        case .indentedCode:
            add(.indentedCode)
            _ = continueVerbatim(blocks.nodes.count - 1)
        case .blockQuote, .item: break
        }
    }

    private mutating func beginItem(_ marker: ListMarker) {
        if let first = blocks.listMarker, !first.isSameType(as: marker) { blocks.closeLast() }
        if blocks.listMarker == nil { add(.list(marker)) }
        let range = cursor.text..<cursor.end
        let indentation = cursor.indentation + marker.width
        cursor.skipMarker(marker.width)
        let space = cursor.indentation > 4 || cursor.isBlank ? 1 : cursor.indentation
        blocks.add(.item(contentIndentation: indentation + space), range)
        cursor.skipColumns(space)
    }

    private mutating func beginParagraph() {
        guard !cursor.isBlank else { return }
        add(.paragraph)
        addText()
    }

    private mutating func add(_ kind: BlockNode.Kind) { blocks.add(kind, cursor.text..<cursor.end) }

    /// Adds the text of the line to the open paragraph.
    private mutating func addText() {
        cursor.skipColumns(cursor.indentation)
        addLine()
        if let paragraph = blocks.paragraph { blocks.extend(paragraph, to: cursor.end) }
    }

    /// Adds the rest of the line to the open leaf.
    private mutating func addLine() {
        blocks.addLine(ContentLine(padding: cursor.padding, range: cursor.offset..<cursor.end))
    }

    private var isAtQuoteMarker: Bool {
        !cursor.isIndentedAsCode && !cursor.isBlank && cursor.bytes[cursor.text] == UInt8(ascii: ">")
    }

    private mutating func skipQuoteMarker() {
        cursor.skipMarker(1)
        cursor.skipColumns(1)
    }
}

/// A block that begins at the text of a line, other than a paragraph (CommonMark 0.31.2 §4 and §5).
enum BlockStart {
    case blockQuote
    case heading(NumberSignHeading)
    case fencedCode(CodeFence)
    case html(HTMLBlockKind)
    case thematicBreak
    case item(ListMarker)
    case indentedCode

    /// Finds the block that begins at the text of a line.
    ///
    /// The line may continue an open paragraph instead (`isInParagraph`), perhaps as a lazy continuation (`isLazy`,
    /// §5.1).
    init?(_ cursor: LineCursor, isInParagraph: Bool, isLazy: Bool, thematicBreaks: inout ThematicBreakScanner) {
        guard !cursor.isBlank else { return nil }
        guard !cursor.isIndentedAsCode else {
            if isInParagraph { return nil }
            self = .indentedCode
            return
        }
        switch cursor.bytes[cursor.text] {
        case UInt8(ascii: ">"): self = .blockQuote
        case UInt8(ascii: "#"):
            guard let heading = NumberSignHeading(cursor) else { return nil }
            self = .heading(heading)
        case UInt8(ascii: "`"), UInt8(ascii: "~"):
            guard let fence = CodeFence(cursor) else { return nil }
            self = .fencedCode(fence)
        case UInt8(ascii: "<"):
            guard let kind = HTMLBlockKind(cursor), kind != .completeTag || !isInParagraph else { return nil }
            self = .html(kind)
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"), 0x30...0x39:
            if thematicBreaks.accepts(cursor) {
                self = .thematicBreak
                return
            }
            guard let marker = ListMarker(cursor) else { return nil }
            guard !isInParagraph || isLazy || marker.canInterruptParagraph(in: cursor) else { return nil }
            self = .item(marker)
        default: return nil
        }
    }
}
