/// Reads the block structure of a document line by line (CommonMark 0.31.2, appendix, phase 1).
struct BlockParser {
    /// How many blocks can be open inside one another, a list and its item being two; deeper markers are text.
    ///
    /// The limit bounds the time that a line takes and the depth of the tree, which is built and destroyed recursively.
    static let maximumDepth = 100

    let bytes: [UInt8]
    private(set) var nodes: [BlockNode] = []
    private(set) var lines: [ContentLine] = []
    private(set) var definitions = ReferenceDefinitions()
    private(set) var isFinished = false

    private var cursor: LineCursor
    private var lineNumber = 0
    /// The open blocks from the outermost on: containers, and perhaps a leaf.
    private var open: [Int] = []
    private var thematicBreaks = ThematicBreakScanner()

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        cursor = LineCursor(bytes, at: min(max(start, 0), bytes.count))
    }

    /// How many nodes, from the first on, cannot change any more.
    var closedNodes: Int { openLeaf ?? nodes.count }

    /// Reads all lines.
    mutating func finish() {
        while !isFinished { parseLine() }
    }

    /// Reads a line; behind the last one, closes what is open.
    mutating func parseLine() {
        guard cursor.line.content.lowerBound < bytes.count else {
            close(to: 0)
            isFinished = true
            return
        }
        thematicBreaks = ThematicBreakScanner()
        parseOpenLine()
        lineNumber += 1
        cursor.beginNextLine()
    }

    private mutating func parseOpenLine() {
        let matched = matchContainers()
        let isMatched = matched == open.count - (openLeaf == nil ? 0 : 1)
        if isMatched, let leaf = openLeaf, continueVerbatim(leaf) { return }
        let paragraph = openLeaf.flatMap { nodes[$0].kind.isParagraph ? $0 : nil }
        guard let first = nextStart(in: paragraph, isLazy: !isMatched) else {
            if let paragraph, !cursor.isBlank {
                addText(to: paragraph)
            } else {
                close(to: matched)
                addParagraph()
            }
            return
        }
        if case .underline(let level) = first, let paragraph {
            endHeading(paragraph, level)
            return
        }
        close(to: matched)
        begin(first)
    }

    // MARK: Continuing

    private var openLeaf: Int? { open.last.flatMap { nodes[$0].kind.isContainer ? nil : $0 } }

    /// Consumes the markers of the open containers and says how many of them the line continues.
    private mutating func matchContainers() -> Int {
        for (depth, index) in open.enumerated() {
            switch nodes[index].kind {
            case .blockQuote:
                guard isQuoteMarker else { return depth }
                skipQuoteMarker()
                nodes[index].lastLine = lineNumber
                extend(index, to: cursor.isBlank ? cursor.end : cursor.text)
            case .item(let indentation):
                if cursor.indentation >= indentation {
                    cursor.skipColumns(indentation)
                } else if !cursor.isBlank || index + 1 == nodes.count {
                    return depth
                }
            case .list: break
            default: return depth
            }
        }
        return open.count
    }

    /// Gives the line to an open block of code or HTML, if it continues or closes that; otherwise closes the block.
    private mutating func continueVerbatim(_ leaf: Int) -> Bool {
        switch nodes[leaf].kind {
        case .fencedCode(let fence):
            if fence.isClosed(by: cursor) {
                nodes[leaf].lastLine = lineNumber
                extend(leaf, to: cursor.end)
                close(to: open.count - 1)
            } else {
                cursor.skipColumns(fence.indentation)
                addLine(to: leaf)
            }
            return true
        case .indentedCode where cursor.isIndentedAsCode || cursor.isBlank:
            cursor.skipColumns(4)
            addLine(to: leaf, isTrailing: cursor.isBlank)
            return true
        case .html(let kind) where !(kind.endsAtBlankLine && cursor.isBlank):
            addLine(to: leaf)
            if kind.isEnded(by: bytes, cursor.line.content) { close(to: open.count - 1) }
            return true
        case .paragraph: return false
        default:
            close(to: open.count - 1)
            return false
        }
    }
}
