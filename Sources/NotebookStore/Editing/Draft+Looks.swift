package import NotebookFiles
package import NotebookFormat
package import NotebookLinks
package import NotebookText

/// Reads files for a draft without making the commit depend on them.
extension Draft {
    /// The bytes of a file in this draft, without making the commit depend on them; `nil` if the file is gone or too
    /// long.
    package func peek(_ path: BundlePath, limit: Int) throws -> [UInt8]? {
        let place = written[path].map { Store.staged($0.file.index) } ?? DiskPath(path)
        guard try store.files.status(place) != nil else { return nil }
        let bytes = try store.files.content(of: place, limit: limit)
        return bytes.count <= limit ? bytes : nil
    }

    /// Reads items as they are in this draft, on any core.
    var peekingReader: DraftReader {
        DraftReader(files: store.files, staged: written.mapValues { Store.staged($0.file.index) })
    }

    /// The items of a manifest whose links may name some files, both staged and on the disk.
    package func items(naming files: FileNames, of manifest: Manifest) throws -> Set<BundlePath> {
        let known =
            try namers?(files).filter { manifest[$0] != nil && !written(at: $0) }
            ?? textsOnDisk().items(naming: files, of: manifest, besides: Set(written.keys))
        return known.union(stagedItems)
    }

    /// The tags in the texts of the items outside the trash, as they are in this draft.
    func inlineTags() throws -> [BundlePath: [Tag]] {
        var tags = try textsOnDisk().tags(of: manifest, besides: Set(written.keys))
        for path in stagedItems {
            guard let bytes = try peek(path, limit: ItemFile.maximumBytes) else { continue }
            tags[path] = TextNames(of: bytes).tags
        }
        return tags
    }

    private func textsOnDisk() throws -> TextNamesReader {
        TextNamesReader(
            try DirectoryTree(store.files, name: notebook.name, pending: .none(hasStaging: true), cache: cache))
    }

    /// The staged items outside the trash.
    private var stagedItems: [BundlePath] {
        written.keys.filter { FileType(of: $0)?.isItem == true && TrashedPath($0) == nil }
    }

    /// The files before this change.
    package func tree() throws -> DirectoryTree {
        try DirectoryTree(store.files, name: notebook.name, now: world.now, cache: cache)
    }

    /// The digest of a new or changed file.
    package func writtenDigest(_ path: BundlePath) -> Digest? { written[path]?.file.digest }

    /// The digest that a deleted or moved file had.
    func deletedDigest(_ path: BundlePath) -> Digest? { deleted[path] }

    /// The digest of a file before the change; `nil` if it did not exist.
    ///
    /// Only a listed file is meant whatever form its name has: elsewhere, one in another form is in nobody's way.
    package func digestOnDisk(_ path: BundlePath) throws -> Digest? {
        let files = notebook.manifest[path] == nil ? store.files.exact : store.files
        return try files.digest(of: DiskPath(path))
    }

    /// All bytes of a file before the change; `nil` if it did not exist.
    func originalBytes(_ path: BundlePath) throws -> [UInt8]? {
        try store.files.status(DiskPath(path)) == nil
            ? nil : store.files.content(of: DiskPath(path), limit: .max)
    }

    /// New and changed files, in the order of their paths.
    var writtenPaths: [BundlePath] { written.keys.sorted() }

    /// Deleted and moved files, in the order of their paths.
    var deletedPaths: [BundlePath] { deleted.keys.sorted() }

    /// The bytes of a file before the change; `nil` if it did not exist.
    func original(_ path: BundlePath) throws -> [UInt8]? {
        try store.files.status(DiskPath(path)) == nil
            ? nil : store.files.content(of: DiskPath(path), limit: Manifest.maximumBytes)
    }

    /// The names in a directory, on the disk and in this draft.
    package func names(in directory: BundlePath) throws -> [String] {
        let drafted = written.keys.filter { $0.isBelow(directory) }.compactMap {
            $0.text.dropFirst(directory.text.count + 1).split(separator: "/").first.map(String.init)
        }
        return try namesOnDisk(in: directory) + drafted
    }

    /// The names in a directory on the disk.
    package func namesOnDisk(in directory: BundlePath) throws -> [String] {
        guard try store.files.status(DiskPath(directory))?.kind == .directory else { return [] }
        return try store.files.list(DiskPath(directory)).map { String(decoding: $0.name, as: UTF8.self) }
    }
}
