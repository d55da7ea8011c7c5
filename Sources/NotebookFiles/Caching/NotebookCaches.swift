import Cores
package import NotebookFormat
package import NotebookText

/// What was read of notebooks before, in the user's cache folder: a file of each kind for each notebook.
///
/// It is only a hint: a file that is missing, torn, damaged or of another version is ignored, and a failure to write one
/// is ignored as well. Only the user can read and change it: it contains the names of notes, and is believed.
package struct NotebookCaches: Sendable {
    /// The largest file that is read, in bytes.
    static let maximumBytes = 64 << 20
    /// The number of notebooks in the cache; the one that was written longest ago is removed first.
    static let maximumNotebooks = 64

    private let folder: FileLocation
    /// How long a file must have been unchanged before it was read, in nanoseconds: a file that changed just before may
    /// change again without a new mark, because the clocks of some disks advance every two seconds.
    package static let usualStillness: Int64 = 2_000_000_000

    /// How old a change must be to be relied on, in nanoseconds.
    let stillness: Int64

    /// From this size of a manifest on, its index saves more than it costs, in bytes.
    package static let usualIndexedSize = 256 << 10
    /// The size of a manifest from which on it gets an index, in bytes.
    fileprivate let indexedSize: Int

    /// What this process has read; `nil` to remember nothing.
    fileprivate let memory: TextMemory?

    /// The cache in the user's folder of data that can be regenerated.
    package init(
        in cache: FileLocation, stillness: Int64 = usualStillness, indexedSize: Int = usualIndexedSize,
        memory: TextMemory? = nil
    ) {
        folder = cache
        (self.stillness, self.indexedSize, self.memory) = (stillness, indexedSize, memory)
    }

    /// The cache of the notebook at a path.
    package func of(_ notebook: String) -> NotebookCache { NotebookCache(all: self, notebook: notebook) }

    /// The kinds of files, each in its folder.
    fileprivate enum Kind: String {
        /// What is known about the files of a notebook.
        case seen
        /// The index of its manifest.
        case manifests
    }

    fileprivate func content(_ kind: Kind, of notebook: String) -> [UInt8]? {
        guard let files = try? DirectoryFiles(folder.subpath(kind.rawValue).path),
            case let name = Self.name(of: notebook), let status = try? files.status(name),
            let bytes = try? files.content(of: name, limit: Self.maximumBytes, expecting: status.size),
            bytes.count <= Self.maximumBytes
        else { return nil }
        return bytes
    }

    fileprivate func save(_ bytes: [UInt8], _ kind: Kind, of notebook: String) {
        let folder = folder.subpath(kind.rawValue)
        func open() -> DirectoryFiles? { try? DirectoryFiles(folder.path) }
        guard bytes.count <= Self.maximumBytes,
            let files = open() ?? ((try? folder.createPrivately()) == nil ? nil : open())
        else { return }
        let name = Self.name(of: notebook)
        let isNew = (try? files.status(name)) == nil
        try? Placement.file(name, in: files, environment: .system, replacing: true, isDurable: false) {
            try files.writeAll(bytes, to: $0)
        }
        if isNew { prune(files) }
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
    fileprivate let all: NotebookCaches
    fileprivate let notebook: String

    /// What this process has read of texts; `nil` if it remembers nothing.
    package var memory: TextMemory? { all.memory }

    /// Changes after this time may not be recognizable, in nanoseconds since 1970.
    package var start: Int64 { SystemCall.clock - all.stillness }

    /// Whether any later change of a file certainly shows.
    ///
    /// - Parameters:
    ///   - identity: Its identity, which was taken after a time.
    ///   - time: That time, in nanoseconds since 1970.
    package func isSettled(_ identity: FileIdentity, at time: Int64) -> Bool {
        all.stillness == 0 || identity.isSettled(at: time)
    }

    /// What is known about the files of the notebook.
    package func seenFiles() -> SeenFiles {
        all.content(.seen, of: notebook).flatMap { SeenFiles($0) } ?? SeenFiles()
    }

    /// Stores what is known about the files of the notebook, if possible.
    package func save(_ seen: SeenFiles) { all.save(seen.bytes, .seen, of: notebook) }
}

extension NotebookCache {
    /// The manifest with this text, and the digest of a long text.
    ///
    /// A long manifest whose index is known is not parsed; otherwise its index is stored.
    ///
    /// - Parameter parse: Parses the text.
    /// - Throws: what `parse` throws.
    package func manifest(
        in text: [UInt8], _ parse: ([UInt8]) throws(TextProblem) -> Manifest
    ) throws(TextProblem) -> (manifest: Manifest, digest: Digest?) {
        guard text.count >= all.indexedSize else { return (try parse(text), nil) }
        let job = Aside { Digest.of(text) }
        let index = all.content(.manifests, of: notebook).flatMap { ManifestIndex(file: $0) }
        let known = index?.manifest(in: text)
        let digest = (try? job.result()) ?? Digest.of(text)
        if let known, index?.digest == digest { return (known, digest) }
        let manifest = try parse(text)
        // Only a canonical text has an index.
        if Manifest.mayBeCanonical(text) {
            let canonical = manifest.rendered
            if canonical.isSame(as: text) { save(self.index(of: manifest, canonical, digest)) }
        }
        return (manifest, digest)
    }

    /// Whether a manifest is probably so long that its index is worthwhile.
    package func isIndexed(_ manifest: Manifest) -> Bool {
        // An entry of an item has about 300 bytes.
        manifest.entries.count * 300 >= all.indexedSize
    }

    /// The index of a manifest; `nil` if that is not possible.
    ///
    /// - Parameters:
    ///   - text: Its canonical text.
    ///   - digest: The digest of that text.
    package func index(of manifest: Manifest, _ text: ManifestText, _ digest: Digest) -> ManifestIndex? {
        guard ManifestIndex.size(of: manifest) <= NotebookCaches.maximumBytes else { return nil }
        return ManifestIndex(manifest, text, digest)
    }

    /// Stores the index of a manifest, if possible.
    package func save(_ index: ManifestIndex?) {
        if let index { all.save(index.file, .manifests, of: notebook) }
    }
}
