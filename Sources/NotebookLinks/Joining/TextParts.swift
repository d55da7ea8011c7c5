import NotebookFormat
import NotebookMarkdown
import NotebookText

/// The content of an item's sides that merging must not change.
///
/// A note has one side, the back.
struct TextParts: Equatable {
    /// A block without inner blocks, or a link.
    private enum Part: Equatable {
        case paragraph([UInt8])
        case heading(level: Int, [UInt8])
        case code([UInt8])
        case html([UInt8])
        case thematicBreak
        case link(destination: String, form: String, name: String)
    }

    private var front: [Part] = []
    private var back: [Part] = []
    /// The last blocks of the sides and their beginnings, for closing them.
    private var last: (front: BlockNode?, back: BlockNode?)
    private let bytes: [UInt8]

    static func == (one: TextParts, other: TextParts) -> Bool { one.front == other.front && one.back == other.back }

    init(_ item: ItemFile, isCard: Bool) {
        bytes = item.bytes
        let document = MarkdownDocument(item.bytes, from: item.bodyStart)
        let sides = isCard ? CardBody(item.bytes, bodyStart: item.bodyStart) : nil
        let frontEnd = sides?.front.upperBound ?? item.bodyStart
        // Without a separator, everything is the front. The separator's line belongs to no side.
        let backStart = sides.map { $0.back?.lowerBound ?? item.bytes.count } ?? item.bodyStart
        for node in document.blocks.nodes where !node.kind.isContainer {
            guard let part = Self.part(node, document) else { continue }
            if node.range.lowerBound >= backStart {
                back.append(part)
                last.back = node
            } else if node.range.lowerBound < frontEnd {
                front.append(part)
                last.front = node
            }
        }
        for link in document.links() {
            if link.range.lowerBound >= backStart {
                back.append(Self.part(link))
            } else {
                front.append(Self.part(link))
            }
        }
    }

    private static func part(_ node: BlockNode, _ document: MarkdownDocument) -> Part? {
        var text = InlineContent(document.blocks.lines[node.lines], of: document.bytes).bytes
        switch node.kind {
        case .paragraph: return .paragraph(text)
        case .heading(let level): return .heading(level: level, text)
        case .indentedCode, .fencedCode:
            // A block left open in a list or block quote ends with it, including the empty lines before the end.
            while text.last == 0x0A { text.removeLast() }
            return .code(text)
        case .html(let kind):
            if text == Self.separator { return nil }
            // A line that only closes the block is optional.
            if let closer = Self.closer(of: kind), text.suffix(closer.count + 1) == [0x0A] + closer {
                text.removeLast(closer.count + 1)
            }
            return .html(text)
        case .thematicBreak: return .thematicBreak
        case .definitions, .blockQuote, .list, .item: return nil
        }
    }

    private static func part(_ link: MarkdownLink) -> Part {
        let (form, name): (String, String) =
            switch link.kind {
            case .link, .referenceLink: ("link", "")
            case .image, .referenceImage: ("image", "")
            case .definition: ("definition", "")
            case .autolink: ("autolink", "")
            case .attribute(let name): ("attribute", name)
            case .wikiLink(let wiki): (wiki.isEmbed ? "embed" : "wiki", "\(wiki.heading ?? "")|\(wiki.label ?? "")")
            }
        return .link(destination: link.destination.text, form: form, name: name)
    }

    /// The content of two items together, side by side: the second item's part of each side follows the first's.
    func followed(by other: TextParts) -> TextParts {
        var parts = self
        func isLink(_ part: Part) -> Bool { if case .link = part { true } else { false } }
        func joined(_ one: [Part], _ other: [Part]) -> [Part] {
            one.filter { !isLink($0) } + other.filter { !isLink($0) } + one.filter(isLink) + other.filter(isLink)
        }
        parts.front = joined(front, other.front)
        parts.back = joined(back, other.back)
        return parts
    }

    /// The beginning of the text's last block.
    var lastBlock: TextPosition {
        let node = last.back ?? last.front
        return TextPosition(of: node?.range.lowerBound ?? 0, in: bytes)
    }

    /// The texts that can close the sides; the first is empty.
    var closers: (front: [[UInt8]], back: [[UInt8]]) { (Self.closers(last.front), Self.closers(last.back)) }

    private static func closers(_ node: BlockNode?) -> [[UInt8]] {
        let closer: [UInt8]? =
            switch node?.kind {
            case .fencedCode(let fence)?: Array(repeating: fence.character, count: fence.length)
            case .html(let kind)?: Self.closer(of: kind)
            default: nil
            }
        return [[], closer, [0x0A] + separator].compactMap(\.self)
    }

    /// A comment that keeps indented text from becoming part of a list before it.
    private static let separator = Array("<!-- -->".utf8)

    private static func closer(of kind: HTMLBlockKind) -> [UInt8]? {
        switch kind {
        case .comment: Array("-->".utf8)
        case .processingInstruction: Array("?>".utf8)
        case .characterData: Array("]]>".utf8)
        default: nil
        }
    }

    /// Whether the links are the same as those of another item.
    func hasLinks(of other: TextParts) -> Bool {
        func links(_ parts: TextParts) -> [Part] {
            (parts.front + parts.back).filter { if case .link = $0 { true } else { false } }
        }
        return links(self) == links(other)
    }
}
