/// A Markdown text with its structure (CommonMark 0.31.2, and the wiki links of Format, clause 9.1).
///
/// Any bytes are a document. The blocks are read at once; what is inside paragraphs and headings is read by the functions
/// that ask for it, in a time that grows with the length of the text alone, whatever is in it.
package struct MarkdownDocument: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// The lines that belong to it are those that begin here.
    let range: Range<Int>
    let options: MarkdownOptions
    let blocks: OpenBlocks

    /// Reads the text from an offset of a file on.
    ///
    /// All ranges are of bytes of the whole file.
    package init(_ bytes: [UInt8], from bodyStart: Int = 0, options: MarkdownOptions = MarkdownOptions()) {
        self.init(bytes, in: min(max(bodyStart, 0), bytes.count)..<bytes.count, options: options)
    }

    /// Reads the lines that begin in a range of a file: one side of a card, say.
    ///
    /// All ranges are of bytes of the whole file.
    package init(_ bytes: [UInt8], in range: Range<Int>, options: MarkdownOptions = MarkdownOptions()) {
        self.bytes = bytes
        // Places are kept in four bytes each; a tab can stand for four.
        self.range = range.clamped(to: 0..<min(bytes.count, Int(Int32.max) / 8))
        self.options = options
        var parser = BlockParser(bytes, self.range)
        parser.finish()
        blocks = parser.blocks
    }

    /// The link reference definitions, in the order of the source.
    package var definitions: [MarkdownDefinition] { blocks.definitions.all }

    /// The syntax tree: the outermost blocks with all that they hold.
    ///
    /// Blocks are nested at most 100 deep, a list and its item being two, and so are inlines; the markup of what would be
    /// deeper is text.
    package func tree() -> [MarkdownBlock] {
        var builder = BlockTreeBuilder(blocks, options)
        return builder.build()
    }
}

extension MarkdownDocument {
    /// The bytes of the blocks of code, fences included.
    var codeRanges: [Range<Int>] {
        blocks.nodes.compactMap { node in
            switch node.kind {
            case .fencedCode, .indentedCode: node.range
            default: nil
            }
        }
    }
}
