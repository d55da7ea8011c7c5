/// A heading (CommonMark 0.31.2 §4.2 and §4.3).
package struct MarkdownHeading: Hashable, Sendable {
    /// The level, 1 to 6.
    package let level: Int
    /// The text without markup.
    package let text: String
    /// The bytes of the source, with `#` or the underline.
    package let range: Range<Int>
}

extension MarkdownDocument {
    /// All headings, in the order of the source.
    package func headings() -> [MarkdownHeading] {
        var inlines = InlineParser(options)
        return blocks.nodes.compactMap { node in
            guard case .heading(let level) = node.kind else { return nil }
            inlines.parse(node, of: blocks)
            return MarkdownHeading(
                level: level, text: inlines.structure.plainText(softBreak: " ", hardBreak: " "), range: node.range)
        }
    }
}
