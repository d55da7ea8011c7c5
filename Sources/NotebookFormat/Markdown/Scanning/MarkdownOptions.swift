/// Which extensions of CommonMark are read.
package struct MarkdownOptions: Hashable, Sendable {
    /// Whether wiki links are links (Format, clause 9.1).
    package var wikiLinks: Bool

    /// Options; by default those of items.
    package init(wikiLinks: Bool = true) { self.wikiLinks = wikiLinks }

    /// CommonMark as its specification has it.
    package static let commonMark = MarkdownOptions(wikiLinks: false)
}
