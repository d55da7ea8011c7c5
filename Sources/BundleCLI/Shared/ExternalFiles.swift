import NotebookBundle

/// Files outside notebooks, as a person names them: follows links, and accepts pipes and devices.
struct ExternalFiles {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The content of a file outside a notebook.
    func read(_ path: String, limit: Int) throws -> [UInt8] {
        try DirectoryFiles.readWhole(following: session.absolute(path), name: shown(path), limit: limit)
    }

    /// The directory in which to make a file.
    func directory(_ directory: String, toWrite path: String) throws -> DirectoryFiles {
        do throws(SystemError) {
            return try DirectoryFiles(directory, name: session.displayed(directory))
        } catch {
            throw SystemError(.create, shown(path), code: error.code)
        }
    }

    /// Writes a file outside a notebook beside its place, and moves it there; replaces an existing file.
    func replace(_ path: String, with text: String) throws { try replace(path, with: Array(text.utf8)) }

    /// Writes a file outside a notebook beside its place, and moves it there; replaces an existing file.
    func replace(_ path: String, with bytes: [UInt8]) throws {
        let (directory, name) = split(path)
        let files = try self.directory(directory, toWrite: path)
        if let kind = try files.status(DiskPath(name))?.kind, kind != .file {
            // Writes to a device, a pipe or a link instead of replacing it.
            return try DirectoryFiles.overwrite(session.absolute(path), name: shown(path), with: bytes)
        }
        try files.replaceFile(name, with: bytes, environment: session.notebookEnvironment)
    }

    /// Splits a path into its directory and name.
    func split(_ path: String) -> (directory: String, name: String) {
        let path = session.absolute(path)
        return (ExternalPath.parent(of: path), ExternalPath.name(of: path))
    }

    /// Makes sure, before anything is written, that a path is not in a notebook and is not also read.
    ///
    /// - Parameters:
    ///   - path: The path to write to; it need not exist.
    ///   - sources: The paths that are read.
    /// - Throws: `UsageError.conflict`.
    func refuseToWrite(_ path: String, over sources: [String] = []) throws(UsageError) {
        guard path != "-" else { return }
        let place = ExternalPath.real(session.absolute(path))
        let shown = shown(path)
        if let notebook = NotebookLocation.around(place) {
            throw .conflict("cannot write \(shown) in the notebook \(session.displayed(notebook)); use another path")
        }
        if let source = sources.first(where: { ExternalPath.real($0) == place }) {
            throw .conflict(
                "cannot write \(session.displayed(source)), which is also read or written; use another path")
        }
    }

    private func shown(_ path: String) -> String { session.displayed(session.absolute(path)) }
}
