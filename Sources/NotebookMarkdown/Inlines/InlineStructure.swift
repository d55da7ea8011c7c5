package import NotebookText

/// The inline structure of a leaf block: its tokens in order, with tables for their details.
///
/// All offsets are those of the content.
package struct InlineStructure {
    package var content = InlineContent()
    package var tokens: [InlineToken] = []
    var delimiters: [DelimiterRun] = []
    var emphasis: [EmphasisMatch] = []
    var links: [InlineLink] = []
    var wikiLinks: [ScannedWikiLink] = []
    /// The first `<`, `(`, `[[`, quotation mark or backtick that begins nothing, but would if later text ended it.
    private(set) var firstUnclosed: Int?

    mutating func recordUnclosed(at offset: Int) { firstUnclosed = firstUnclosed ?? offset }

    /// Whether text at an offset could end something that begins before it.
    func couldClose(at offset: Int) -> Bool { firstUnclosed.map { $0 < offset } ?? false }

    mutating func removeAll() {
        tokens.removeAll(keepingCapacity: true)
        delimiters.removeAll(keepingCapacity: true)
        emphasis.removeAll(keepingCapacity: true)
        links.removeAll(keepingCapacity: true)
        wikiLinks.removeAll(keepingCapacity: true)
        firstUnclosed = nil
    }
}

/// A piece of inline content.
package struct InlineToken {
    package enum Kind {
        /// Plain text.
        case text
        /// A backslash and the character that it escapes.
        case escape
        /// An entity or numeric character reference.
        case reference
        case softBreak
        case hardBreak
        /// A code span; `detail` is the number of its backticks.
        case code
        case html
        case autolink
        case emailAutolink
        /// A run of `*` or `_`; `detail` is its index in `delimiters`.
        case delimiters
        /// The `[` or `![` of a link or image; `detail` is its index in `links`.
        case linkStart
        /// The end of a link or image, from `]` on.
        case linkEnd
        /// A wiki link; `detail` is its index in `wikiLinks`.
        case wikiLink
    }

    package var kind: Kind
    @CompactRange package var range: Range<Int>
    @Compact var detail = 0
}

/// A link or image (CommonMark 0.31.2 §6.3 and §6.4).
struct InlineLink {
    enum Target {
        /// A destination and title after the text; if there is no destination, the place where it would be.
        case inline(destination: ScannedText, title: ScannedText?)
        /// A definition by its index, and the label that refers to it.
        case reference(definition: Int, label: Range<Int>)
    }

    let isImage: Bool
    @CompactRange var range: Range<Int>
    /// The text between the first brackets.
    @CompactRange var text: Range<Int>
    let target: Target
}

/// Values from the inline structure of a block.
extension InlineStructure {
    /// The text of a token that represents text.
    func text(of token: InlineToken) -> String {
        switch token.kind {
        case .escape: MarkdownText.plain(content.bytes[token.range.dropFirst()])
        case .reference:
            CharacterReference.scan(content.bytes, at: token.range.lowerBound, before: token.range.upperBound)?.text
                ?? ""
        case .code: MarkdownText.plain(codeText(token))
        case .autolink, .emailAutolink: MarkdownText.plain(content.bytes[token.range.dropFirst().dropLast()])
        default: MarkdownText.plain(content.bytes[token.range])
        }
    }

    private func codeText(_ token: InlineToken) -> ArraySlice<UInt8> {
        CodeSpanScanner.text(content.bytes, token.range.dropFirst(token.detail).dropLast(token.detail))
    }

    /// The destination of an autolink.
    func destination(ofAutolink token: InlineToken) -> MarkdownDestination {
        let isEmail = token.kind == .emailAutolink
        return MarkdownDestination(
            text: isEmail ? "mailto:" + text(of: token) : text(of: token),
            range: content.source(of: token.range.lowerBound + 1..<token.range.upperBound - 1),
            form: isEmail ? .emailAutolink : .autolink, couldClose: couldClose(at: token.range.lowerBound))
    }

    /// The destination of a link.
    func target(of link: InlineLink, _ definitions: ReferenceDefinitions) -> MarkdownLinkTarget {
        let textRange = content.source(of: link.text)
        switch link.target {
        case .inline(let destination, let title):
            return MarkdownLinkTarget(
                destination: MarkdownDestination(
                    destination, in: content, couldClose: couldClose(at: destination.text.lowerBound)),
                title: title.map { MarkdownText.unescaped(content.bytes, $0.text) }, definition: nil,
                textRange: textRange,
                labelRange: nil)
        case .reference(let index, let label):
            let definition = definitions.all[index]
            return MarkdownLinkTarget(
                destination: definition.destination, title: definition.title, definition: index, textRange: textRange,
                labelRange: content.source(of: label))
        }
    }

    /// A wiki link.
    func value(of link: ScannedWikiLink) -> MarkdownWikiLink {
        func text(_ range: Range<Int>) -> String { MarkdownText.plain(content.bytes[range]) }
        return MarkdownWikiLink(
            isEmbed: link.isEmbed, target: text(link.target), heading: link.heading.map(text),
            label: link.label.map(text),
            targetRange: content.source(of: link.target), headingRange: link.heading.map(content.source),
            labelRange: link.label.map(content.source))
    }
}
