/// A link of any kind, with its places in the source (Format, clause 9.1).
package struct MarkdownLink: Hashable, Sendable {
    /// What a link is.
    package enum Kind: Hashable, Sendable {
        /// A link whose destination is written behind its text (CommonMark 0.31.2 §6.3).
        case link
        /// An image whose destination is written behind its description (§6.4).
        case image
        /// A link that refers to a definition, by its index (§6.3).
        case referenceLink(definition: Int)
        /// An image that refers to a definition, by its index (§6.4).
        case referenceImage(definition: Int)
        /// A link reference definition, by its index, whether something refers to it or not (§4.7).
        case definition(Int)
        /// A URI or email address in `<…>` (§6.5).
        case autolink
        /// An attribute of an HTML tag: `href`, `src` or `poster`, in lower case (§4.6 and §6.6).
        case attribute(name: String)
        /// A wiki link or embed; the destination is its target (Format, clause 9.1).
        case wikiLink(MarkdownWikiLink)
    }

    /// What it is.
    package let kind: Kind
    /// Where it leads; of a reference, what its definition says, and where that says so.
    package internal(set) var destination: MarkdownDestination
    /// The bytes of all of it: from the first bracket to the last, or the whole tag of an attribute.
    package let range: Range<Int>
    /// The bytes of the text, description or label, where it has one of its own.
    package let labelRange: Range<Int>?

    /// Whether the place of the destination is inside the link itself, and not in a definition elsewhere.
    package var holdsDestination: Bool {
        switch kind {
        case .referenceLink, .referenceImage: false
        default: true
        }
    }
}
