public import Archives
import NotebookFormat

extension NotebookReading {
    /// The notebook as an archive in memory, every file of which is verified on the way.
    ///
    /// Blocks until all files are read and compressed.
    ///
    /// - Parameters:
    ///   - format: The form of the archive.
    ///   - options: What goes into it, and how.
    ///   - directoryName: What the notebook is called in it; `nil` for a name made of its title.
    /// - Returns: The bytes of the archive, and what is in it.
    /// - Throws: `PackingRefusal` if the files are not what the manifest lists, or what keeps them from being read.
    public func archived(
        as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(), directoryName: String? = nil,
        progress: any WorkProgress = NoProgress()
    ) throws -> (bytes: [UInt8], packed: Packed) {
        try read { snapshot in
            guard let tree = snapshot.files as? DirectoryTree else {
                // An archive is taken out first, so that it is packed as any notebook is.
                guard let archive = self as? NotebookArchive else {
                    throw NotebookError.archiveIsReadOnly(snapshot.files.name)
                }
                return try archive.unpackedInMemory(progress: progress).archived(
                    as: format, options: options, directoryName: directoryName, progress: progress)
            }
            let stem = PortableName.made(from: snapshot.notebook.description.title) ?? "Notebook"
            let packer = Packer(
                tree,
                directoryName: options.part.map { $0.directoryName(of: directoryName ?? stem) } ?? directoryName
                    ?? stem + NotebookLocation.ending,
                withoutTrash: options.leavesOutTrash, part: options.part, progress: progress)
            let sink = MemorySink()
            let packed = try packer.pack(
                format, level: options.level, password: options.password.map { Array($0.utf8) }, to: sink)
            return (sink.bytes, packed)
        }
    }
}

extension NotebookArchive {
    /// An archive in memory; nothing is read yet.
    ///
    /// - Parameter name: What messages call it.
    public init(bytes: [UInt8], name: String = "the archive", surroundings: Surroundings = .system) {
        self.init(ArchiveSource(bytes: bytes), at: name, name: name, world: World(surroundings))
    }

    /// Whether a password is needed to read it.
    ///
    /// Blocks until the names in it are read.
    ///
    /// - Throws: `ArchiveFailure` if it is no archive, or is damaged.
    public func isEncrypted() throws -> Bool { try ArchiveFailure.naming(name) { try source.isEncrypted() } }

    /// The same archive, which is read with a password.
    public func unlocked(with password: String) -> NotebookArchive {
        NotebookArchive(
            source.unlocked(with: Array(password.utf8)), at: path, name: name, world: world, limits: limits)
    }

    /// The same archive, of which no more is read than limits say.
    public func limited(to limits: ArchiveLimits) -> NotebookArchive {
        NotebookArchive(source, at: path, name: name, world: world, limits: limits)
    }

    /// The notebook taken out into memory, as a whole or not at all.
    ///
    /// Blocks until all is read.
    ///
    /// - Throws: `UntrueArchive` if the archive is not what its manifest says, or `ArchiveFailure` if it is damaged.
    public func unpackedInMemory(progress: any WorkProgress = NoProgress()) throws -> MemoryNotebook {
        let unpacker = Unpacker(try tree(), progress: progress)
        return try MemoryNotebook(world.surroundings) { bundle, _ in
            var bundle = bundle
            _ = try unpacker.unpack(into: &bundle)
            _ = try bundle.finishAsWritten()
        }
    }
}
