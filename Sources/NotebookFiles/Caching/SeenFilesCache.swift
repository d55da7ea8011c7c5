import NotebookText

/// The cache of files that were read: one file for each notebook, in the user's cache folder.
///
/// It is only a hint: a cache that is missing, torn, forged or of another version is ignored, and a failure to write it
/// is ignored as well. Only the user can read it, because it contains the names of notes.
package struct SeenFilesCache: Sendable {
    /// The largest cache file that is read, in bytes.
    static let maximumBytes = 64 << 20
    /// The number of notebooks in the cache; the least recently used one is removed first.
    static let maximumNotebooks = 64

    private let folder: FileLocation
    /// How long a file must have been unchanged before it was read, in nanoseconds: a file that changed just before may
    /// change again without a new mark, because the clocks of some disks advance every two seconds.
    package static let usualStillness: Int64 = 2_000_000_000

    /// How old a change must be to be relied on, in nanoseconds.
    let stillness: Int64

    /// The cache in the user's folder of data that can be regenerated.
    package init(in cache: FileLocation, stillness: Int64 = usualStillness) {
        folder = cache.subpath("seen")
        self.stillness = stillness
    }

    /// The cache of the notebook at a path.
    package func of(_ notebook: String) -> NotebookCache { NotebookCache(all: self, notebook: notebook) }

    /// What is known about the notebook at a path.
    package func load(_ notebook: String) -> SeenFiles {
        guard let files = try? DirectoryFiles(folder.path),
            let bytes = try? files.content(of: Self.name(of: notebook), limit: Self.maximumBytes),
            bytes.count <= Self.maximumBytes
        else { return SeenFiles() }
        return SeenFiles(bytes) ?? SeenFiles()
    }

    /// Stores what is known about the notebook at a path, if possible.
    package func save(_ seen: SeenFiles, of notebook: String) {
        let bytes = seen.bytes
        guard bytes.count <= Self.maximumBytes, (try? folder.createPrivately()) != nil,
            let files = try? DirectoryFiles(folder.path)
        else { return }
        try? Placement.file(Self.name(of: notebook), in: files, environment: .system, replacing: true, isDurable: false)
        {
            try files.writeAll(bytes, to: $0)
        }
        prune(files)
    }

    private func prune(_ files: DirectoryFiles) {
        guard let entries = try? files.list(.root), entries.count > Self.maximumNotebooks else { return }
        let dated = entries.compactMap { entry -> (path: DiskPath, modified: Int64)? in
            let path = DiskPath(bytes: entry.name)
            guard entry.kind == .file, let status = try? files.status(path) else { return nil }
            return (path, status.modified)
        }
        let oldest = dated.sorted { $0.modified < $1.modified }.dropLast(Self.maximumNotebooks)
        for file in oldest { try? files.unlink(file.path) }
    }

    private static func name(of notebook: String) -> DiskPath {
        DiskPath(Digest.of(Array(notebook.utf8)).prefix(32))
    }
}

/// The cache of one notebook.
package struct NotebookCache: Sendable {
    fileprivate let all: SeenFilesCache
    fileprivate let notebook: String

    /// Changes after this time may not be recognizable, in nanoseconds since 1970.
    package var start: Int64 { SystemCall.clock - all.stillness }

    package func load() -> SeenFiles { all.load(notebook) }

    package func save(_ seen: SeenFiles) { all.save(seen, of: notebook) }
}
