package import NotebookText

/// A block in the flat list of a document's blocks: each comes before its content, in the order of the source.
package struct BlockNode {
    package enum Kind {
        case paragraph
        case heading(level: Int)
        case thematicBreak
        case blockQuote
        case list(ListMarker)
        /// An item, and the indentation of its content in columns.
        case item(contentIndentation: Int)
        case indentedCode
        case fencedCode(CodeFence)
        case html(HTMLBlockKind)
        /// A former paragraph that contains only link reference definitions.
        case definitions

        /// Whether a block can contain other blocks.
        package var isContainer: Bool {
            switch self {
            case .blockQuote, .list, .item: true
            default: false
            }
        }

        var isParagraph: Bool { if case .paragraph = self { true } else { false } }
        var isList: Bool { if case .list = self { true } else { false } }
        var isItem: Bool { if case .item = self { true } else { false } }
    }

    package var kind: Kind
    /// The bytes of the source, without the indentation of the first line and the end of the last.
    @CompactRange package var range: Range<Int>
    /// The numbers of the first and last line, without blank lines at the end.
    @Compact var firstLine: Int
    @Compact var lastLine: Int
    /// The range of its own `ContentLine`s.
    @CompactRange package var lines: Range<Int>
    /// Whether definitions were removed from its beginning, and the last of them could still get a title.
    var followsDefinition = false
    /// The index of the first node after it that is not inside it, once it is closed.
    @Compact var next = 0
}

/// The text that a line of the source adds to a block.
package struct ContentLine {
    /// The number of spaces that replace the rest of a tab before the text.
    @Compact var padding: Int
    /// The bytes, without the line end.
    @CompactRange var range: Range<Int>
}
