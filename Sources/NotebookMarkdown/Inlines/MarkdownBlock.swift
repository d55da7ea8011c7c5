/// A block of a document (CommonMark 0.31.2 §4 and §5).
package struct MarkdownBlock: Hashable, Sendable {
    /// The kind of a block.
    package enum Content: Hashable, Sendable {
        /// A paragraph.
        case paragraph([MarkdownInline])
        /// A heading of level 1 to 6.
        case heading(level: Int, [MarkdownInline])
        /// A thematic break.
        case thematicBreak
        /// A block quote.
        case blockQuote([MarkdownBlock])
        /// A list.
        case list(MarkdownList)
        /// Indented code.
        case indentedCode(String)
        /// Fenced code, and its info string.
        case fencedCode(info: String, String)
        /// A block of HTML.
        case html(String)
        /// A table, only on request, since CommonMark has none.
        case table(MarkdownTable)
    }

    /// Its kind.
    package let content: Content
    /// The bytes of the source, without the indentation of its first line and the end of its last.
    package let range: Range<Int>
}

/// A list (CommonMark 0.31.2 §5.3).
package struct MarkdownList: Hashable, Sendable {
    /// The kinds of list markers.
    package enum Kind: Hashable, Sendable {
        /// A bullet: `-`, `+` or `*`.
        case bullet(Character)
        /// Numbers from `start` on, each before a delimiter: `.` or `)`.
        case ordered(start: Int, delimiter: Character)
    }

    /// The marker of the items.
    package let kind: Kind
    /// Whether no blank lines are between the items or within them.
    package let isTight: Bool
    /// The items.
    package let items: [MarkdownListItem]
}

/// An item of a list (CommonMark 0.31.2 §5.2).
package struct MarkdownListItem: Hashable, Sendable {
    /// The content of the item.
    package let blocks: [MarkdownBlock]
    /// The bytes of the source, from the marker.
    package let range: Range<Int>
}
