/// The supported extensions of CommonMark.
package struct MarkdownOptions: Hashable, Sendable {
    /// Whether wiki links are links (Format, clause 9.1).
    package var wikiLinks: Bool

    /// Makes options; the defaults are those of items.
    package init(wikiLinks: Bool = true) { self.wikiLinks = wikiLinks }

    /// CommonMark without extensions.
    package static let commonMark = MarkdownOptions(wikiLinks: false)
}
