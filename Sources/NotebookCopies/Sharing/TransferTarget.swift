import Cores
import NotebookFiles
package import NotebookFormat
import NotebookLinks
import NotebookStore
package import NotebookText

/// An index of a draft for importing many items.
///
/// It is made once, and updated with each imported item, from any number of sources.
package struct TransferTarget {
    /// The items outside the trash, by uuid.
    private(set) var items: [UniqueIdentifier: Item] = [:]
    /// The same items, by path.
    private(set) var itemsByPath: [BundlePath: Item] = [:]
    /// Attachments, by content.
    private(set) var blobs: [Digest: BundlePath] = [:]
    /// The uuids of items imported so far.
    private(set) var arrived: Set<UniqueIdentifier> = []
    /// The state of items when they were imported, which shows whether they were changed since.
    private var received: [UniqueIdentifier: ReceivedState]
    /// Items of this import with links, whose meaning is known once all items are here.
    private var linked: [UniqueIdentifier: (file: ItemFile, path: BundlePath)] = [:]
    /// Resolves the links of the notebook before the import.
    private let resolver: Lazy<LinkResolver>
    private var batch: BatchName?
    private var trashed: Set<UniqueIdentifier> = []
    /// The paths in use: files and their directories.
    private var keys: Set<ComparisonKey> = []
    private var listed: Set<BundlePath> = []
    private var folders: [ComparisonKey: FolderPath] = [:]
    /// The next number to try for each name.
    private var numbers: [ComparisonKey: Int] = [:]

    fileprivate init(
        _ manifest: Manifest, _ description: NotebookDescription, _ received: [UniqueIdentifier: ReceivedState]
    ) {
        self.received = received
        resolver = Lazy { LinkResolver(manifest) }
        for entry in manifest.entries {
            reservePath(entry.path)
            if entry.type == .blob { blobs[entry.digest] = blobs[entry.digest] ?? entry.path }
            guard let item = Item(entry, notebookCreated: description.created) else { continue }
            if item.batch != nil {
                if let uuid = item.uuid { trashed.insert(uuid) }
            } else {
                put(item)
            }
        }
        for row in description.folders { recordFolder(row.path) }
        arrived = []
    }

    /// The deletion for all old versions that are overwritten.
    mutating func batch(_ environment: NotebookEnvironment) -> BatchName {
        let name = batch ?? environment.newBatch()
        batch = name
        return name
    }

    /// Records the state of an item after its import.
    mutating func recordReceived(_ file: ItemFile, at path: BundlePath, hasLinks: Bool) {
        guard let uuid = file.metadata.uuid else { return }
        received[uuid] = ReceivedState(digest: Digest.of(file.bytes))
        linked[uuid] = hasLinks ? (file, path) : nil
    }

    /// Whether a file is as an item was when it was imported, apart from links that were rewritten because their targets
    /// moved.
    func isAsReceived(_ file: ItemFile, at path: BundlePath) -> Bool {
        guard let state = file.metadata.uuid.flatMap({ received[$0] }) else { return false }
        return state.digest == Digest.of(file.bytes)
            || state.meaning.map { $0 == resolver.value.meaning(of: file, at: path) } ?? false
    }

    /// The state of all items that were ever imported, where the list of files after the import is this one.
    package func received(in manifest: Manifest) -> [UniqueIdentifier: ReceivedState] {
        guard !linked.isEmpty else { return received }
        let resolver = LinkResolver(manifest)
        var states = received
        for (uuid, item) in linked {
            guard let state = states[uuid] else { continue }
            states[uuid] = ReceivedState(digest: state.digest, meaning: resolver.meaning(of: item.file, at: item.path))
        }
        return states
    }

    /// The attachment with a content; `nil` if there is none.
    package func blob(_ digest: Digest) -> BundlePath? { blobs[digest] }

    /// Whether an item has a uuid, in the trash or not.
    func isTaken(_ uuid: UniqueIdentifier) -> Bool { items[uuid] != nil || trashed.contains(uuid) }

    /// Whether an item in the trash has a uuid.
    func isTrashed(_ uuid: UniqueIdentifier) -> Bool { trashed.contains(uuid) }

    /// Adds an imported item.
    mutating func put(_ item: Item) {
        itemsByPath[item.path] = item
        reservePath(item.path)
        recordFolder(item.folder)
        guard let uuid = item.uuid else { return }
        items[uuid] = item
        arrived.insert(uuid)
    }

    /// Adds an imported attachment.
    mutating func put(blob path: BundlePath, _ digest: Digest) {
        blobs[digest] = path
        reservePath(path)
    }

    private mutating func reservePath(_ path: BundlePath) {
        var next: BundlePath? = path
        while let path = next, keys.insert(path.key).inserted { next = path.parent }
    }

    private mutating func recordFolder(_ folder: FolderPath) {
        var next: FolderPath? = folder
        while let folder = next, folder != .root, folders[folder.key] == nil {
            folders[folder.key] = folder
            next = folder.parent
        }
    }

    /// Whether a folder exists here, empty or not.
    func hasFolder(_ folder: FolderPath) -> Bool { folders[folder.key] != nil }

    /// A folder in the spelling used here.
    func spelled(_ folder: FolderPath) throws -> FolderPath {
        if let known = folders[folder.key] { return known }
        guard let parent = folder.parent, parent != .root else { return folder }
        return try FolderPath("\(spelled(parent))/\(folder.name)")
    }

    /// A free path in a directory: the name, or the name with a number after its stem.
    ///
    /// - Parameter names: Lists what is in the directory on the disk.
    mutating func freePath(
        stem: String, ending: String, in directory: BundlePath, names: (BundlePath) throws -> [String]
    ) throws -> BundlePath {
        try list(directory, names)
        let start = ComparisonKey("\(directory)/\(stem)\(ending)")
        var number = numbers[start] ?? 1
        while true {
            let name = number == 1 ? stem + ending : "\(stem) \(number)\(ending)"
            number += 1
            guard !keys.contains(ComparisonKey("\(directory)/\(name)")) else { continue }
            numbers[start] = number
            let path = try directory.appending(name)
            reservePath(path)
            if let folder = FolderPath(of: path) { recordFolder(folder) }
            return path
        }
    }

    /// A free path for an attachment.
    mutating func freeBlobPath(
        _ name: String, _ digest: Digest, names: (BundlePath) throws -> [String]
    ) throws -> BundlePath {
        try list(.blobs, names)
        var length = BlobName.shortestInfix
        while true {
            let path = try BundlePath("blobs/\(BlobName(name, digest: digest, infixLength: length))")
            if !keys.contains(path.key) { return path }
            guard length < 64 else { throw NotebookError.taken(path.text) }
            length += 1
        }
    }

    private mutating func list(_ directory: BundlePath, _ names: (BundlePath) throws -> [String]) throws {
        guard listed.insert(directory).inserted else { return }
        for name in try names(directory) { keys.insert(ComparisonKey("\(directory)/\(name)")) }
    }
}

extension Draft {
    /// The index of the draft in its current state.
    ///
    /// - Parameter received: The state of items when they were imported.
    package func transferTarget(received: [UniqueIdentifier: ReceivedState] = [:]) -> TransferTarget {
        TransferTarget(manifest, description, received)
    }
}
