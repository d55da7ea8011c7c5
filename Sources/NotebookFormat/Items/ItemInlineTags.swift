extension ItemFile {
    /// The tags written as `#tag` in the text, without duplicates, in the order of the text.
    public var inlineTags: [Tag] { Tag.unique(InlineTags.places(in: bytes, from: bodyStart).map(\.tag)) }
}
