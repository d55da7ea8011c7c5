package import Archives
package import NotebookFiles
import NotebookFormat
package import NotebookPacking
import NotebookStore

extension NotebookReading {
    /// Packs the notebook into an archive in memory, and verifies every file.
    ///
    /// Blocks until all files are read and compressed.
    ///
    /// - Parameters:
    ///   - format: The format of the archive.
    ///   - options: What goes into it, and how.
    ///   - directoryName: The name of its directory in the archive; `nil` for a name made from its title.
    /// - Returns: The bytes of the archive, and what is in it.
    /// - Throws: `PackingRefusal` if the files are not what the manifest lists, or an error if them cannot be read.
    package func archived(
        as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(), directoryName: String? = nil,
        progress: any WorkProgress = NoProgress()
    ) throws -> (bytes: [UInt8], packed: Packed) {
        try read { snapshot in
            guard let tree = snapshot.files as? DirectoryTree else {
                // An archive is unpacked first, so that it is packed like any notebook.
                guard let archive = self as? NotebookArchive else {
                    throw NotebookError.archiveIsReadOnly(snapshot.files.name)
                }
                return try archive.unpackedInMemory(progress: progress).archived(
                    as: format, options: options, directoryName: directoryName, progress: progress)
            }
            let stem = PortableName.made(from: snapshot.listing.description.title) ?? "Notebook"
            let packer = Packer(
                tree,
                directoryName: options.part.map { $0.directoryName(of: directoryName ?? stem) } ?? directoryName
                    ?? stem + NotebookLocation.ending,
                options, progress: progress)
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
    /// - Parameter name: Its name in messages.
    package init(bytes: [UInt8], name: String = "the archive", environment: NotebookEnvironment = .system) {
        self.init(ArchiveSource(bytes: bytes), at: name, name: name, environment: environment)
    }

    /// Whether a password is needed to read it.
    ///
    /// Blocks until the names in it are read.
    ///
    /// - Throws: `ArchiveFailure` if it is not an archive, or is damaged.
    package func isEncrypted() throws -> Bool { try ArchiveFailure.naming(name) { try source.isEncrypted() } }

    /// The same archive, read with a password.
    package func unlocked(with password: String) -> NotebookArchive {
        NotebookArchive(
            source.unlocked(with: Array(password.utf8)), at: path, name: name, environment: environment, limits: limits)
    }

    /// The same archive, read within limits.
    package func limited(to limits: ArchiveLimits) -> NotebookArchive {
        NotebookArchive(source, at: path, name: name, environment: environment, limits: limits)
    }

    /// Unpacks the notebook into memory, completely or not at all.
    ///
    /// Blocks until all is read.
    ///
    /// - Throws: `UntrueArchive` if the archive is not what its manifest says, or `ArchiveFailure` if it is damaged.
    package func unpackedInMemory(progress: any WorkProgress = NoProgress()) throws -> MemoryNotebook {
        let unpacker = Unpacker(try tree(), progress: progress)
        return try MemoryNotebook(environment) { bundle, _ in
            var bundle = bundle
            _ = try unpacker.unpack(into: &bundle)
            _ = try bundle.finishAsWritten()
        }
    }
}
