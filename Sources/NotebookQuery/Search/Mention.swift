public import NotebookFormat
import NotebookLinks
import NotebookMarkdown
public import NotebookText

/// A place where the text of an item names another item without a link.
public struct Mention: Hashable, Sendable {
    /// The item with the text.
    public let source: BundlePath
    /// The position of the name.
    public let position: TextPosition
    /// The sentence around the name, with the name marked.
    public let sentence: Snippet
}

/// The names of an item, for a search in other items.
package struct MentionedNames: Sendable {
    private let needles: [LooseNeedle]

    /// The maximum number of mentions of one item.
    package static let mostOfItem = 100

    /// Takes names, such as a title and aliases; ignores those of one letter or digit, which are in every text.
    package init(_ names: [String]) {
        let texts = names.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        var seen: Set<[UInt8]> = []
        needles = texts.filter { $0.count > 1 || Self.isWordByItself($0) }.map(LooseNeedle.init).filter {
            !$0.bytes.isEmpty && seen.insert($0.bytes).inserted
        }
    }

    /// Whether one character is a word, as in Chinese, or an emoji.
    private static func isWordByItself(_ character: String) -> Bool {
        guard let scalar = character.unicodeScalars.first?.properties else { return false }
        return scalar.isIdeographic || scalar.isEmojiPresentation
    }

    /// Finds the names as whole words in the text of an item, outside links, code, HTML, mathematics, comments, web
    /// addresses and tags.
    package func mentions(in file: ItemFile, at path: BundlePath) -> [Mention] {
        let body = FoldedText(file.bytes, file.bodyStart..<file.bytes.count)
        let found = needles.flatMap { needle in
            needle.ranges(in: body.bytes, from: 0, to: body.bytes.count).filter {
                WordBoundaries.areAround($0, in: body.bytes)
            }
        }
        // Few items contain a name. Parses only these.
        guard !found.isEmpty else { return [] }
        let text = ItemText(file)
        let sentences = Sentences(text)
        let lines = LineIndex(file.bytes)
        let markup = MarkupRanges(file.bytes, from: file.bodyStart)
        var others = (text.document.rangesWithoutWords + markup.ranges).sorted { $0.lowerBound < $1.lowerBound }[...]
        let ranges = found.map(body.source).sorted { ($0.lowerBound, -$0.count) < ($1.lowerBound, -$1.count) }
        return ranges.withoutOverlaps.filter { range in
            others = others.drop { $0.upperBound <= range.lowerBound }
            return others.first.map { !$0.overlaps(range) } ?? true && !markup.isAddressOrTag(range)
        }.prefix(Self.mostOfItem).map {
            Mention(source: path, position: lines.position(of: $0.lowerBound), sentence: sentences.snippet(around: $0))
        }
    }
}

extension MarkdownDocument {
    /// The ranges of links, images, code, HTML and definitions.
    fileprivate var rangesWithoutWords: [Range<Int>] {
        var ranges = definitions.map(\.range)
        func add(_ inlines: [MarkdownInline]) {
            for inline in inlines {
                switch inline.content {
                case .text, .softBreak, .hardBreak: break
                case .emphasis(let inner), .strong(let inner): add(inner)
                case .code, .link, .image, .autolink, .html, .wikiLink: ranges.append(inline.range)
                }
            }
        }
        func add(_ blocks: [MarkdownBlock]) {
            for block in blocks {
                switch block.content {
                case .paragraph(let inlines), .heading(_, let inlines): add(inlines)
                case .blockQuote(let inner): add(inner)
                case .list(let list): for item in list.items { add(item.blocks) }
                case .indentedCode, .fencedCode, .html: ranges.append(block.range)
                case .table(let table): table.rows.joined().forEach { add($0) }
                case .thematicBreak: break
                }
            }
        }
        add(tree())
        return ranges
    }
}
