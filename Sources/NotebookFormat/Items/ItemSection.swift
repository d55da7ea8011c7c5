import NotebookMarkdown
import NotebookText

/// The text under a heading, up to the next heading of any level.
package struct ItemSection: Hashable, Sendable {
    /// The heading as plain text.
    package let heading: String
    /// The line of the heading, from 1.
    package let line: Int
    /// The bytes from the line after the heading to the next heading.
    package let range: Range<Int>
}

extension ItemFile {
    /// The sections of its headings outside quotations and lists, in the order of the text.
    ///
    /// - Parameter boundary: An offset that no section goes across, such as the end of the front of a card.
    package func sections(apartAt boundary: Int? = nil) -> [ItemSection] {
        let boundary = boundary ?? bytes.count
        let headings = MarkdownDocument(bytes, from: bodyStart).outerHeadings()
        let lines = LineIndex(bytes)
        let ends = headings.dropFirst().map { lineStart(before: $0.range.lowerBound) } + [bytes.count]
        return zip(headings, ends).map { heading, end in
            let start = Line(at: heading.range.upperBound, in: bytes).end
            let end = heading.range.lowerBound < boundary ? min(end, boundary) : end
            return ItemSection(
                heading: heading.text, line: lines.position(of: heading.range.lowerBound).line,
                range: min(start, end)..<end)
        }
    }

    /// The sections with a heading, in any letter case, with or without its number signs.
    package func sections(named text: String, apartAt boundary: Int? = nil) -> [ItemSection] {
        let name = text.drop { $0 == "#" }.trimmed
        let sections = sections(apartAt: boundary)
        let exact = sections.filter { $0.heading == name }
        return exact.isEmpty ? sections.filter { ComparisonKey($0.heading) == ComparisonKey(name) } : exact
    }

    private func lineStart(before offset: Int) -> Int {
        var start = offset
        while start > bodyStart, Line.isBlank(bytes[start - 1]) { start -= 1 }
        return start
    }
}
