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

/// A piece of the text of a paragraph or heading (CommonMark 0.31.2 §6).
package struct MarkdownInline: Hashable, Sendable {
    /// The kind of a piece.
    package enum Content: Hashable, Sendable {
        /// Text, with backslash escapes and character references resolved.
        case text(String)
        /// A soft line end, equivalent to a space.
        case softBreak
        /// A hard line end.
        case hardBreak
        /// A code span.
        case code(String)
        /// Emphasis.
        case emphasis([MarkdownInline])
        /// Strong emphasis.
        case strong([MarkdownInline])
        /// A link and its text.
        case link(MarkdownLinkTarget, [MarkdownInline])
        /// An image and its description.
        case image(MarkdownLinkTarget, [MarkdownInline])
        /// A URI or email address in `<…>`, and the visible text.
        case autolink(MarkdownDestination, String)
        /// An HTML tag, comment, declaration, processing instruction or CDATA section.
        case html(String)
        /// A wiki link or embed.
        case wikiLink(MarkdownWikiLink)
    }

    /// Its kind.
    package let content: Content
    /// Its bytes in the source.
    package let range: Range<Int>
}

/// The destination of a link or image (CommonMark 0.31.2 §6.3 and §6.4).
package struct MarkdownLinkTarget: Hashable, Sendable {
    /// The destination; for a reference, the destination in its definition.
    package let destination: MarkdownDestination
    /// The title, if there is one.
    package let title: String?
    /// The index of the definition that a reference refers to.
    package let definition: Int?
    /// The bytes of the text between the first brackets.
    package let textRange: Range<Int>
    /// The bytes of the label that a reference uses, without brackets.
    package let labelRange: Range<Int>?
}

/// A wiki link or embed (Format, clause 21.1).
package struct MarkdownWikiLink: Hashable, Sendable {
    /// Whether it is an embed, with `!` before the brackets.
    package let isEmbed: Bool
    /// The text before `#`, without surrounding spaces; it may be empty.
    package let target: String
    /// The text after `#`.
    package let heading: String?
    /// The text after `|`.
    package let label: String?
    /// The bytes of the target.
    package let targetRange: Range<Int>
    /// The bytes of the heading.
    package let headingRange: Range<Int>?
    /// The bytes of the label.
    package let labelRange: Range<Int>?

    /// The visible text: the label, or else the target and the heading as written.
    package var text: String {
        if let label, !label.isEmpty { return label }
        guard let heading, !heading.isEmpty else { return target }
        return target + "#" + heading
    }
}
