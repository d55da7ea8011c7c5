/// A block in the flat list of a document's blocks: each stands before what it contains, in the order of the source.
struct BlockNode {
    enum Kind {
        case paragraph
        case heading(level: Int)
        case thematicBreak
        case blockQuote
        case list(ListMarker)
        /// An item, and by how many columns its content is indented.
        case item(contentIndentation: Int)
        case indentedCode
        case fencedCode(CodeFence)
        case html(HTMLBlockKind)
        /// What was a paragraph, but holds only link reference definitions.
        case definitions

        /// Whether a block holds other blocks.
        var isContainer: Bool {
            switch self {
            case .blockQuote, .list, .item: true
            default: false
            }
        }

        var isParagraph: Bool { if case .paragraph = self { true } else { false } }
        var isList: Bool { if case .list = self { true } else { false } }
        var isItem: Bool { if case .item = self { true } else { false } }
    }

    var kind: Kind
    /// The bytes of the source, without the indentation of the first line and the end of the last.
    @CompactRange var range: Range<Int>
    /// The numbers of the first and last line, blank lines at the end aside.
    @Compact var firstLine: Int
    @Compact var lastLine: Int
    /// Which of all `ContentLine`s are its own.
    @CompactRange var lines: Range<Int>
    /// Whether definitions were taken from its beginning, the last of which could get a title from what is left.
    var followsDefinition = false
    /// The index of the first node behind it that is not inside it, once it is closed.
    @Compact var next = 0
}

/// What a line of the source gives to a block.
struct ContentLine {
    /// How many spaces stand for the rest of a tab before the text.
    @Compact var padding: Int
    /// The bytes, without the line end.
    @CompactRange var range: Range<Int>
}
