import NotebookFiles
import NotebookFormat
import NotebookStore

extension NotebookDirectory {
    /// Makes sure that a directory can be repaired: that it is a notebook, damaged or not, of a known version, and
    /// contains something to rebuild it from.
    ///
    /// - Throws: `NotebookError` if not, or an error if the directory cannot be read.
    package func refuseUnrepairable() throws {
        try readFiles { files in
            try refuseLaterVersion(files)
            try refuseUnrepairable(files)
        }
    }

    func refuseUnrepairable(_ files: any FileOperations) throws {
        let shown = environment.display(path)
        guard try isNotebook(files) else { throw NotebookError.notABundle(shown) }
        guard try Self.holdsFile(files, .root) else { throw NotebookError.nothingToRebuild(shown) }
    }

    /// Whether a directory is a notebook or looks like the remains of one; other programs use a `manifest.json`, too.
    private func isNotebook(_ files: any FileOperations) throws -> Bool {
        let location = try NotebookLocation(directory: ExternalPath.name(of: path)) {
            try files.status(DiskPath($0))?.kind == .file
        }
        guard location == .remains else { return location == .notebook }
        let texts = try [DiskPath(.manifest), DiskPath(.notebook)].filter { try files.status($0)?.kind == .file }
        for root in ["notes", "cards"] where try files.status(DiskPath(root))?.kind == .directory { return true }
        let word = Array("notebundle".utf8)
        return try texts.contains { try files.content(of: $0, limit: 4096).firstRange(of: word) != nil }
    }

    /// Whether there is a file that belongs, or may belong, to a notebook; the manifest alone is not enough.
    private static func holdsFile(_ files: any FileOperations, _ directory: DiskPath) throws -> Bool {
        if directory == .root, try files.status(Store.journal) != nil { return true }
        return try files.list(directory).contains { entry in
            let path = directory.appending(entry.name)
            guard !ExternalNames.contains(String(decoding: entry.name, as: UTF8.self)) else { return false }
            switch entry.kind {
            case .file: return path != DiskPath(.manifest) && !Leftover.matches(path.text)
            case .directory: return try !path.isTooDeep && holdsFile(files, path)
            case .symbolicLink, .special: return false
            }
        }
    }
}
