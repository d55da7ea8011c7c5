/// A block of a document (CommonMark 0.31.2 §4 and §5).
public struct MarkdownBlock: Hashable, Sendable {
    /// What a block is.
    public enum Content: Hashable, Sendable {
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
        /// Code that is indented.
        case indentedCode(String)
        /// Code between fences, and the info string behind the first.
        case fencedCode(info: String, String)
        /// A block of HTML.
        case html(String)
    }

    /// What it is.
    public let content: Content
    /// The bytes of the source, without the indentation of its first line and the end of its last.
    public let range: Range<Int>
}

/// A list (CommonMark 0.31.2 §5.3).
public struct MarkdownList: Hashable, Sendable {
    /// What the items begin with.
    public enum Kind: Hashable, Sendable {
        /// A bullet: `-`, `+` or `*`.
        case bullet(Character)
        /// Numbers from `start` on, each before a delimiter: `.` or `)`.
        case ordered(start: Int, delimiter: Character)
    }

    /// What the items begin with.
    public let kind: Kind
    /// Whether no blank lines are between the items or between what they hold.
    public let isTight: Bool
    /// The items.
    public let items: [MarkdownListItem]
}

/// An item of a list (CommonMark 0.31.2 §5.2).
public struct MarkdownListItem: Hashable, Sendable {
    /// What the item holds.
    public let blocks: [MarkdownBlock]
    /// The bytes of the source, from the marker on.
    public let range: Range<Int>
}
