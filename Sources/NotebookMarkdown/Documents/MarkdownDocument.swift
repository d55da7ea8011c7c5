/// A Markdown text with its structure (CommonMark 0.31.2, and the wiki links of Format, clause 9.1).
///
/// Any bytes are a document. The initializer parses blocks; the functions that need the content of paragraphs and
/// headings parse it. The time depends only on the length of the text, whatever it contains.
package struct MarkdownDocument: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// The range in which its lines begin.
    let range: Range<Int>
    package let options: MarkdownOptions
    package let blocks: OpenBlocks

    /// Parses the text from an offset of a file.
    ///
    /// All ranges are of bytes of the whole file.
    package init(_ bytes: [UInt8], from bodyStart: Int = 0, options: MarkdownOptions = MarkdownOptions()) {
        self.init(bytes, in: min(max(bodyStart, 0), bytes.count)..<bytes.count, options: options)
    }

    /// Parses the lines that begin in a range of a file, such as one side of a card.
    ///
    /// All ranges are of bytes of the whole file.
    package init(_ bytes: [UInt8], in range: Range<Int>, options: MarkdownOptions = MarkdownOptions()) {
        self.bytes = bytes
        // Positions are stored in four bytes each; a tab can count as four.
        self.range = range.clamped(to: 0..<min(bytes.count, Int(Int32.max) / 8))
        self.options = options
        var parser = BlockParser(bytes, self.range)
        parser.finish()
        blocks = parser.blocks
    }

    /// The link reference definitions, in the order of the source.
    package var definitions: [MarkdownDefinition] { blocks.definitions.all }

    /// The syntax tree: the outermost blocks with their content.
    ///
    /// Blocks nest at most 100 deep, where a list and its item count as two, and so do inlines; the markup of deeper
    /// ones is text.
    ///
    /// - Parameter withTables: Whether to read tables, which are paragraphs in CommonMark.
    package func tree(withTables: Bool = false) -> [MarkdownBlock] {
        var builder = BlockTreeBuilder(blocks, options, hasTables: withTables)
        return builder.build()
    }
}

extension MarkdownDocument {
    /// The bytes of code blocks, fences included.
    package var codeRanges: [Range<Int>] {
        blocks.nodes.compactMap { node in
            switch node.kind {
            case .fencedCode, .indentedCode: node.range
            default: nil
            }
        }
    }
}
