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
        guard try store.files.status(place)?.kind == .file else { return nil }
        let bytes = try store.files.content(of: place, limit: limit)
        return bytes.count <= limit ? bytes : nil
    }

    /// Reads items as they are in this draft, on any core.
    var peekingReader: DraftReader {
        DraftReader(files: store.files, staged: written.files.mapValues { Store.staged($0.file.index) })
    }

    /// The items of a manifest whose links may name some files, both staged and on the disk.
    package func items(naming files: FileNames, of manifest: Manifest) throws -> Set<BundlePath> {
        try sources(naming: files, of: manifest).named
    }

    /// The items of a manifest whose links may name some files, and those that are gone, and so may name them as well.
    func sources(
        naming files: FileNames, of manifest: Manifest
    ) throws -> (named: Set<BundlePath>, gone: Set<BundlePath>) {
        if let namers {
            let named = namers(files).filter { manifest[$0] != nil && written[$0] == nil }
            return (named.union(stagedItems), [])
        }
        let found = try textsOnDisk().sources(naming: files, of: manifest, besides: Set(written.files.keys))
        return (found.named.union(stagedItems), found.gone.filter { written[$0] == nil && deleted[$0] == nil })
    }

    /// The tags in the texts of the items outside the trash, as they are in this draft.
    func inlineTags() throws -> [BundlePath: [Tag]] {
        var tags = try textsOnDisk().tags(of: manifest, besides: Set(written.files.keys))
        for path in stagedItems {
            guard let bytes = try peek(path, limit: ItemFile.maximumBytes) else { continue }
            tags[path] = TextNames(of: bytes).tags
        }
        return tags
    }

    private func textsOnDisk() throws -> TextNamesReader {
        TextNamesReader(
            try DirectoryTree(store.files, name: listing.name, pending: .none(hasStaging: true), cache: cache))
    }

    /// The staged items outside the trash.
    private var stagedItems: [BundlePath] {
        written.files.keys.filter { FileType(of: $0)?.isItem == true && TrashedPath($0) == nil }
    }

    /// The files before this change.
    package func tree() throws -> DirectoryTree {
        try DirectoryTree(store.files, name: listing.name, now: environment.now, cache: cache)
    }

    /// The digest of a new or changed file.
    package func writtenDigest(_ path: BundlePath) -> Digest? { written[path]?.file.digest }

    /// The digest that a deleted or moved file had.
    func deletedDigest(_ path: BundlePath) -> Digest? { deleted[path] }

    /// The digest of a file before the change; `nil` if it did not exist.
    ///
    /// Only a listed file is meant whatever form its name has: elsewhere, one in another form is in nobody's way.
    package func digestOnDisk(_ path: BundlePath) throws -> Digest? {
        let files = listing.manifest[path] == nil ? store.files.exact : store.files
        return try files.digest(of: DiskPath(path))
    }

    /// All bytes of a file before the change; `nil` if it did not exist.
    func originalBytes(_ path: BundlePath) throws -> [UInt8]? {
        try store.files.status(DiskPath(path)) == nil
            ? nil : store.files.content(of: DiskPath(path), limit: .max)
    }

    /// New and changed files, in the order of their paths.
    var writtenPaths: [BundlePath] { written.files.keys.sorted() }

    /// Deleted and moved files, in the order of their paths.
    var deletedPaths: [BundlePath] { deleted.keys.sorted() }

    /// The bytes of a file before the change; `nil` if it did not exist.
    func original(_ path: BundlePath) throws -> [UInt8]? {
        try store.files.status(DiskPath(path)) == nil
            ? nil : store.files.content(of: DiskPath(path), limit: Manifest.maximumBytes)
    }

    /// The names in a directory, on the disk and in this draft.
    package func names(in directory: BundlePath) throws -> [String] {
        try namesOnDisk(in: directory) + written.names(in: directory)
    }

    /// The names in a directory on the disk.
    package func namesOnDisk(in directory: BundlePath) throws -> [String] { try store.files.names(in: directory) }
}

/// Reads items of a draft, many at a time and on any core, without making the commit depend on them.
struct DraftReader: Sendable {
    let files: any FileOperations
    /// Where the draft has written the content of files.
    let staged: [BundlePath: DiskPath]

    /// The contents of items; `nil` for one that is gone or too long.
    func contents(of paths: [BundlePath]) throws -> [[UInt8]?] {
        let limit = ItemFile.maximumBytes
        let inPlace = try DirectoryReader(files: files).contents(of: paths, limit: limit)
        return try zip(paths, inPlace).map { path, content in
            if let content, staged[path] == nil { return content }
            let place = staged[path] ?? DiskPath(path)
            guard try files.status(place) != nil else { return nil }
            let bytes = try files.content(of: place, limit: limit)
            return bytes.count <= limit ? bytes : nil
        }
    }
}

extension Draft {
    /// Moves to the trash what a reason from outside is about to remove or replace, as far as the history would not
    /// keep it (Format, clause 27.10).
    ///
    /// Another copy, git, a sync program or an import is such a reason; what a person edits is one only where the history
    /// is turned off, and the edit leaves out text.
    mutating func conserve() throws {
        guard !store.isKeptElsewhere else { return }
        let replaced = written.files.mapValues(\.replaces).merging(deleted) { _, digest in digest }
            .compactMapValues(\.self)
        let contents = Set(replaced.values)
        guard !contents.isEmpty else { return }
        let after = manifest.entries
        let staying = Set(after.indices.lazy.map(after.digest(at:)).filter(contents.contains))
        let going = replaced.filter { !staying.contains($0.value) && !history.destroyed.contains($0.value) }
        let unkept = try unkept(Set(going.keys)).filter { path in
            try isFromOutside || history.undoes != nil || leavesOutText(path)
        }
        guard !unkept.isEmpty else { return }
        let uuids = Set(after.indices.compactMap { after.numbers(at: $0).uuid })
        let batch = environment.newBatch()
        for path in unkept {
            // What is in the trash stays there, unless the item is somewhere else now.
            let isElsewhere = listing.manifest[path]?.item?.uuid.map(uuids.contains) ?? false
            if TrashedPath(path) != nil, written[path] == nil, !isElsewhere {
                keep(path)
            } else {
                try putIntoTrash(path, batch, uuids)
            }
        }
        try keepAttachments(of: unkept)
    }

    /// Whether an item that somebody edited has lost lines of its text, its title or a property, other than by an update
    /// of its links.
    private func leavesOutText(_ path: BundlePath) throws -> Bool {
        guard FileType(of: path)?.isItem == true, written[path] != nil, !keptLinks.changed.contains(path),
            let before = try original(path).flatMap({ try? ItemFile($0) }),
            let after = try peek(path, limit: ItemFile.maximumBytes).flatMap({ try? ItemFile($0) })
        else { return false }
        func parts(_ item: ItemFile) -> Set<String> {
            let lines = String(decoding: item.body, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
            let properties = item.properties.map { "\($0.key): \($0.value.scalars.map(\.text))" }
            return Set(lines + properties + [item.metadata.title ?? ""])
        }
        return !parts(before).isSubset(of: parts(after))
    }

    /// Leaves the attachments of kept items where they are: also in the trash, a link to an attachment must resolve.
    private mutating func keepAttachments(of paths: [BundlePath]) throws {
        let items = paths.filter { FileType(of: TrashedPath($0)?.oldPath ?? $0)?.isItem == true }
        guard !items.isEmpty, deleted.keys.contains(where: { FileType(of: $0) == .blob }) else { return }
        let resolver = LinkResolver(listing.manifest)
        for path in items {
            guard try store.files.status(DiskPath(path))?.size ?? 0 <= ItemFile.maximumBytes,
                let item = try? ItemFile(store.files.content(of: DiskPath(path), limit: ItemFile.maximumBytes))
            else { continue }
            for target in item.attachments(resolver, from: path) { keep(target) }
        }
    }

    /// The files that the history has no room for, in the order of their paths.
    private func unkept(_ paths: Set<BundlePath>) throws -> [BundlePath] {
        guard var room = try store.roomInHistory() else { return paths.sorted() }
        let sizes = try paths.map { ($0, try store.files.status(DiskPath($0))?.size ?? 0) }
        return sizes.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.filter { _, size in
            room -= size
            return room < 0
        }.map(\.0).sorted()
    }

    /// Puts a file into the trash as it is on the disk; an item whose uuid another item has gets a new one.
    private mutating func putIntoTrash(
        _ path: BundlePath, _ batch: BatchName, _ uuids: Set<UniqueIdentifier>
    ) throws {
        let (files, place) = (store.files, DiskPath(path))
        let old = TrashedPath(path)?.oldPath ?? path
        if FileType(of: path)?.isItem == true, try files.status(place)?.size ?? 0 <= ItemFile.maximumBytes {
            let bytes = try files.content(of: place, limit: ItemFile.maximumBytes)
            if let item = try? ItemFile(bytes), let target = try freeTrashPath(of: old, in: batch) {
                var metadata = item.metadata
                if metadata.uuid.map(uuids.contains) == true { metadata.uuid = environment.newUUID() }
                return try write(try Self.setting(metadata, of: item, path), at: target)
            }
        }
        let isTyped = TrashedPath(of: old, in: batch)?.type.isItem == false
        guard let kept = isTyped ? old : TrashedPath(keeping: path, in: batch)?.oldPath,
            let target = try freeTrashPath(of: kept, in: batch)
        else { return }
        try write(try stage { write in try files.stream(place, write) }, at: target)
    }

    /// The path in the trash for a file, in another batch if one of this batch has it; `nil` for files without a type.
    package func freeTrashPath(of path: BundlePath, in batch: BatchName?) throws -> BundlePath? {
        var batch = batch ?? environment.newBatch()
        while let target = try TrashedPath(of: path, in: batch)?.path() {
            if entry(target) == nil { return target }
            batch = batch.next
        }
        return nil
    }
}

extension ItemFile {
    /// The attachments that its links lead to.
    ///
    /// - Parameter path: Its path, or the one that it had before it was moved to the trash.
    package func attachments(_ resolver: LinkResolver, from path: BundlePath) -> Set<BundlePath> {
        Set(
            foundLinks.compactMap { link in
                guard case .file(let target) = link.target(resolver, from: path), FileType(of: target) == .blob else {
                    return nil
                }
                return target
            })
    }
}

extension FileOperations {
    /// The names in a directory; none if it is not there.
    func names(in directory: BundlePath) throws(SystemError) -> [String] {
        guard try status(DiskPath(directory))?.kind == .directory else { return [] }
        return try list(DiskPath(directory)).map { String(decoding: $0.name, as: UTF8.self) }
    }
}
