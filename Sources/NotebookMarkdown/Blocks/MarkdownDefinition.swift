/// A link reference definition (CommonMark 0.31.2 §4.7).
package struct MarkdownDefinition: Hashable, Sendable {
    /// The label as written, without brackets.
    package let label: String
    /// The destination of links that refer to the label.
    package let destination: MarkdownDestination
    /// The title, if there is one.
    package let title: String?
    /// The bytes of the source from the label's bracket to the end of the definition.
    package let range: Range<Int>
    /// The bytes of the label, without brackets.
    package let labelRange: Range<Int>
}

extension MarkdownDefinition {
    init(_ scanned: ScannedDefinition, _ content: InlineContent) {
        let end = scanned.title?.end ?? scanned.destination.end
        label = MarkdownText.plain(content.bytes[scanned.label])
        destination = MarkdownDestination(scanned.destination, in: content, couldClose: false)
        title = scanned.title.map { MarkdownText.unescaped(content.bytes, $0.text) }
        range = content.source(of: scanned.start..<end)
        labelRange = content.source(of: scanned.label)
    }
}

extension MarkdownDestination {
    init(_ scanned: ScannedText, in content: InlineContent, couldClose: Bool) {
        text = MarkdownText.unescaped(content.bytes, scanned.text)
        range = content.source(of: scanned.text)
        form = scanned.isBracketed ? .bracketed : .plain
        startsLine = content.startsLine(at: scanned.text.lowerBound - (scanned.isBracketed ? 1 : 0))
        self.couldClose = couldClose
    }
}
