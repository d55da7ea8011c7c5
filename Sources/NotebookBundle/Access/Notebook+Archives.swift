public import Archives
import NotebookFiles
import NotebookFormat
public import NotebookPacking
public import NotebookStore

extension Notebook {
    /// Packs the notebook into an archive, and verifies every file; replaces an existing archive, which stays unchanged
    /// if packing fails.
    ///
    /// Blocks until the archive is durable.
    ///
    /// - Throws: an error if it is not in a directory or in memory, if the files do not match the manifest, or if the
    ///   archive cannot be written.
    public func archive(
        _ name: String, in directory: String, as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(),
        progress: any WorkProgress = NoProgress()
    ) throws -> Packed {
        try bundle.archive(name, in: directory, as: format, options: options, progress: progress)
    }

    /// Packs the notebook into an archive in memory, and verifies every file.
    ///
    /// Blocks until all files are read and compressed.
    ///
    /// - Parameters:
    ///   - format: The format of the archive.
    ///   - options: What goes into it, and how.
    ///   - directoryName: The name of its directory in the archive; `nil` for a name made from its title.
    /// - Returns: The bytes of the archive, and what is in it.
    /// - Throws: an error if the files are not what the manifest lists, or cannot be read.
    public func archived(
        as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(), directoryName: String? = nil,
        progress: any WorkProgress = NoProgress()
    ) throws -> (bytes: [UInt8], packed: Packed) {
        try source.archived(as: format, options: options, directoryName: directoryName, progress: progress)
    }

    /// Whether it is in an archive that needs a password.
    ///
    /// Blocks until the names in it are read.
    ///
    /// - Throws: an error if it is not an archive, or is damaged.
    public func isEncrypted() throws -> Bool { try archive.isEncrypted() }

    /// The notebook in the same archive, read with a password.
    ///
    /// - Throws: `NotebookError` if it is not in an archive.
    public func unlocked(with password: String) throws -> Notebook { Notebook(try archive.unlocked(with: password)) }

    /// The notebook in the same archive, read within limits.
    ///
    /// - Throws: `NotebookError` if it is not in an archive.
    public func limited(to limits: ArchiveLimits) throws -> Notebook { Notebook(try archive.limited(to: limits)) }

    /// Unpacks the archive into a directory, completely or not at all, and returns the notebook there.
    ///
    /// Blocks until all is written.
    ///
    /// - Throws: an error if it is not an archive, does not match its manifest or is damaged, if the bundle exists, or if
    ///   the directory cannot be written.
    public func unpack(into directory: String, progress: any WorkProgress = NoProgress()) throws -> Notebook {
        Notebook(try archive.unpack(into: directory, progress: progress))
    }

    /// Unpacks the archive into memory, completely or not at all.
    ///
    /// Blocks until all is read.
    ///
    /// - Throws: an error if it is not an archive, does not match its manifest, or is damaged.
    public func unpackedInMemory(progress: any WorkProgress = NoProgress()) throws -> Notebook {
        Notebook(try archive.unpackedInMemory(progress: progress))
    }

    private var archive: NotebookArchive {
        get throws(NotebookError) {
            guard let archive = source as? NotebookArchive else { throw .needsArchive(source.name) }
            return archive
        }
    }

    /// The bytes of all files by their paths in the bundle, as a directory would hold them.
    ///
    /// Blocks until all files are read; for a notebook in memory, they are there.
    ///
    /// - Throws: an error if files cannot be read.
    public func files() throws -> [String: [UInt8]] {
        if let memory = source as? MemoryNotebook { return try memory.files() }
        return try source.read { snapshot in
            var files: [String: [UInt8]] = [:]
            try snapshot.files.forEachFile { file, content in
                if case .file(let path) = file.place { files[path.text] = try content.bytes(limit: .max) }
                return .goOn
            }
            return files
        }
    }
}
