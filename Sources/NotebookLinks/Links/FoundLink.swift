package import NotebookFormat
package import NotebookMarkdown
package import NotebookText

/// A link of an item, as far as needed to resolve it.
package struct FoundLink: Hashable, Sendable {
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
    package let position: TextPosition
    /// The column after its end, if it ends on the line where it begins.
    package let endColumn: Int?

    /// The target as it is written, without heading and label of a wiki link.
    package var written: String { name.written }

    /// Resolves the link.
    package func target(_ resolver: LinkResolver, from source: BundlePath) -> LinkTarget {
        name.target(resolver, from: source)
    }
}

extension FoundLink.Name {
    /// The target as it is written, without heading and label of a wiki link.
    package var written: String {
        switch self {
        case .destination(let destination): destination.rawPath + destination.suffix
        case .wiki(let target, _): target
        }
    }

    /// The place in its target that it names; `nil` if there is none (Format, clause 21.4).
    package func place(in anchors: MarkdownAnchors) -> MarkdownAnchor? {
        switch self {
        case .destination(let destination): anchors.place(fragment: destination.fragment ?? "")
        case .wiki(_, let heading): anchors.place(heading: heading ?? "")
        }
    }

    /// The part of it that names the place; `nil` without one.
    package var writtenPlace: String? {
        switch self {
        case .destination(let destination): destination.fragment
        case .wiki(_, let heading): heading
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
    /// The places within the text to which links can lead.
    package var anchors: MarkdownAnchors { MarkdownDocument(bytes, from: bodyStart).anchors() }

    /// The links of the item at the positions of their destinations, also those in comments.
    package var foundLinks: [FoundLink] { found(ItemText(self).links().filter(\.holdsDestination)) }

    /// How the links of the item name their targets, without the positions; also those in comments.
    package var linkNames: [FoundLink.Name] {
        ItemText(self).links().filter(\.holdsDestination).map { FoundLink.Name($0) }
    }

    /// The links of the item that are not in comments, at the positions of their destinations; for a reference, at its
    /// definition.
    package var links: [FoundLink] {
        found(ItemText(self).links().filter { $0.holdsDestination && !$0.isInComment })
    }

    private func found(_ links: [MarkdownLink]) -> [FoundLink] {
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

/// A link of an item, as a person sees it.
package struct ItemLink: Hashable, Sendable {
    /// How a link is written.
    package enum Form: String, Sendable, CaseIterable {
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
    package let found: FoundLink
    /// How it is written.
    package let form: Form
    /// The link as it is written; of a long one in another link, only the beginning.
    package let source: String
}

/// The links of an item, and the link targets within it.
package struct ItemLinks: Sendable {
    /// The number of bytes kept of a link in another link: links nest as deep as a text is long.
    private static let maximumInner = 1_000

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
        var (links, references): ([ItemLink], [ItemLink]) = ([], [])
        var outerEnd = 0
        for link in found {
            let source = file.bytes[link.range]
            let isInner = link.range.lowerBound < outerEnd
            outerEnd = max(outerEnd, link.range.upperBound)
            let item = ItemLink(
                found: FoundLink(link, lines), form: ItemLink.Form(link.kind),
                source: isInner ? Self.beginning(of: source) : String(decoding: source, as: UTF8.self))
            if link.holdsDestination { links.append(item) } else { references.append(item) }
        }
        (self.links, self.references) = (links, references)
    }

    private static func beginning(of source: ArraySlice<UInt8>) -> String {
        guard source.count > maximumInner else { return String(decoding: source, as: UTF8.self) }
        let isContinued = { (byte: UInt8) in byte & 0xC0 == 0x80 }
        let end = source[..<(source.startIndex + maximumInner + 1)].lastIndex { !isContinued($0) } ?? source.startIndex
        return String(decoding: source[..<end], as: UTF8.self) + "…"
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

/// The target of a link (Format, section 21).
package enum LinkTarget: Hashable, Sendable {
    /// Something outside the notebook, with a scheme or `//`.
    case external
    /// The item that contains the link.
    case itself
    /// A file of the notebook.
    case file(BundlePath)
    /// A directory of the notebook.
    case folder(String)
    /// Several files at the same distance.
    case ambiguous([BundlePath])
    /// Nothing; the path that the link names, if it is inside the bundle.
    case nothing(String?)
}
