package import NotebookFormat
package import NotebookMarkdown
import NotebookText

/// A link of an item, as a person sees it.
public struct ItemLink: Hashable, Sendable {
    /// How a link is written.
    public enum Form: String, Sendable, CaseIterable {
        /// `[[Target]]`.
        case wiki
        /// `![[Target]]`.
        case embed
        /// `[text](destination)`.
        case link
        /// `![description](destination)`.
        case image
        /// `[label]: destination`, which links refer to.
        case definition
        /// `<https://example.org>`.
        case autolink
        /// `href`, `src` or `poster` in HTML.
        case html
    }

    /// The link's name and position.
    public let found: FoundLink
    /// How it is written.
    public let form: Form
    /// The whole link, as it is written.
    public let source: String
}

/// The links of an item, and the link targets within it.
package struct ItemLinks: Sendable {
    /// The links, in the order of the source; definitions are included, links that refer to them are not.
    package let links: [ItemLink]
    /// The links that refer to a definition, in the order of the source, at their own positions.
    package let references: [ItemLink]
    /// The headings, named blocks and elements.
    package let anchors: MarkdownAnchors

    /// Reads the links of an item.
    package init(_ file: ItemFile) {
        let text = ItemText(file)
        anchors = text.document.anchors()
        let found = text.links().filter { !$0.isInComment }
        guard !found.isEmpty else {
            (links, references) = ([], [])
            return
        }
        let lines = LineIndex(file.bytes)
        func itemLink(_ link: MarkdownLink) -> ItemLink {
            ItemLink(
                found: FoundLink(link, lines), form: ItemLink.Form(link.kind),
                source: String(decoding: file.bytes[link.range], as: UTF8.self))
        }
        links = found.filter(\.holdsDestination).map(itemLink)
        references = found.filter { !$0.holdsDestination }.map(itemLink)
    }
}

extension ItemLink.Form {
    fileprivate init(_ kind: MarkdownLink.Kind) {
        self =
            switch kind {
            case .wikiLink(let wiki): wiki.isEmbed ? .embed : .wiki
            case .link, .referenceLink: .link
            case .image, .referenceImage: .image
            case .definition: .definition
            case .autolink: .autolink
            case .attribute: .html
            }
    }
}
