import NotebookFormat

/// A notebook of a library that was synchronised with its copy in another folder.
public struct SynchronizedNotebook: Sendable {
    /// Its name in the library.
    public let name: String
    /// What was done; `nil` if the notebook was made from the copy.
    public let result: Result<NotebookSync?, any Error>
}

extension LibraryFolder {
    /// Makes the notebooks of a library and their copies in another folder the same, each as
    /// ``NotebookDirectory/synchronize(with:)``: that folder may be one that a program carries to other computers.
    ///
    /// Copies are known by their uuids. What only one of the folders has is made in the other one, in the same folder
    /// below it. Archives are left alone. Blocks until all notebooks are done; an error of one does not keep the others
    /// from it.
    ///
    /// - Parameters:
    ///   - other: The other folder.
    ///   - opening: Opens the notebook in a directory.
    ///   - done: Is called with each notebook.
    /// - Throws: `SystemError` if one of the folders cannot be listed, or what `done` throws.
    public func synchronize(
        with other: LibraryFolder, opening: (String) -> NotebookDirectory = { NotebookDirectory($0) },
        done: (SynchronizedNotebook) throws -> Void
    ) throws {
        func directories(_ folder: LibraryFolder) throws -> [String] {
            try folder.notebooks().map(\.path).filter { NotebookLocation(at: $0) == .notebook }
        }
        func uuid(_ path: String) -> UniqueIdentifier? { (try? opening(path).open())?.description.uuid }
        let (here, there) = (try directories(self), try directories(other))
        let copies = Dictionary(there.compactMap { path in uuid(path).map { ($0, path) } }) { first, _ in first }
        var known: Set<String> = []
        for path in here {
            let name = name(of: Place(path: path))
            let copy = uuid(path).flatMap { copies[$0] } ?? other.place.subpath(name).path
            known.insert(copy)
            try done(
                SynchronizedNotebook(name: name, result: Result { try Self.synchronize(opening(path), opening(copy)) }))
        }
        for copy in there where !known.contains(copy) {
            let name = other.name(of: Place(path: copy))
            let new = opening(place.subpath(name).path)
            try done(
                SynchronizedNotebook(
                    name: name,
                    result: Result {
                        try Place(path: OutsidePath.parent(of: new.path)).create()
                        try new.make(from: opening(copy), progress: NoProgress())
                        return nil
                    }))
        }
    }

    private static func synchronize(_ notebook: NotebookDirectory, _ copy: NotebookDirectory) throws -> NotebookSync? {
        try Place(path: OutsidePath.parent(of: copy.path)).create()
        return try notebook.synchronize(with: copy)
    }
}
