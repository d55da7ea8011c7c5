import Cores
package import NotebookFiles
public import NotebookFormat
import NotebookLinks
package import NotebookText
import Synchronization

/// A notebook that is being changed: files are staged, and the manifest is made at the end.
///
/// Calls that throw block until they have read and written what they need.
public struct Draft: ~Copyable {
    /// The notebook before the change.
    public let listing: NotebookListing
    package let environment: NotebookEnvironment
    /// The description of the notebook, as this draft would make it; `describe` changes it.
    public package(set) var description: NotebookDescription {
        didSet { folderRows.forget() }
    }
    /// The folders of its rows.
    let folderRows = FolderRowIndex()

    package let store: Store
    let cache: NotebookCache?
    private var transaction: Transaction?
    /// New and changed files, with their manifest entries.
    private(set) var written = WrittenFiles() { didSet { made.forget() } }
    /// The names before the change.
    var formerNames = FormerNames()
    /// The numbers that names need at least to be free, by the folded paths without them; forgotten when a file goes.
    var freeNumbers: [String: Int] = [:]
    private(set) var deleted: [BundlePath: Digest] = [:] { didSet { made.forget() } }
    /// The manifest with these changes, if it was asked for.
    private let made = MadeManifest()
    /// New files that the manifest does not list, as a person could put them there.
    private var unlisted: [BundlePath: StagedFile] = [:]
    /// The digests of files when they were read: the commit fails if they have changed since.
    private var seen: [BundlePath: Digest] = [:]
    /// Folders that are deleted with all their content.
    private var forgotten: [FolderPath] = []
    /// Whether the change frees disk space, now or later, and may therefore use what is reserved.
    package var mayUseReservedSpace = false
    /// Whether links are updated when items move or get other titles.
    package var keepsLinks = true
    /// Whether somebody or something else brings the change about, so that what it replaces is kept in any case.
    package var isFromOutside = false
    /// Whether files are restored, so that links and folders must not be updated.
    package var restoresExactly = false
    /// The text of the description, if it is restored byte for byte.
    private var descriptionText: [UInt8]?
    /// Moved, merged and renamed items whose links have to be updated.
    package var moved = MovedFiles()
    /// What deletions changed besides moving files.
    var effects = DeletionEffects()
    /// The latest date of a card made in the last minutes; `nil` until a card is added.
    var latestCard: Timestamp?
    /// Finds the items whose links may name some files, where the caller knows them; otherwise they are read.
    var namers: (@Sendable (FileNames) -> Set<BundlePath>)?
    /// What the history records about this change.
    package var history = DraftHistory()
    /// What was undone along with restored deletions.
    package internal(set) var reverted = RevertedDeletion()
    /// The files of the trash that were gone, and came back from the history.
    package internal(set) var broughtBack: [BroughtBack] = []
    /// The updates of links so far.
    package var keptLinks: LinkKeeping { moved.kept }

    /// A staged file with its entry, and the digest of the file that it replaces.
    struct Written {
        let file: StagedFile
        let entry: Entry
        let replaces: Digest?
        /// Whether it has the text of the file that it replaces, and other metadata of our own.
        let hasSameText: Bool
    }

    package init(
        _ listing: NotebookListing, store: Store, environment: NotebookEnvironment, cache: NotebookCache? = nil
    ) {
        self.listing = listing
        self.environment = environment
        self.store = store
        self.cache = cache
        description = listing.description
    }

    /// The entry of a path in this draft.
    package func entry(_ path: BundlePath) -> Entry? {
        if let written = written[path] { return written.entry }
        return deleted[path] == nil ? listing.manifest[path] : nil
    }

    /// Whether this draft writes a file.
    func written(at path: BundlePath) -> Bool { written[path] != nil }

    /// The notebook as this draft would make it.
    package var current: NotebookListing {
        let before = listing
        return NotebookListing(
            name: before.name, manifest: manifest, description: description, fingerprint: before.fingerprint)
    }

    /// The manifest as this draft would make it.
    package var manifest: Manifest {
        made.value { listing.manifest.replacing(removed: Set(deleted.keys), put: written.files.values.map(\.entry)) }
    }

    /// Reads a file in its current state.
    ///
    /// - Throws: `NotebookError.gone` if it is listed but missing, `.noSuchItem` if it is neither.
    package mutating func read(_ path: BundlePath, limit: Int) throws -> [UInt8] {
        if let written = written[path] {
            return try store.files.content(of: Store.staged(written.file.index), limit: limit)
        }
        guard try store.files.status(DiskPath(path)) != nil else {
            throw listing.manifest[path] == nil ? NotebookError.noSuchItem(path.text, like: []) : .gone(path)
        }
        let bytes = try store.files.content(of: DiskPath(path), limit: limit)
        guard bytes.count <= limit else { throw FileTooLong(path: PrintableText.escaped(path.text), limit: limit) }
        let digest = Digest.of(bytes)
        // The change may already use what was read earlier.
        if let earlier = seen[path], earlier != digest { throw StoreError.changedMeanwhile(path.text) }
        seen[path] = digest
        return bytes
    }

    /// Reads an item in its current state, including changes by other programs.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, `FileTooLong`, or an error if the file cannot be read.
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

    /// The item at a path, with other values in its front matter.
    ///
    /// - Throws: `NotebookError.malformedItem` if it would overwrite a value that it cannot parse.
    package static func setting(
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
        try write(file, entry(of: item, file, at: path), at: path)
    }

    /// Writes a file that is not an item and whose content comes piece by piece.
    package mutating func write(_ file: StagedFile, at path: BundlePath) throws {
        let type = FileType(of: path).flatMap { $0.isItem ? nil : $0 }
        let entry = type.map { Entry(path: path, type: $0, size: file.size, digest: file.digest, item: nil) }
        try write(file, entry, at: path)
    }

    /// Writes a file that the manifest does not list.
    package mutating func writeUnlisted(_ file: StagedFile, at path: BundlePath) throws {
        let isWritten = written[path] != nil
        written[path] = nil
        if isWritten || listing.manifest[path] != nil { try delete(path) }
        unlisted[path] = file
    }

    /// Stages a file whose content comes piece by piece; its name is decided later.
    ///
    /// - Parameter expected: Its size in bytes, if known.
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

    /// Moves a file without changing its bytes.
    package mutating func moveBytes(_ old: BundlePath, to new: BundlePath) throws {
        guard let entry = entry(old) else { throw NotebookError.gone(old) }
        store.files.beginPass()
        defer { store.files.endPass() }
        if entry.type.isItem {
            let item = try item(old)
            if let staged = try link(old, Digest.of(item.bytes)) {
                try write(staged, self.entry(of: item, staged, at: new), at: new)
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
        moved.recordBytes(of: old, to: new)
        try delete(old)
    }

    /// Stages an unchanged file under a second name, which takes no space; `nil` if that is not possible.
    private mutating func link(_ path: BundlePath, _ digest: Digest) throws -> StagedFile? {
        guard written[path] == nil else { return nil }
        try beginTransaction()
        return try transaction?.stage(linking: path, digest)
    }

    /// Overwrites an item with one that was made from the version with this digest.
    ///
    /// - Parameter hasSameText: Whether only metadata of our own differs.
    mutating func write(
        _ item: ItemFile, at path: BundlePath, insteadOf digest: Digest, hasSameText: Bool = false
    ) throws {
        let isFirst = written[path] == nil
        if isFirst {
            // The change may already use what was read earlier.
            if let earlier = seen[path], earlier != digest { throw StoreError.changedMeanwhile(path.text) }
            seen[path] = digest
        }
        let file = try stage(item.bytes)
        try write(file, entry(of: item, file, at: path), at: path, hasSameText: isFirst && hasSameText)
    }

    /// Makes the commit fail if a file no longer has the digest that it had when it was read.
    package mutating func see(_ path: BundlePath, _ digest: Digest) { seen[path] = digest }

    /// Whether a file on the disk has a digest; if so, it is made durable before the change relies on it.
    package func isIntact(_ path: BundlePath, _ digest: Digest) throws -> Bool {
        if written[path] != nil { return true }
        guard try store.files.digest(of: DiskPath(path)) == digest else { return false }
        let file = try store.files.open(DiskPath(path))
        defer { store.files.close(file) }
        try store.files.synchronize(file)
        return true
    }

    /// Deletes a file.
    package mutating func delete(_ path: BundlePath) throws {
        forgetNumbers(of: path)
        if let file = written[path] {
            written[path] = nil
            if let digest = file.replaces { deleted[path] = digest }
        } else if let digest = try seen[path] ?? store.files.digest(of: DiskPath(path)) {
            deleted[path] = digest
        } else {
            // A listed file that is gone is only removed from the list.
            deleted[path] = listing.manifest[path]?.digest
        }
    }

    /// Removes a listed file from the list that is gone.
    mutating func forget(_ path: BundlePath) {
        forgetNumbers(of: path)
        written[path] = nil
        deleted[path] = listing.manifest[path]?.digest
    }

    /// Leaves a file where it is that was to be deleted.
    mutating func keep(_ path: BundlePath) { deleted[path] = nil }

    /// The entry of an item's file; `nil` if the format allows no file at the path.
    private func entry(of item: ItemFile, _ file: StagedFile, at path: BundlePath) -> Entry? {
        guard let type = FileType(of: path) else { return nil }
        let metadata = item.metadata.listed(
            stem: path.stem, firstLine: CardTitle.ofUntitled(item, type), notebookCreated: description.created)
        return Entry(path: path, type: type, size: file.size, digest: file.digest, item: metadata)
    }

    /// Writes a file with its entry; `nil` if no such file can be at the path.
    private mutating func write(
        _ file: StagedFile, _ entry: Entry?, at path: BundlePath, hasSameText: Bool = false
    ) throws {
        guard let entry else { throw NotebookError.taken(path.text) }
        // A new file replaces nothing.
        let isListed = listing.manifest[path] != nil
        let replaces =
            try written[path]?.replaces ?? deleted[path] ?? seen[path]
            ?? (isListed ? store.files.digest(of: DiskPath(path)) : nil)
        deleted[path] = nil
        written[path] = Written(file: file, entry: entry, replaces: replaces, hasSameText: hasSameText)
    }

    /// Begins to stage files, unless that has begun; a cancelled change goes no further.
    private mutating func beginTransaction() throws {
        try BackgroundJob.checkCancellation()
        guard transaction == nil else { return }
        let listing = listing
        // A long manifest is read through by another thread, while the change is prepared.
        let isLong = listing.manifest.entries.count > 1_000
        let digest = isLong ? Aside { listing.fingerprint } : nil
        transaction = try Transaction(
            store, before: (try? digest?.result()) ?? listing.fingerprint, mayUseReservedSpace: mayUseReservedSpace)
    }

    /// Makes the change; `nil` if there is nothing to change.
    ///
    /// Links and folders must already be updated.
    consuming func commit() throws -> Commit? {
        guard !written.files.isEmpty || !deleted.isEmpty || !unlisted.isEmpty else { return nil }
        try beginTransaction()
        let manifest = manifest
        guard var transaction = transaction.take() else { return nil }
        let going = Dictionary(deleted.map { ($0.key.key, $0.value) }) { first, _ in first }
        let origins = movedPaths
        let files = written.files.inOrder
        for (path, change) in files {
            var replaces = change.replaces
            // Where letter case is ignored, the file already exists under its old spelling.
            if replaces == nil, let digest = going[path.key], try store.files.exact.digest(of: DiskPath(path)) == digest
            {
                replaces = digest
            }
            transaction.put(change.file, at: path, replaces: replaces, from: origins[path])
        }
        for (path, file) in unlisted.sorted(by: { $0.key < $1.key }) {
            let replaced = try deleted.removeValue(forKey: path) ?? store.files.digest(of: DiskPath(path))
            transaction.put(file, at: path, replaces: replaced)
        }
        for (path, digest) in deleted.sorted(by: { $0.key < $1.key }) { transaction.delete(path, digest) }
        try BackgroundJob.checkCancellation()
        let note = changeNote(manifest)
        guard let cache else { return try transaction.commit(manifest, note) }
        let memory = WrittenMemory(files.map(\.value), store.files.exact, cache)
        let isIndexed = cache.isIndexed(manifest)
        guard memory != nil || isIndexed else { return try transaction.commit(manifest, note) }
        return try transaction.commit(
            manifest, note, lastLook: { memory?.lookAtStagedFiles() }, placed: { memory?.place($0) }
        ) { text, digest in
            let index = isIndexed ? cache.index(of: manifest, text, digest) : nil
            let known = memory.map { _ in cache.seenFiles() }
            return {
                cache.save(index)
                if let known { memory?.remember(manifest, after: known) }
            }
        }
    }

    /// Makes the changes that follow from the others: updates links, keeps emptied folders, and writes the description.
    mutating func settle() throws {
        if !restoresExactly {
            try keepLinks()
            try writeDeletionRecords()
            keepEmptiedFolders()
        }
        try writeDescription()
        if isFromOutside || environment.isHistoryOff { try conserve() }
    }

    private mutating func writeDescription() throws {
        guard description != listing.description || descriptionText != nil else { return }
        seen[.notebook] =
            try listing.descriptionDigest ?? seen[.notebook] ?? store.files.digest(of: DiskPath(.notebook))
        try NotebookListing.check(description, of: listing.name)
        try write(try stage(descriptionText ?? description.text), at: .notebook)
    }

    /// Restores the description to a text, byte for byte.
    package mutating func restoreDescription(_ text: [UInt8]) throws {
        description = try NotebookDescription(text)
        descriptionText = text
    }

    /// Removes a folder that is deleted with all its content, so that it does not remain as an empty folder.
    mutating func forgetFolder(_ folder: FolderPath) { forgotten.append(folder) }

    /// Keeps a folder that loses its last item or folder, as a row of the description.
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

/// The manifest of a draft, made when it is asked for: a change of one item asks several times.
private final class MadeManifest: Sendable {
    private let manifest = Mutex<Manifest?>(nil)

    func value(_ make: () -> Manifest) -> Manifest {
        if let known = manifest.withLock(\.self) { return known }
        let new = make()
        manifest.withLock { $0 = new }
        return new
    }

    /// Forgets it, since the draft changes.
    func forget() { manifest.withLock { $0 = nil } }
}
