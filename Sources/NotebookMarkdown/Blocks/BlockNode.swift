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

/// The marker of a list item: a bullet, or a number and a delimiter (CommonMark 0.31.2 §5.2).
package struct ListMarker {
    /// The bullet, or the delimiter after the number.
    let character: UInt8
    /// The number of an ordered list marker.
    @CompactOptional private(set) var number: Int?
    /// Its length in bytes.
    @Compact private(set) var width: Int

    /// Reads the marker at the beginning of a line's text.
    init?(_ cursor: LineCursor) {
        let bytes = cursor.bytes
        var offset = cursor.text
        guard offset < cursor.end else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
            _number = CompactOptional(wrappedValue: nil)
        case 0x30...0x39:
            var value = 0
            while offset < cursor.end, ASCII.isDigit(bytes[offset]), offset - cursor.text < 10 {
                value = value * 10 + Int(bytes[offset] - 0x30)
                offset += 1
            }
            guard offset - cursor.text < 10, offset < cursor.end,
                bytes[offset] == UInt8(ascii: ".") || bytes[offset] == UInt8(ascii: ")")
            else { return nil }
            _number = CompactOptional(wrappedValue: value)
        default: return nil
        }
        guard offset + 1 == cursor.end || Line.isBlank(bytes[offset + 1]) else { return nil }
        character = bytes[offset]
        _width = Compact(wrappedValue: offset + 1 - cursor.text)
    }

    /// Whether items with these two markers can belong to one list (§5.3).
    func isSameType(as other: ListMarker) -> Bool {
        character == other.character && (number == nil) == (other.number == nil)
    }

    /// Whether the item can interrupt a paragraph: it has text, and its number is 1 (§5.2).
    func canInterruptParagraph(in cursor: LineCursor) -> Bool {
        let end = cursor.text + width
        return (number ?? 1) == 1 && cursor.bytes.skippingBlanks(from: end, before: cursor.end) < cursor.end
    }
}
