extension NotebookDirectory {
    /// The bundle’s own directory.
    public var place: Place { Place(path: path) }
    /// Where the notes are.
    public var notes: Place { place.subpath("notes") }
    /// Where the cards are.
    public var cards: Place { place.subpath("cards") }
    /// Where the attachments are.
    public var blobs: Place { place.subpath("blobs") }
}
