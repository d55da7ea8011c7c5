import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookText

extension PlacedText {
    /// The bytes of code, formulas, comments and tags of HTML, whose words are not text.
    package var literals: [Range<Int>] {
        let document = text.document
        var inlines = InlineParser(document.options)
        var found = code + document.comments() + ReadingSource(bytes, bodyStart..<bytes.count).formulaRanges
        for node in document.blocks.nodes {
            switch node.kind {
            case .html: found.append(node.range)
            case .paragraph, .heading:
                inlines.parse(node, of: document.blocks)
                found += inlines.structure.codeSpans
            default: break
            }
        }
        return found
    }

    /// Whether a part begins or ends inside a link or literal, which would be broken without the rest.
    package func isTorn(by part: Range<Int>) -> Bool {
        (literals + links.map(\.range)).contains { whole in
            let whole = whole.trimmed(in: bytes)
            return whole.overlaps(part) && whole.clamped(to: part) != whole
        }
    }

    /// The bytes that a preview may show: without comments, and of a card the front alone, with its gaps hidden.
    package func shown(_ range: Range<Int>, isCard: Bool) -> [UInt8] {
        let (source, listed) = isCard ? file.listedText(isCard: true) : (bytes, range)
        let comments = MarkdownDocument(source, in: isCard ? listed : bodyStart..<bytes.count).comments()
        return source.replacing(comments.map { PlacedEdit($0, []) }, in: listed)
    }

    /// The names of headings as a list may show them: in the front of a card, with gaps hidden; behind it, none.
    package func shownNames(isCard: Bool) -> [Int: String] {
        guard isCard else { return Dictionary(uniqueKeysWithValues: headings.map { ($0.range.lowerBound, $0.name) }) }
        let (source, listed) = file.listedText(isCard: true)
        let names = MarkdownDocument(source, in: listed).headings().map(\.text)
        return Dictionary(uniqueKeysWithValues: zip(headings.map(\.range.lowerBound), names))
    }

    /// The headings and named blocks, with what a wiki link has behind `#` for them, and whether such a link leads there:
    /// of several with the same words, to the first one.
    package var wikiPlaces: [(place: PlacedAnchor, words: String, isReached: Bool)] {
        let places = places
        var blocks: Set<ComparisonKey> = []
        return anchors.map { anchor in
            guard anchor.kind != .block else {
                return (anchor, anchor.fragment, blocks.insert(ComparisonKey(anchor.name)).inserted)
            }
            let words = LiveNotebook.inWikiLink(MarkdownAnchors.withoutBlockName(anchor.name))
            let link = PlacedText(Array("[[#\(words)]]".utf8))?.links.first
            return (anchor, words, link.map { anchor.isNamed(by: $0.name, in: places) } ?? false)
        }
    }

    /// The bytes of the tables.
    package var tables: [Range<Int>] { text.document.tableRanges }

    /// The headings below the same heading, or the other blocks.
    package func siblings(of anchor: PlacedAnchor) -> [PlacedAnchor] {
        guard case .heading = anchor.kind else { return anchors.filter { $0.kind == .block && $0 != anchor } }
        func parent(_ heading: PlacedAnchor) -> PlacedAnchor? {
            headings.last { $0.range.lowerBound < heading.range.lowerBound && $0.section.overlaps(heading.section) }
        }
        let above = parent(anchor)
        return headings.filter { $0 != anchor && parent($0) == above }
    }

    /// Whether a line belongs to a paragraph, and to no table.
    package func isInParagraph(_ line: Range<Int>) -> Bool {
        let isParagraph = text.document.blocks.nodes.contains { node in
            if case .paragraph = node.kind { node.range.overlaps(line) } else { false }
        }
        return isParagraph && !tables.contains { $0.overlaps(line) }
    }

    /// Whether a link is all of a paragraph outside of lists, quotations and comments.
    package func isAlone(_ link: PlacedLink) -> Bool {
        let nodes = text.document.blocks.nodes
        let isParagraph = nodes.contains { node in
            if case .paragraph = node.kind { node.range.trimmed(in: bytes) == link.range } else { false }
        }
        return isParagraph && !nodes.contains { $0.kind.isContainer && $0.range.overlaps(link.range) }
            && !text.document.comments().contains { $0.overlaps(link.range) }
    }
}
