/// A link of any kind, with its positions in the source (Format, clause 9.1).
package struct MarkdownLink: Hashable, Sendable {
    /// The kind of a link.
    package enum Kind: Hashable, Sendable {
        /// A link with its destination after its text (CommonMark 0.31.2 §6.3).
        case link
        /// An image with its destination after its description (§6.4).
        case image
        /// A link that refers to a definition, by its index (§6.3).
        case referenceLink(definition: Int)
        /// An image that refers to a definition, by its index (§6.4).
        case referenceImage(definition: Int)
        /// A link reference definition, by its index, whether it is used or not (§4.7).
        case definition(Int)
        /// A URI or email address in `<…>` (§6.5).
        case autolink
        /// An attribute of an HTML tag: `href`, `src` or `poster`, in lower case (§4.6 and §6.6).
        case attribute(name: String)
        /// A wiki link or embed; the destination is its target (Format, clause 9.1).
        case wikiLink(MarkdownWikiLink)

        /// The index of the definition that it refers to; `nil` if it refers to none.
        package var definition: Int? {
            switch self {
            case .referenceLink(let definition), .referenceImage(let definition): definition
            default: nil
            }
        }
    }

    /// Its kind.
    package let kind: Kind
    /// The destination; for a reference, the destination in its definition.
    package var destination: MarkdownDestination
    /// The bytes of the whole link: from the first bracket to the last, or the whole tag of an attribute.
    package let range: Range<Int>
    /// The bytes of the text, description or label, if it has one.
    package let labelRange: Range<Int>?
    /// Whether it is in a comment, `%%…%%` or of HTML: it follows renames, and nobody follows it (Format, clause 9.1).
    package var isInComment = false

    /// Whether the destination is written in the link itself, not in a definition elsewhere.
    package var holdsDestination: Bool {
        switch kind {
        case .referenceLink, .referenceImage: false
        default: true
        }
    }
}
