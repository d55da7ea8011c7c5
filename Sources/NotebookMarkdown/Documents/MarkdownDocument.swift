/// A Markdown text with its structure (CommonMark 0.31.2, and the wiki links of Format, clause 21.1).
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
        var parser = BlockParser(bytes, self.range, options)
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

    /// The bytes of tables.
    package var tableRanges: [Range<Int>] { Self.tables(in: tree(withTables: true)) }

    private static func tables(in blocks: [MarkdownBlock]) -> [Range<Int>] {
        blocks.flatMap { block -> [Range<Int>] in
            switch block.content {
            case .table: [block.range]
            case .blockQuote(let inner): tables(in: inner)
            case .list(let list): list.items.flatMap { tables(in: $0.blocks) }
            default: []
            }
        }
    }
}

/// A link of any kind, with its positions in the source (Format, clause 21.1).
package struct MarkdownLink: Hashable, Sendable {
    /// The kind of a link.
    package enum Kind: Hashable, Sendable {
        /// A link with its destination after its text (CommonMark 0.31.2 §6.3).
        case link
        /// An image with its destination after its description (§6.4).
        case image
        /// A link that refers to a definition, by its index (§6.3).
        case referenceLink(definition: Int)
        /// An image that refers to a definition, by its index (§6.4).
        case referenceImage(definition: Int)
        /// A link reference definition, by its index, whether it is used or not (§4.7).
        case definition(Int)
        /// A URI or email address in `<…>` (§6.5).
        case autolink
        /// An attribute of an HTML tag: `href`, `src` or `poster`, in lower case (§4.6 and §6.6).
        case attribute(name: String)
        /// A wiki link or embed; the destination is its target (Format, clause 21.1).
        case wikiLink(MarkdownWikiLink)

        /// The index of the definition that it refers to; `nil` if it refers to none.
        package var definition: Int? {
            switch self {
            case .referenceLink(let definition), .referenceImage(let definition): definition
            default: nil
            }
        }
    }

    /// Its kind.
    package let kind: Kind
    /// The destination; for a reference, the destination in its definition.
    package var destination: MarkdownDestination
    /// The bytes of the whole link: from the first bracket to the last, or the whole tag of an attribute.
    package let range: Range<Int>
    /// The bytes of the text, description or label, if it has one.
    package let labelRange: Range<Int>?
    /// Whether it is in a comment, `%%…%%` or of HTML: it follows renames, and nobody follows it (Format, clause 21.1).
    package var isInComment = false

    /// Whether the destination is written in the link itself, not in a definition elsewhere.
    package var holdsDestination: Bool {
        switch kind {
        case .referenceLink, .referenceImage: false
        default: true
        }
    }
}
