import NotebookMarkdown

extension MarkdownLink {
    /// The bytes of a wiki link from its target to the closing brackets; `nil` for others, and in front matter.
    func wikiRange(from bodyStart: Int) -> Range<Int>? {
        guard case .wikiLink = kind, range.lowerBound >= bodyStart,
            destination.range.lowerBound <= range.upperBound - 2
        else { return nil }
        return destination.range.lowerBound..<range.upperBound - 2
    }
}
