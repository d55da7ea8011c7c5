/// Which extensions of CommonMark are read.
public struct MarkdownOptions: Hashable, Sendable {
    /// Whether wiki links are links (Format, clause 9.1).
    public var wikiLinks: Bool

    /// Options; by default those of items.
    public init(wikiLinks: Bool = true) { self.wikiLinks = wikiLinks }

    /// CommonMark as its specification has it.
    public static let commonMark = MarkdownOptions(wikiLinks: false)
}
