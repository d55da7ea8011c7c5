import NotebookMarkdown
import NotebookText

/// The headings of an item, with the fragments that links use.
public struct Outline: Hashable, Sendable {
    /// A heading.
    public struct Heading: Hashable, Sendable {
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

    /// The headings, in the order of the source.
    public let headings: [Heading]

    /// Makes the outline of an item.
    public init(_ file: ItemFile) {
        let lines = LineIndex(file.bytes)
        var open: [Int] = []
        var anchors = MarkdownAnchors()
        headings = MarkdownDocument(file.bytes, from: file.bodyStart).headings().map { heading in
            while let last = open.last, last >= heading.level { open.removeLast() }
            defer { open.append(heading.level) }
            return Heading(
                level: heading.level, depth: open.count, text: heading.text,
                line: lines.position(of: heading.range.lowerBound).line,
                anchor: anchors.addHeading(heading.text, level: heading.level))
        }
    }
}
