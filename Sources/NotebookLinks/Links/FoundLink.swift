package import NotebookFormat
package import NotebookMarkdown
public import NotebookText

/// A link of an item, as far as needed to resolve it.
public struct FoundLink: Hashable, Sendable {
    /// How the link names its target.
    package enum Name: Hashable, Sendable {
        /// The destination of a Markdown or HTML link.
        case destination(LinkDestination)
        /// The target of a wiki link, before `#` and `|`, and its heading.
        case wiki(target: String, heading: String?)
    }

    /// How the link names its target.
    package let name: Name
    /// The position of the link.
    public let position: TextPosition
    /// The column after its end, if it ends on the line where it begins.
    public let endColumn: Int?

    /// The target as it is written, without heading and label of a wiki link.
    public var written: String { name.written }

    /// Resolves the link.
    package func target(_ resolver: LinkResolver, from source: BundlePath) -> LinkTarget {
        name.target(resolver, from: source)
    }
}

extension FoundLink.Name {
    /// The target as it is written, without heading and label of a wiki link.
    public var written: String {
        switch self {
        case .destination(let destination): destination.rawPath + destination.suffix
        case .wiki(let target, _): target
        }
    }

    /// Resolves a link with this name.
    package func target(_ resolver: LinkResolver, from source: BundlePath) -> LinkTarget {
        switch self {
        case .destination(let destination): resolver.resolve(destination, from: source)
        case .wiki(let target, _): resolver.resolve(wiki: target, from: source)
        }
    }
}

extension ItemFile {
    /// The links of the item at their own positions, except for those that refer to a definition.
    package var foundLinks: [FoundLink] { links }

    /// How the links of the item name their targets, without the positions.
    package var linkNames: [FoundLink.Name] {
        ItemText(self).links().filter(\.holdsDestination).map { FoundLink.Name($0) }
    }

    /// The links of the item at the positions of their destinations; for a reference, at its definition.
    package var links: [FoundLink] {
        let links = ItemText(self).links().filter(\.holdsDestination)
        guard !links.isEmpty else { return [] }
        let index = LineIndex(bytes)
        return links.map { FoundLink($0, index) }
    }
}

extension FoundLink {
    init(_ link: MarkdownLink, _ lines: LineIndex) {
        let (start, end) = (lines.position(of: link.start), lines.position(of: link.end))
        position = start
        endColumn = end.line == start.line ? end.column : nil
        name = Name(link)
    }
}

extension FoundLink.Name {
    package init(_ link: MarkdownLink) {
        if case .wikiLink(let wiki) = link.kind {
            self = .wiki(target: wiki.target, heading: wiki.heading)
        } else {
            self = .destination(LinkDestination(link.destination.text))
        }
    }
}

extension MarkdownLink {
    /// The position that a person expects: the value of the attribute in HTML, where a tag can contain several links.
    package var start: Int { isAttribute ? destination.range.lowerBound : range.lowerBound }

    /// The end that a person expects.
    package var end: Int { isAttribute ? destination.range.upperBound : range.upperBound }

    private var isAttribute: Bool { if case .attribute = kind { true } else { false } }
}
