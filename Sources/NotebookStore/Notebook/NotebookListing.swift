import Cores
package import NotebookFiles
public import NotebookFormat
import NotebookLinks
public import NotebookText

/// A notebook as its manifest lists it: everything that is known without reading an item.
public struct NotebookListing: Sendable {
    /// Its name in messages.
    package let name: String
    /// The list of all files.
    package let manifest: Manifest
    /// The description of the notebook.
    public let description: NotebookDescription
    /// The digest of the manifest.
    public var fingerprint: Digest { digest.value }
    /// The digest of `notebook.json` when it was read; `nil` if it was not read from a file.
    let descriptionDigest: Digest?
    /// The notes and cards that are not in the trash, in the order of their paths.
    public var items: [Item] { lists.value.live }
    /// The notes and cards in the trash, in the order of their paths.
    public var trashedItems: [Item] { lists.value.trashed }

    /// Computed on demand: looking up one item by its path needs no list, and only edits and ‘open’ need the digest, unless
    /// the index of a long manifest was looked up by it.
    private let lists: Lazy<(live: [Item], trashed: [Item])>
    private let digest: Lazy<Digest>
    /// Computed once for all that ask for folders.
    let folderIndex: Lazy<FolderIndex>

    /// Reads the manifest and the description.
    ///
    /// - Throws: `NotebookError`, or an error if they cannot be read.
    package init(_ tree: some FileTree) throws {
        let manifestBytes = try Self.manifest(tree)
        // The manifest of an archive was decoded before, to know what to trust.
        let (manifest, digest) =
            try (tree as? ListedTree)?.manifest.map { ($0, nil) }
            ?? Self.decode(manifestBytes, "manifest.json", tree.name) { (bytes) throws(TextProblem) in
                try tree.manifest(in: bytes) { (bytes) throws(TextProblem) in
                    // After git has merged the manifests of two devices, studying can go on.
                    try Manifest(merged: bytes, whereGrows: StudyFiles.isLog)
                }
            }
        let descriptionBytes = try Self.read(.notebook, NotebookDescription.maximumBytes, tree)
        let description = try Self.decode(descriptionBytes, "notebook.json", tree.name) { (bytes) throws(TextProblem) in
            try NotebookDescription(bytes)
        }
        self.init(
            name: tree.name, manifest: manifest, description: description,
            fingerprint: digest ?? Digest.of(manifestBytes), descriptionDigest: Digest.of(descriptionBytes))
    }

    package init(
        name: String, manifest: Manifest, description: NotebookDescription,
        fingerprint: @autoclosure @escaping @Sendable () -> Digest, descriptionDigest: Digest? = nil
    ) {
        self.name = name
        self.manifest = manifest
        self.description = description
        self.descriptionDigest = descriptionDigest
        digest = Lazy(fingerprint)
        let created = description.created
        let lists = Lazy { Self.items(of: manifest, created) }
        self.lists = lists
        folderIndex = Lazy { FolderIndex(lists.value.live, description) }
    }

    private static func items(of manifest: Manifest, _ created: Timestamp) -> (live: [Item], trashed: [Item]) {
        let entries = manifest.entries
        let trash = entries.trash
        var (live, trashed): ([Item], [Item]) = ([], [])
        live.reserveCapacity(entries.count - trash.count)
        for number in entries.indices {
            guard let item = Item(entries, at: number, notebookCreated: created) else { continue }
            if trash.contains(number) { trashed.append(item) } else { live.append(item) }
        }
        return (live, trashed)
    }

    /// The item at a path, found without making a list; `nil` if there is none.
    package func item(at path: BundlePath) -> Item? {
        manifest.index(of: path).flatMap { Item(manifest.entries, at: $0, notebookCreated: description.created) }
    }

    /// Makes sure that a description can be read again.
    static func check(_ description: NotebookDescription, of name: String) throws(NotebookError) {
        if let value = description.invalidValue { throw .notAValue(key: value.key, value.problem) }
        // Values that are valid may be too much together.
        _ = try decode(description.text, "notebook.json", name) { (bytes) throws(TextProblem) in
            try NotebookDescription(bytes)
        }
    }

    /// The bytes of the manifest.
    ///
    /// - Throws: `NotebookError.bare` where sealing cannot make a manifest, since the description is missing as well.
    private static func manifest(_ tree: some FileTree) throws -> [UInt8] {
        if let bytes = try tree.content(of: .manifest, limit: Manifest.maximumBytes) { return bytes }
        let missing = try missing(.manifest, tree)
        if case .missing = missing, try tree.content(of: .notebook, limit: NotebookDescription.maximumBytes) == nil {
            throw NotebookError.bare(tree.name)
        }
        throw missing
    }

    /// The error about a file that is not there, but may be in iCloud.
    private static func missing(_ path: BundlePath, _ tree: some FileTree) throws -> NotebookError {
        let isEvicted = try tree.directoryReader?.files.status(DiskPath(evicted: path)) != nil
        return isEvicted ? .inCloud(tree.name, path, 1) : .missing(tree.name, file: path.text)
    }

    private static func read(_ path: BundlePath, _ limit: Int, _ tree: some FileTree) throws -> [UInt8] {
        guard let bytes = try tree.content(of: path, limit: limit) else {
            throw try missing(path, tree)
        }
        return bytes
    }

    private static func decode<Value>(
        _ bytes: [UInt8], _ file: String, _ name: String, _ read: ([UInt8]) throws(TextProblem) -> Value
    ) throws(NotebookError) -> Value {
        do throws(TextProblem) {
            return try read(bytes)
        } catch {
            throw .malformed(name, file: file, error, error.position(in: bytes))
        }
    }
}

/// The attachments that belong to items: those that a link, an embed or a property leads to, unlike those that a text only
/// names.
///
/// Exports for other systems use this.
package struct LinkedBlobs {
    private let resolver: LinkResolver

    /// The attachments of a notebook.
    package init(_ manifest: Manifest) { resolver = LinkResolver(manifest) }

    /// The attachments that an item links to, in the order of their paths.
    package func blobs(of file: ItemFile, at path: BundlePath) -> [BundlePath] { found(in: file, at: path).sorted() }

    fileprivate func found(in file: ItemFile, at path: BundlePath) -> Set<BundlePath> {
        Set(
            file.foundLinks.compactMap { link in
                guard case .file(let target) = link.target(resolver, from: path), FileType(of: target) == .blob,
                    TrashedPath(target) == nil
                else { return nil }
                return target
            })
    }
}

/// The attachments that items take along when they are copied: those that they reference (Format, clause 21.6), by a
/// link or by a name anywhere in the file, front matter included.
///
/// Copies, imports, parts of notebooks and exports that keep everything use this.
package struct CarriedBlobs {
    private let linked: LinkedBlobs
    private let mentions: BlobMentions

    /// The attachments of a notebook.
    package init(_ manifest: Manifest) {
        linked = LinkedBlobs(manifest)
        mentions = BlobMentions(of: manifest.entries(below: .blobs).filter { $0.type == .blob }.map(\.path))
    }

    /// The attachments that an item references, in the order of their paths.
    package func blobs(of file: ItemFile, at path: BundlePath) -> [BundlePath] {
        linked.found(in: file, at: path).union(mentions.mentioned(in: file.bytes)).sorted()
    }
}
