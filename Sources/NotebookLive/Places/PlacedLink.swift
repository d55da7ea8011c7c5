import NotebookFormat
import NotebookLinks
import NotebookMarkdown
package import NotebookText

/// A link in a text, with the bytes that it consists of.
public struct PlacedLink: Hashable, Sendable {
    /// How it is written.
    package let form: Form
    /// The bytes of the whole link.
    public let range: Range<Int>
    /// The bytes of its target: for a wiki link, without heading and label; for others, with `#` and what follows.
    public let target: Range<Int>
    /// The bytes of the heading, block or fragment that it names, without `#`; `nil` if it names none.
    package let fragment: Range<Int>?
    /// The target as it is written, without heading and label of a wiki link.
    package var written: String { name.written }
    let name: FoundLink.Name
    /// The YAML style of the text around it, if it is in front matter.
    private let scalar: ScalarStyle?

    /// How a link is written.
    package enum Form: Hashable, Sendable {
        /// `[[Target]]`, or `![[Target]]`.
        case wiki(isEmbed: Bool)
        /// `[text](destination)`, or with a label that refers to a definition.
        case link
        /// `![description](destination)`.
        case image
        /// `[label]: destination`.
        case definition
        /// `<https://example.org>`.
        case autolink
        /// An attribute in HTML.
        case html
    }

    init(_ link: MarkdownLink, in bytes: [UInt8]) {
        name = FoundLink.Name(link)
        range = link.start..<link.end
        (target, scalar) = (link.destination.range, link.destination.scalar)
        switch link.kind {
        case .wikiLink(let wiki): form = .wiki(isEmbed: wiki.isEmbed)
        case .link, .referenceLink: form = .link
        case .image, .referenceImage: form = .image
        case .definition: form = .definition
        case .autolink: form = .autolink
        case .attribute: form = .html
        }
        fragment = Self.fragment(of: link, in: bytes)
    }

    private static func fragment(of link: MarkdownLink, in bytes: [UInt8]) -> Range<Int>? {
        let (target, whole) = (link.destination.range, link.range)
        let sign = UInt8(ascii: "#")
        guard case .wikiLink(let wiki) = link.kind else {
            return bytes[target].firstIndex(of: sign).map { ($0 + 1)..<target.upperBound }
        }
        guard wiki.heading != nil,
            let start = bytes[target.upperBound..<whole.upperBound].firstIndex(of: sign).map({ $0 + 1 })
        else { return nil }
        let rest = bytes[start..<(whole.upperBound - 2)]
        var end = rest.firstIndex(of: UInt8(ascii: "|")) ?? rest.endIndex
        if end < rest.endIndex, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        return (start..<max(start, end)).trimmed(in: bytes)
    }

    /// The heading or block that it names, as a person reads it; `nil` if it names none.
    package var heading: String? { name.writtenPlace }

    /// The bytes of a text as a part of the link: in front matter, as YAML spells it; `nil` if it cannot.
    package func spelling(of text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        return scalar.map { $0.spelling(of: bytes) } ?? bytes
    }
}

/// A place inside an item that links can lead to.
public struct PlacedAnchor: Hashable, Sendable {
    /// What is at the place.
    package enum Kind: Hashable, Sendable {
        /// A heading of a level from 1 to 6.
        case heading(level: Int)
        /// A named block.
        case block
    }

    /// What it is.
    package let kind: Kind
    /// The text of a heading, or the name of a block, without `^`.
    public let name: String
    /// The fragment that Markdown links use for it.
    package let fragment: String
    /// The bytes of the heading, with its marks, or of the block’s name with `^`.
    public let range: Range<Int>
    /// The bytes of the heading and everything below it; for a block, its line.
    package let section: Range<Int>

    /// Whether a link means this place.
    ///
    /// - Parameter anchors: The places in its text.
    func isNamed(by link: FoundLink.Name, in anchors: MarkdownAnchors) -> Bool {
        switch (kind, link.place(in: anchors)) {
        case (.heading, .heading(let named)?): named == fragment
        case (.block, .named?):
            link.writtenPlace?.split(separator: "#").last.map {
                ComparisonKey(String($0).trimmed) == ComparisonKey("^" + name)
            } ?? false
        default: false
        }
    }
}

/// A tag in a text.
package struct PlacedTag: Hashable, Sendable {
    /// The tag.
    package let tag: Tag
    /// Its bytes, without `#`.
    package let range: Range<Int>
    /// Whether it is in the front matter.
    package let isInFrontMatter: Bool
}

/// The places in the text of an item that a cursor can be on.
public struct PlacedText: Sendable {
    /// The bytes of the item.
    package var bytes: [UInt8] { text.bytes }
    /// The offset of the text after the front matter.
    package var bodyStart: Int { text.bodyStart }
    let file: ItemFile
    let text: ItemText

    /// Reads a text; `nil` if it is not a valid item.
    public init?(_ bytes: [UInt8]) {
        guard let file = try? ItemFile(bytes) else { return nil }
        self.file = file
        text = ItemText(file)
    }

    /// The links, in the order in which they begin; those that refer to a definition as well.
    public var links: [PlacedLink] {
        text.links().map { PlacedLink($0, in: bytes) }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The innermost link at an offset.
    package func link(at offset: Int) -> PlacedLink? {
        links.filter { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
            .min { $0.range.count < $1.range.count }
    }

    /// The headings and named blocks, in the order of the source.
    package var anchors: [PlacedAnchor] {
        let headings = headings
        var code = text.document.codeRanges[...]
        var blocks: [PlacedAnchor] = []
        var start = bodyStart
        while start < bytes.count {
            let line = Line(at: start, in: bytes)
            defer { start = line.end }
            let content = line.content.trimmed(in: bytes)
            code = code.drop { $0.upperBound <= start }
            guard let mark = bytes[content].lastIndex(of: UInt8(ascii: "^")), mark + 1 < content.upperBound,
                mark == content.lowerBound || Line.isBlank(bytes[mark - 1]),
                !bytes[(mark + 1)..<content.upperBound].contains(where: Line.isBlank),
                code.first.map({ !$0.contains(mark) }) ?? true
            else { continue }
            let name = String(decoding: bytes[(mark + 1)..<content.upperBound], as: UTF8.self)
            blocks.append(
                PlacedAnchor(
                    kind: .block, name: name, fragment: "^" + name, range: mark..<content.upperBound,
                    section: line.content))
        }
        return (headings + blocks).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The places that links find by name.
    var places: MarkdownAnchors { text.document.anchors() }

    /// The headings, in the order of the source.
    public var headings: [PlacedAnchor] {
        let found = text.document.headings()
        var names = MarkdownAnchors()
        return found.enumerated().map { number, heading in
            let next = found[(number + 1)...].first { $0.level <= heading.level }
            let end = next.map { lineStart($0.range.lowerBound) } ?? bytes.count
            return PlacedAnchor(
                kind: .heading(level: heading.level), name: heading.text,
                fragment: names.addHeading(heading.text, level: heading.level), range: heading.range,
                section: lineStart(heading.range.lowerBound)..<end)
        }
    }

    private func lineStart(_ offset: Int) -> Int {
        bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    }

    /// The tags of the front matter and the text, in the order of the source.
    package var tags: [PlacedTag] {
        let listed = file.tagRanges.compactMap { tag in
            Tag(tag.text).map { PlacedTag(tag: $0, range: tag.range, isInFrontMatter: true) }
        }
        return listed
            + InlineTags.places(in: bytes, from: bodyStart).map {
                PlacedTag(tag: $0.tag, range: $0.range, isInFrontMatter: false)
            }
    }

    /// What can be folded: the front matter, sections and callouts.
    package var foldableRanges: [Range<Int>] {
        let front = bodyStart > 0 ? [0..<bodyStart] : []
        let callouts = text.document.blocks.nodes.compactMap { node -> Range<Int>? in
            guard case .blockQuote = node.kind else { return nil }
            let line = Line(at: node.range.lowerBound, in: bytes).content
            let words = String(decoding: bytes[line], as: UTF8.self).drop { $0 == ">" || $0 == " " }
            return Callout(String(words)) == nil ? nil : node.range
        }
        return (front + headings.map(\.section) + callouts).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The bytes of the title in the front matter; `nil` if it has none.
    package var title: Range<Int>? { file.titleRange }

    /// The bytes of code, in which nothing has a meaning.
    package var code: [Range<Int>] { text.document.codeRanges }
}
