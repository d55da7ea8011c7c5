import NotebookText

/// The blocks of a document so far, including the open ones, to which lines can be added.
package struct OpenBlocks {
    let bytes: [UInt8]
    /// All blocks, each before its content.
    package private(set) var nodes: [BlockNode] = []
    /// The lines of all leaf blocks; those of one are consecutive, as only the innermost block receives lines.
    package private(set) var lines: [ContentLine] = []
    private(set) var definitions: ReferenceDefinitions
    /// The open blocks from the outermost: containers, and perhaps a leaf.
    private(set) var open: [Int] = []

    /// The number of the current line.
    var lineNumber = 0

    init(_ bytes: [UInt8], _ options: MarkdownOptions) {
        self.bytes = bytes
        definitions = ReferenceDefinitions(options)
    }

    /// The open leaf.
    var leaf: Int? { open.last.flatMap { nodes[$0].kind.isContainer ? nil : $0 } }

    /// The open paragraph.
    var paragraph: Int? { open.last.flatMap { nodes[$0].kind.isParagraph ? $0 : nil } }

    /// The marker of the first item of the innermost open block, if that is a list.
    var listMarker: ListMarker? {
        guard let last = open.last, case .list(let marker) = nodes[last].kind else { return nil }
        return marker
    }

    /// Opens a block inside the innermost open one; anything but an item ends a list.
    mutating func add(_ kind: BlockNode.Kind, _ range: Range<Int>) {
        if !kind.isItem, listMarker != nil { closeLast() }
        open.append(nodes.count)
        let none = lines.count..<lines.count
        nodes.append(BlockNode(kind: kind, range: range, firstLine: lineNumber, lastLine: lineNumber, lines: none))
    }

    /// Adds a line to the open leaf, without extending the leaf yet, since the line may turn out not to belong to it.
    mutating func addLine(_ line: ContentLine) {
        guard let leaf = open.last else { return }
        if nodes[leaf].lines.isEmpty { nodes[leaf].lines = lines.count..<lines.count }
        lines.append(line)
        nodes[leaf].lines = nodes[leaf].lines.lowerBound..<lines.count
    }

    /// Extends a block to an offset in the current line.
    mutating func extend(_ index: Int, to end: Int) {
        nodes[index].lastLine = lineNumber
        nodes[index].range = nodes[index].range.lowerBound..<max(nodes[index].range.upperBound, end)
    }

    /// Turns the open paragraph into a heading, unless it contains only link reference definitions (CommonMark 0.31.2
    /// §4.3).
    mutating func makeHeading(_ level: Int, until end: Int) -> Bool {
        guard let paragraph else { return false }
        extractDefinitions(paragraph)
        guard !nodes[paragraph].lines.isEmpty else { return false }
        nodes[paragraph].kind = .heading(level: level)
        extend(paragraph, to: end)
        closeLast()
        return true
    }

    /// Closes all but this many of the open blocks.
    mutating func close(to count: Int) {
        while open.count > count { closeLast() }
    }

    /// Closes the innermost open block.
    mutating func closeLast() {
        guard let index = open.popLast() else { return }
        switch nodes[index].kind {
        case .paragraph:
            extractDefinitions(index)
            if nodes[index].lines.isEmpty { nodes[index].kind = .definitions }
        case .indentedCode: dropBlankLines(index)
        default: break
        }
        nodes[index].next = nodes.count
        guard let parent = open.last else { return }
        let end = max(nodes[parent].range.upperBound, nodes[index].range.upperBound)
        nodes[parent].range = nodes[parent].range.lowerBound..<end
        nodes[parent].lastLine = max(nodes[parent].lastLine, nodes[index].lastLine)
    }

    /// Removes blank lines from the end of indented code (§4.4).
    private mutating func dropBlankLines(_ index: Int) {
        var end = nodes[index].lines.upperBound
        while end > nodes[index].lines.lowerBound, bytes[lines[end - 1].range].allSatisfy(Line.isBlank) { end -= 1 }
        nodes[index].lines = nodes[index].lines.lowerBound..<end
    }

    /// Removes the link reference definitions from the beginning of a paragraph (§4.7).
    private mutating func extractDefinitions(_ index: Int) {
        let range = nodes[index].lines
        guard let first = range.first, bytes[lines[first].range.lowerBound] == UInt8(ascii: "[") else { return }
        let taken = definitions.extract(from: lines[range], of: bytes)
        guard taken > 0 else { return }
        nodes[index].lines = range.lowerBound + taken..<range.upperBound
        nodes[index].followsDefinition = true
        guard taken < range.count else { return }
        nodes[index].range = lines[range.lowerBound + taken].range.lowerBound..<nodes[index].range.upperBound
    }
}
