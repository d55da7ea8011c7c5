public import NotebookFormat

/// A notebook that is being changed: files are staged, and the manifest that goes with them is made in the end.
///
/// Calls that throw block until they have read and written what they need.
public struct Draft: ~Copyable {
    /// The notebook before the change.
    public let notebook: Notebook
    package let world: World
    /// What belongs to the notebook as a whole; changed by assigning.
    public var description: NotebookDescription

    private let store: Store
    private let cache: NotebookCache?
    private var transaction: Transaction?
    /// Files that are new or changed, with what goes into the manifest.
    private var written: [BundlePath: Written] = [:]
    private var deleted: [BundlePath: Digest] = [:]
    /// The digests of files as they were read, on which the change is based.
    private var seen: [BundlePath: Digest] = [:]
    /// Folders that are deleted with all they hold.
    private var forgotten: [FolderPath] = []
    /// Whether the change makes room on the disk, sooner or later.
    var frees = false
    /// Whether links are kept right when items move or get other titles.
    public var keepsLinks = true
    /// Whether files become what they were before, so that nothing else may follow from it.
    var restoresExactly = false
    /// What is moved, joined and renamed, for links to follow.
    var moved = MovedFiles()
    /// What deletions change besides the files that they move.
    var effects = DeletionEffects()
    /// What was taken back of what deletions had changed.
    public internal(set) var takenBack = TakenBack()
    /// What was done so far to keep links.
    public var keptLinks: LinkKeeping { moved.kept }

    private struct Written {
        let file: StagedFile
        let entry: Entry
        let replaces: Digest?
    }

    package init(_ notebook: Notebook, store: Store, world: World, cache: NotebookCache? = nil) {
        self.notebook = notebook
        self.world = world
        self.store = store
        self.cache = cache
        description = notebook.description
    }

    /// The entry that a path has in this draft.
    public func entry(_ path: BundlePath) -> Entry? {
        if let written = written[path] { return written.entry }
        return deleted[path] == nil ? notebook.manifest[path] : nil
    }

    /// The notebook as it stands in this draft.
    package var current: Notebook {
        let before = notebook
        return Notebook(
            name: before.name, manifest: manifest, description: description, fingerprint: before.fingerprint)
    }

    /// The manifest of the draft as it stands.
    public var manifest: Manifest {
        notebook.manifest.replacing(removed: Set(deleted.keys), put: written.values.map(\.entry))
    }

    /// Reads a file as it is now.
    ///
    /// - Throws: `NotebookError.gone` if it is listed, but not there.
    package mutating func read(_ path: BundlePath, limit: Int) throws -> [UInt8] {
        if let written = written[path] {
            return try store.files.content(of: Store.staged(written.file.index), limit: limit)
        }
        guard try store.files.status(DiskPath(path)) != nil else { throw NotebookError.gone(path) }
        let bytes = try store.files.content(of: DiskPath(path), limit: limit)
        guard bytes.count <= limit else { throw FileTooLong(path: PrintableText.escaped(path.text), limit: limit) }
        let digest = Digest.of(bytes)
        // What was read before may have gone into the change already.
        if let earlier = seen[path], earlier != digest { throw StoreError.changedMeanwhile(path.text) }
        seen[path] = digest
        return bytes
    }

    /// Reads an item as it is now: what was changed from outside counts.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, `FileTooLong`, or what keeps the file from being read.
    public mutating func item(_ path: BundlePath) throws -> ItemFile {
        try Self.item(try read(path, limit: ItemFile.maximumBytes), path)
    }

    package static func item(_ bytes: [UInt8], _ path: BundlePath) throws(NotebookError) -> ItemFile {
        do throws(TextProblem) {
            return try ItemFile(bytes)
        } catch {
            throw .malformedItem(path, error, error.position(in: bytes))
        }
    }

    /// The item that stands at a path with other values in its front matter.
    ///
    /// - Throws: `NotebookError.malformedItem` at a value that would be overwritten and is not understood.
    static func setting(
        _ metadata: ItemMetadata, of item: ItemFile, _ path: BundlePath
    ) throws(NotebookError) -> ItemFile {
        do throws(TextProblem) {
            return try item.setting(metadata)
        } catch {
            throw .malformedItem(path, error, error.position(in: item.bytes))
        }
    }

    /// Writes an item.
    package mutating func write(_ item: ItemFile, at path: BundlePath) throws {
        let file = try stage(item.bytes)
        try write(file, FileFact(file, at: path, item))
    }

    /// Writes a file whose content comes piece by piece, and which is no item.
    package mutating func write(_ file: StagedFile, at path: BundlePath) throws {
        try write(file, FileFact(path: path, size: file.size, digest: file.digest, item: nil))
    }

    /// Stages a file whose content comes piece by piece, to be written when its name is known.
    ///
    /// - Parameter expected: How many bytes that will be, as far as it is known.
    package mutating func stage(
        expecting expected: Int = 0, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> StagedFile {
        try beginTransaction()
        guard let file = try transaction?.stage(expecting: expected, content) else {
            throw StoreError.changedMeanwhile("")
        }
        return file
    }

    private mutating func stage(_ bytes: [UInt8]) throws -> StagedFile {
        try beginTransaction()
        guard let file = try transaction?.stage(bytes) else { throw StoreError.changedMeanwhile("") }
        return file
    }

    /// Moves a file with its bytes as they are.
    package mutating func moveBytes(_ old: BundlePath, to new: BundlePath) throws {
        guard let entry = entry(old) else { throw NotebookError.gone(old) }
        if entry.type.isItem {
            let item = try item(old)
            if let staged = try link(old, Digest.of(item.bytes)) {
                try write(staged, FileFact(staged, at: new, item))
            } else {
                try write(item, at: new)
            }
        } else {
            guard try written[old] != nil || store.files.status(DiskPath(old)) != nil else {
                throw NotebookError.gone(old)
            }
            let source = written[old].map { Store.staged($0.file.index) } ?? DiskPath(old)
            let files = store.files
            let staged =
                try link(old, entry.digest)
                ?? stage(expecting: entry.size) { write in try files.stream(source, write) }
            if written[old] == nil { seen[old] = staged.digest }
            try write(staged, at: new)
        }
        moved.noteBytes(of: old, to: new)
        try delete(old)
    }

    /// Stages a file that is not written anew under a second name, which takes no room; `nil` where that cannot be
    /// done.
    private mutating func link(_ path: BundlePath, _ digest: Digest) throws -> StagedFile? {
        guard written[path] == nil else { return nil }
        try beginTransaction()
        return try transaction?.stage(linking: path, digest)
    }

    /// The bytes of a file as it is in this draft, without basing the change on them; `nil` if it is gone or too long.
    func peek(_ path: BundlePath, limit: Int) throws -> [UInt8]? {
        let place = written[path].map { Store.staged($0.file.index) } ?? DiskPath(path)
        guard try store.files.status(place) != nil else { return nil }
        let bytes = try store.files.content(of: place, limit: limit)
        return bytes.count <= limit ? bytes : nil
    }

    /// Reads items as they are in this draft, on any core.
    var peekingReader: DraftReader {
        DraftReader(files: store.files, staged: written.mapValues { Store.staged($0.file.index) })
    }

    /// The items of a manifest whose links may name some files: those that are staged, and others as they are on the disk.
    func items(naming files: FileNames, of manifest: Manifest) throws -> Set<BundlePath> {
        let staged = Set(written.keys)
        let tree = try DirectoryTree(store.files, name: notebook.name, pending: .none(hasStaging: true))
        return try LinkFinder(tree, cache: cache).items(naming: files, of: manifest, besides: staged)
            .union(staged.filter { FileType(of: $0)?.isItem == true && TrashedPath($0) == nil })
    }

    /// Writes an item over the one with a digest that it was made of.
    mutating func write(_ item: ItemFile, at path: BundlePath, insteadOf digest: Digest) throws {
        if written[path] == nil { seen[path] = digest }
        try write(item, at: path)
    }

    /// Bases the change on what a file was when it was read.
    mutating func see(_ path: BundlePath, _ digest: Digest) { seen[path] = digest }

    /// The files as they are before this change.
    package func tree() throws -> DirectoryTree { try DirectoryTree(store.files, name: notebook.name, now: world.now) }

    /// The digest of a file that is new or changed.
    func writtenDigest(_ path: BundlePath) -> Digest? { written[path]?.file.digest }

    /// The digest that a file had which is gone, or moved.
    func deletedDigest(_ path: BundlePath) -> Digest? { deleted[path] }

    /// The digest of a file before the change; `nil` if it was not there.
    func digestOnDisk(_ path: BundlePath) throws -> Digest? {
        try store.files.status(DiskPath(path)) == nil ? nil : store.files.digest(of: DiskPath(path))
    }

    /// All bytes of a file before the change; `nil` if it was not there.
    func originalBytes(_ path: BundlePath) throws -> [UInt8]? {
        try store.files.status(DiskPath(path)) == nil
            ? nil : store.files.content(of: DiskPath(path), limit: .max)
    }

    /// The files that are new or changed, in the order of their paths.
    var writtenPaths: [BundlePath] { written.keys.sorted() }

    /// The files that are gone, or moved, in the order of their paths.
    var deletedPaths: [BundlePath] { deleted.keys.sorted() }

    /// The bytes of a file before the change; `nil` if it was not there.
    func original(_ path: BundlePath) throws -> [UInt8]? {
        try store.files.status(DiskPath(path)) == nil
            ? nil : store.files.content(of: DiskPath(path), limit: Manifest.maximumBytes)
    }

    /// Whether a file has a digest, looked at on the disk; if so, it is made durable before it is relied on.
    func isIntact(_ path: BundlePath, _ digest: Digest) throws -> Bool {
        if written[path] != nil { return true }
        guard try store.files.digest(of: DiskPath(path)) == digest else { return false }
        let file = try store.files.open(DiskPath(path))
        defer { store.files.close(file) }
        try store.files.synchronize(file)
        return true
    }

    /// Deletes a file.
    package mutating func delete(_ path: BundlePath) throws {
        if let written = written.removeValue(forKey: path) {
            if let digest = written.replaces { deleted[path] = digest }
        } else if let digest = try seen[path] ?? store.files.digest(of: DiskPath(path)) {
            deleted[path] = digest
        } else {
            // A file that is listed and gone is simply listed no longer.
            deleted[path] = notebook.manifest[path]?.digest
        }
    }

    private mutating func write(_ file: StagedFile, _ fact: FileFact) throws {
        guard let entry = Entry(fact, notebookCreated: description.created) else {
            if case .unreadable(let problem, let position)? = fact.item {
                throw NotebookError.malformedItem(fact.path, problem, position)
            }
            throw NotebookError.taken(fact.path.text)
        }
        // What nobody knew of is not replaced.
        let isListed = notebook.manifest[fact.path] != nil
        let replaces =
            try written[fact.path]?.replaces ?? deleted[fact.path] ?? seen[fact.path]
            ?? (isListed ? store.files.digest(of: DiskPath(fact.path)) : nil)
        deleted[fact.path] = nil
        written[fact.path] = Written(file: file, entry: entry, replaces: replaces)
    }

    private mutating func beginTransaction() throws {
        guard transaction == nil else { return }
        transaction = try Transaction(store, before: notebook.fingerprint, frees: frees)
    }

    /// The names that a directory holds, on the disk and in this draft.
    package func names(in directory: BundlePath) throws -> [String] {
        let drafted = written.keys.filter { $0.isBelow(directory) }.compactMap {
            $0.text.dropFirst(directory.text.count + 1).split(separator: "/").first.map(String.init)
        }
        return try namesOnDisk(in: directory) + drafted
    }

    /// The names that a directory holds on the disk.
    func namesOnDisk(in directory: BundlePath) throws -> [String] {
        guard try store.files.status(DiskPath(directory))?.kind == .directory else { return [] }
        return try store.files.list(DiskPath(directory)).map { String(decoding: $0.name, as: UTF8.self) }
    }

    /// Makes the change; `nil` if there is nothing to change.
    ///
    /// What follows from the changes must be settled.
    consuming func commit() throws -> Commit? {
        guard !written.isEmpty || !deleted.isEmpty else { return nil }
        try beginTransaction()
        let manifest = manifest
        guard var transaction = transaction.take() else { return nil }
        let going = Dictionary(deleted.map { ($0.key.key, $0.value) }) { first, _ in first }
        for (path, change) in written.sorted(by: { $0.key < $1.key }) {
            var replaces = change.replaces
            // Where letter case does not count, the file stands there already that gets another spelling.
            if replaces == nil, let digest = going[path.key], try store.files.digest(of: DiskPath(path)) == digest {
                replaces = digest
            }
            transaction.put(change.file, at: path, replaces: replaces)
        }
        for (path, digest) in deleted.sorted(by: { $0.key < $1.key }) { transaction.delete(path, digest) }
        return try transaction.commit(manifest)
    }

    /// Does what follows from the changes: links are kept, emptied folders stay, and the description is written.
    mutating func settle() throws {
        if !restoresExactly {
            try keepLinks()
            try writeUndoRecords()
            keepEmptiedFolders()
        }
        guard description != notebook.description else { return }
        seen[.notebook] =
            try notebook.descriptionDigest ?? seen[.notebook] ?? store.files.digest(of: DiskPath(.notebook))
        try Notebook.check(description, of: notebook.name)
        try write(try stage(description.text), at: .notebook)
    }

    /// Forgets a folder that is deleted with all it holds, so that it does not stay as an empty one.
    mutating func forgetFolder(_ folder: FolderPath) { forgotten.append(folder) }

    /// A folder from which the last item or folder goes stays, as a row of the description.
    private mutating func keepEmptiedFolders() {
        let emptied = deleted.keys.compactMap { FolderPath(of: $0) } + forgotten.compactMap(\.parent)
        let candidates = Set(emptied).filter { folder in
            folder != .root && !forgotten.contains { folder.isInside($0) }
        }
        guard !candidates.isEmpty else { return }
        let rest = manifest
        for folder in candidates.sorted() {
            let hasItems = ["notes", "cards"].contains { root in
                (try? BundlePath("\(root)/\(folder)")).map { !rest.entries(below: $0).isEmpty } ?? false
            }
            let hasRow = description.folders.contains { $0.path.isInside(folder) }
            if !hasItems && !hasRow { description.folders.append(.init(path: folder)) }
        }
    }
}

extension FileFact {
    fileprivate init(_ file: StagedFile, at path: BundlePath, _ item: ItemFile) {
        self.init(
            path: path, size: file.size, digest: file.digest,
            item: FileType(of: path).map { ItemFact(item.bytes, type: $0) })
    }
}
