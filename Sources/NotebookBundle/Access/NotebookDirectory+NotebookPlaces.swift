public import NotebookFiles
import NotebookStore

extension NotebookDirectory {
    /// The bundle’s own directory.
    public var place: Place { Place(path: path) }
    /// The folder of notes.
    public var notes: Place { place.subpath("notes") }
    /// The folder of cards.
    public var cards: Place { place.subpath("cards") }
    /// The folder of attachments.
    public var blobs: Place { place.subpath("blobs") }
}
