public import Archives
import NotebookFiles
import NotebookFormat
public import NotebookPacking
public import NotebookStore
public import NotebookText

extension Notebook {
    /// Packs the notebook into an archive, and verifies every file; replaces an existing archive, which stays unchanged
    /// if packing fails.
    ///
    /// Blocks until the archive is durable.
    ///
    /// - Throws: an error if it is not in a directory or in memory, if the files do not match the manifest, or if the
    ///   archive cannot be written.
    @discardableResult
    public func archive(
        _ name: String, in directory: String, as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(),
        progress: (any WorkProgress)? = nil
    ) throws -> Packed {
        try bundle.archive(name, in: directory, as: format, options: options, progress: progress ?? NoProgress())
    }

    /// Packs the notebook into an archive in memory, and verifies every file.
    ///
    /// Blocks until all files are read and compressed.
    ///
    /// - Parameters:
    ///   - format: The format of the archive.
    ///   - options: What goes into it, and how.
    ///   - directoryName: The name of its directory in the archive; `nil` for a name made from its title.
    /// - Returns: The bytes of the archive, and the fingerprint of the notebook in it.
    /// - Throws: an error if the files are not what the manifest lists, or cannot be read.
    public func archived(
        as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(), directoryName: String? = nil,
        progress: (any WorkProgress)? = nil
    ) throws -> (bytes: [UInt8], fingerprint: Digest) {
        let (bytes, packed) = try source.archived(
            as: format, options: options, directoryName: directoryName, progress: progress ?? NoProgress())
        return (bytes, packed.fingerprint)
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

    /// Unpacks the archive into a directory, completely or not at all; may replace another notebook, whose history then
    /// keeps what this one does not have.
    ///
    /// Blocks until all is written, and while others use the notebook that is replaced.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle; `nil` for the name in the archive.
    ///   - confirm: Called with the path of the notebook that is to be replaced, and the files that it has besides those
    ///     in the archive; throws to leave it. `nil` to replace none.
    /// - Throws: an error if it is not an archive, does not match its manifest or is damaged, if the bundle exists, if
    ///   the directory cannot be written, or what `confirm` throws.
    public func unpack(
        into directory: String, as name: String? = nil,
        replacing confirm: ((_ bundle: String, _ losses: [String]) throws -> Void)? = nil,
        progress: (any WorkProgress)? = nil
    ) throws -> Unpacked {
        try unpack(
            into: directory, as: name, listing: confirm.map { confirm in { try confirm($0, $1.map(\.path)) } },
            locking: NotebookLocking(), progress: progress)
    }

    /// Unpacks the archive, as the public call does.
    ///
    /// - Parameters:
    ///   - confirm: Called with the files that the other notebook has besides those in the archive, and why.
    ///   - locking: How others are locked out of the notebook that is replaced.
    package func unpack(
        into directory: String, as name: String?,
        listing confirm: ((_ bundle: String, _ losses: [ReplacementLosses.Loss]) throws -> Void)?,
        locking: NotebookLocking, progress: (any WorkProgress)?
    ) throws -> Unpacked {
        try archive.unpack(
            into: directory, as: name, replacing: confirm, locking: locking, progress: progress ?? NoProgress())
    }

    /// Unpacks the archive into memory, completely or not at all.
    ///
    /// Blocks until all is read.
    ///
    /// - Throws: an error if it is not an archive, does not match its manifest, or is damaged.
    public func unpackedInMemory(progress: (any WorkProgress)? = nil) throws -> Notebook {
        Notebook(try archive.unpackedInMemory(progress: progress ?? NoProgress()))
    }

    /// Packs the notebook into an archive that is written as a stream, and verifies every file.
    ///
    /// Blocks until everything is written.
    ///
    /// - Parameter write: Receives the bytes of the archive, piece by piece; they are incomplete if packing fails.
    /// - Throws: an error if it is not in a directory or in memory, if the files do not match the manifest, or what
    ///   `write` throws.
    @discardableResult
    public func archive(
        as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(),
        progress: (any WorkProgress)? = nil, to write: @escaping ([UInt8]) throws -> Void
    ) throws -> Packed {
        try bundle.archive(as: format, options: options, progress: progress ?? NoProgress(), to: write)
    }

    /// Compares an archive with the one that packing the notebook would give.
    ///
    /// Blocks until both are read.
    ///
    /// - Throws: an error if the notebook is not in a directory or in memory, if the other is not an archive or is
    ///   damaged, or if the files do not match the manifest.
    public func comparison(
        with archive: Notebook, options: ArchiveOptions = ArchiveOptions(), progress: (any WorkProgress)? = nil
    ) throws -> ArchiveComparison {
        try bundle.comparison(with: try archive.archive, options: options, progress: progress ?? NoProgress())
    }

    /// Its archive.
    ///
    /// - Throws: `NotebookError.needsArchive`.
    package var archive: NotebookArchive {
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

extension Unpacked {
    /// The notebook.
    public var notebook: Notebook { Notebook(directory) }
}
