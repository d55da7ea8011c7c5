import NotebookMarkdown
import NotebookText

/// A heading of an item, with the fragment that links use.
public struct OutlineHeading: Hashable, Sendable {
    /// The level, 1 to 6.
    public let level: Int
    /// The number of headings above it.
    package let depth: Int
    /// The text without markup, as wiki links name it.
    public let text: String
    /// The line of the file, from 1.
    public let line: Int
    /// The fragment that Markdown links use for it, without `#` (Format, clause 21.4).
    package let anchor: String
}

extension ItemFile {
    /// The headings, in the order of the source.
    public var outline: [OutlineHeading] {
        let lines = LineIndex(bytes)
        var open: [Int] = []
        var anchors = MarkdownAnchors()
        return MarkdownDocument(bytes, from: bodyStart).headings().map { heading in
            while let last = open.last, last >= heading.level { open.removeLast() }
            defer { open.append(heading.level) }
            return OutlineHeading(
                level: heading.level, depth: open.count, text: heading.text,
                line: lines.position(of: heading.range.lowerBound).line,
                anchor: anchors.addHeading(heading.text, level: heading.level))
        }
    }
}
