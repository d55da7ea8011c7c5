public import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText

extension Notebook {
    /// The notebook at a path, whatever it is there: a directory, which is a `NotebookDirectory`, or an archive, which is
    /// a `NotebookArchive`.
    ///
    /// Does not block: looks only at what is at the path, and reads nothing of a notebook.
    ///
    /// - Throws: `NotebookError.nothingThere`, or `.notANotebook` for a folder that is none, or a device.
    public static func at(_ path: String, environment: NotebookEnvironment = .system) throws -> any NotebookReading {
        let shown = PrintableText.escaped(path)
        switch NotebookLocation(at: path) {
        case .notebook, .remains: return NotebookDirectory(path, environment: environment)
        case .file: return NotebookArchive(path, environment: environment)
        case .folder: throw NotebookError.notANotebook(shown, "it has neither the ending .notebundle nor its files")
        case .special: throw NotebookError.notANotebook(shown, "neither a directory nor a file")
        case .nothing: throw NotebookError.nothingThere(shown)
        }
    }
}

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

extension NotebookSnapshot {
    /// The template with a name.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError.noSuchTemplate`, `.gone` or `.malformedItem`, or an error if it cannot be read.
    public func template(_ name: String, _ type: FileType = .note) throws -> NotebookTemplate {
        let item = try listing.template(name, type)
        guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
            throw NotebookError.gone(item.path)
        }
        return try NotebookTemplate(item.path, bytes)
    }
}
