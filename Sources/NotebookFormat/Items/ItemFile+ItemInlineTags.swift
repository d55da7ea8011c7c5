import NotebookMarkdown
public import NotebookText

extension ItemFile {
    /// The tags written as `#tag` in the text, without duplicates, in the order of the text.
    public var inlineTags: [Tag] { Tag.unique(InlineTags.places(in: bytes, from: bodyStart).map(\.tag)) }

    /// The tags in the text outside its comments.
    package var shownInlineTags: [Tag] {
        let comments = ReadingSource.comments(in: bytes, bodyStart..<bytes.count)
        guard !comments.isEmpty else { return inlineTags }
        let places = InlineTags.places(in: bytes, from: bodyStart)
        return Tag.unique(places.filter { place in !comments.contains { $0.overlaps(place.range) } }.map(\.tag))
    }
}
