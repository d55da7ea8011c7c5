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
