import NotebookFiles
import NotebookFormat
public import NotebookStore
package import NotebookText

/// A notebook of a library that was synchronised with its copy in another folder.
package struct SynchronizedNotebook: Sendable {
    /// Its name in the library.
    package let name: String
    /// What was done; `nil` if the notebook was made from the copy.
    package let result: Result<NotebookSync?, any Error>
}

extension LibraryFolder {
    /// Synchronises the notebooks of a library with their copies in another folder.
    ///
    /// Treats each as `synchronize(with:)` does; a file-synchronisation program may transfer that
    /// folder to other computers. Copies are identified by their uuids. A notebook that only one of the folders has is
    /// created in the other, in the same subfolder. Archives are left alone. Blocks until all notebooks are done; an
    /// error in one notebook does not stop the others.
    ///
    /// - Parameters:
    ///   - other: The other folder.
    ///   - done: Called with the name of each notebook and what was done, `nil` if it was made from the copy.
    /// - Throws: an error if one of the folders cannot be listed, or what `done` throws.
    public func synchronize(
        with other: LibraryFolder, done: (_ name: String, _ result: Result<NotebookSync?, any Error>) throws -> Void
    ) throws {
        try synchronize(with: other, opening: { NotebookDirectory($0) }) { try done($0.name, $0.result) }
    }

    /// Synchronises the notebooks of a library with their copies in another folder.
    ///
    /// - Parameter opening: Opens the notebook in a directory.
    package func synchronize(
        with other: LibraryFolder, opening: (String) throws -> NotebookDirectory,
        done: (SynchronizedNotebook) throws -> Void
    ) throws {
        func directories(_ folder: LibraryFolder) throws -> [String] {
            try folder.notebooks().map(\.path).filter { NotebookLocation(at: $0) == .notebook }
        }
        let (here, there) = (try directories(self), try directories(other))
        let copies = Copies(there, opening)
        var known: Set<String> = []
        for path in here {
            let name = name(of: FileLocation(path: path))
            let named = other.place.subpath(name).path
            let copy = Result { try copies.path(of: try opening(path).uuidIfReadable(), named: named) }
            known.insert((try? copy.get()) ?? named)
            let result = Result { try Self.synchronize(opening(path), opening(try copy.get())) }
            try done(SynchronizedNotebook(name: name, result: result))
        }
        for copy in there where !known.contains(copy) {
            let name = other.name(of: FileLocation(path: copy))
            let new = try opening(place.subpath(name).path)
            try done(
                SynchronizedNotebook(
                    name: name,
                    result: Result {
                        if let error = copies.inUse[copy] { throw error }
                        try FileLocation(path: ExternalPath.parent(of: new.path)).create()
                        try new.make(from: opening(copy), progress: NoProgress())
                        return nil
                    }))
        }
    }

    /// The copies in the other folder.
    private struct Copies {
        private var paths: [UniqueIdentifier: String] = [:]
        /// Copies whose uuids are unknown because others are using them.
        private(set) var inUse: [String: any Error] = [:]

        init(_ paths: [String], _ opening: (String) throws -> NotebookDirectory) {
            for path in paths.reversed() {
                do {
                    guard let uuid = try opening(path).uuidIfReadable() else { continue }
                    self.paths[uuid] = path
                } catch { inUse[path] = error }
            }
        }

        /// The copy with a uuid, or the path for a new copy; fails while a copy that may have this uuid is in use.
        func path(of uuid: UniqueIdentifier?, named: String) throws -> String {
            if let path = uuid.flatMap({ paths[$0] }) { return path }
            if inUse[named] == nil, let error = inUse.min(by: { $0.key < $1.key })?.value { throw error }
            return named
        }
    }

    private static func synchronize(_ notebook: NotebookDirectory, _ copy: NotebookDirectory) throws -> NotebookSync? {
        try FileLocation(path: ExternalPath.parent(of: copy.path)).create()
        return try notebook.synchronize(with: copy)
    }
}

extension NotebookDirectory {
    /// The uuid of the notebook; `nil` if it cannot be read.
    ///
    /// - Throws: `LockError.busy` if others use the notebook, so that its uuid is not known yet.
    package func uuidIfReadable() throws -> UniqueIdentifier? {
        do {
            return try read(\.listing.description.uuid)
        } catch let error as CancellationError {
            throw error
        } catch let error as LockError {
            guard case .busy = error else { return nil }
            throw error
        } catch {
            return nil
        }
    }
}
