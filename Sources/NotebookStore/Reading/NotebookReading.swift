package import NotebookFiles
public import NotebookFormat
public import NotebookLinks
public import NotebookQuery
public import NotebookText

/// A notebook that can be read, wherever it is stored: in a directory (`NotebookDirectory`), in an archive
/// (`NotebookArchive`), in memory (`MemoryNotebook`), or where a program stores it (`BackendNotebook`).
///
/// Each call reads the notebook again and blocks until it is done. Results are snapshots: later changes do not affect
/// them.
package protocol NotebookReading: Sendable {
    /// Its name in messages.
    var name: String { get }

    /// Calls `body` with a snapshot of the notebook, which nobody can change meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs. On a thread that is editing the notebook, it
    /// does not wait, and shows the notebook as it was before the edit.
    ///
    /// - Throws: `NotebookError` or `ArchiveFailure` if it is not a notebook, `LockError` if others hold the lock for
    ///   too long, or what `body` throws.
    func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether to follow links, which the rules for links need.
    ///   - examiner: Compares the properties of items with requirements.
    ///   - progress: Receives the progress.
    /// - Throws: an error if files cannot be read; damage to the notebook is not an error.
    func inspection(
        collectsLinks: Bool, examiner: ItemExaminer?, progress: any WorkProgress
    ) throws -> Inspection
}

extension NotebookReading {
    /// Calls `body` with a snapshot of the notebook, which nobody can change meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs.
    ///
    /// - Throws: the same as ``withSnapshot(_:)``.
    package func read<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result { try withSnapshot(body) }

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether to follow links, which the rules for links need.
    ///   - progress: Receives the progress.
    /// - Throws: an error if files cannot be read; damage to the notebook is not an error.
    package func inspect(
        collectsLinks: Bool = false, progress: any WorkProgress = NoProgress()
    ) throws -> Inspection {
        try inspection(collectsLinks: collectsLinks, examiner: nil, progress: progress)
    }
}

/// A notebook at one time, with its files.
///
/// The notebook does not change while the value lives: in a directory the value holds a shared lock, so do not keep it
/// longer than needed. All calls block until they have read what they need.
public struct NotebookSnapshot {
    /// The notebook's list of files.
    public let listing: NotebookListing
    package let files: any FileTree
    private let now: Clock

    package init(_ files: any FileTree, now: @escaping Clock = NotebookEnvironment.system.now) throws {
        self.init(try NotebookListing(files), files, now: now)
    }

    init(_ listing: NotebookListing, _ files: any FileTree, now: @escaping Clock) {
        (self.listing, self.files, self.now) = (listing, files, now)
    }

    /// Now, by the clock of the notebook's ``NotebookEnvironment``, in the user's time zone.
    public var context: QueryContext { QueryContext(hereAt: now()) }

    /// The bytes of a file; `nil` if it does not exist.
    ///
    /// - Throws: `FileTooLong` if there are more than `limit`, or an error if the file cannot be read.
    public func content(of path: BundlePath, limit: Int = ItemFile.maximumBytes) throws -> [UInt8]? {
        try files.content(of: path, limit: limit)
    }

    /// The item with a title, a path or a name.
    ///
    /// - Throws: an error if there is none, or if there are several.
    public func item(_ text: String, inTrash: Bool = false) throws -> Item { try listing.item(text, inTrash: inTrash) }

    /// An item's file: its text, its front matter, its links.
    ///
    /// - Throws: `NotebookError.gone` if the file does not exist, `.malformedItem`, or an error if it cannot be read.
    public func file(of item: Item) throws -> ItemFile {
        let path = current(item).path
        guard let bytes = try content(of: path) else {
            throw listing.manifest[path] == nil ? NotebookError.noSuchItem(item.title, like: []) : .gone(path)
        }
        return try Draft.item(bytes, path)
    }

    /// An item from an older list, as it is in this snapshot.
    private func current(_ item: Item) -> Item {
        guard let uuid = item.uuid, listing.manifest[item.path]?.item?.uuid != uuid else { return item }
        return (listing.items + listing.trashedItems).first { $0.uuid == uuid } ?? item
    }

    /// The bytes of an attachment, by its path, its name, or the name under which it was attached.
    ///
    /// - Throws: `NotebookError.noSuchBlob`, `.ambiguousBlob` or `.gone`, or `FileTooLong` beyond the limit.
    public func blob(_ name: String, limit: Int = 1 << 30) throws -> [UInt8] {
        let entry = try listing.blob(name)
        guard let bytes = try content(of: entry.path, limit: limit) else { throw NotebookError.gone(entry.path) }
        return bytes
    }

    /// The notes and cards, all or those that match a query, sorted.
    ///
    /// - Parameter context: The time and calendar for relative dates of the query; by default ``context``.
    /// - Throws: an error if files that the query needs cannot be read.
    public func items(
        matching query: Query? = nil, sortedBy order: ItemOrder? = nil, in context: QueryContext? = nil
    ) throws -> [Item] {
        let context = context ?? self.context
        let found =
            try query.map { try listing.select(listing.items(askedBy: $0), $0, in: context, files: files) }
            ?? listing.items
        return (order ?? ItemOrder(listing.description.settings.sort)).sorted(found)
    }

    /// The beginnings of the texts of some items without markup, each on one line, in one read; those of cards without
    /// the answer, and none for files that are gone or malformed.
    ///
    /// - Parameter limit: The maximum number of characters of each; a longer text ends in `…`.
    /// - Throws: an error if files cannot be read.
    public func excerpts(of items: [Item], limit: Int) throws -> [Item.ID: String] {
        let ids = Dictionary(items.map { (current($0).path, $0.id) }) { first, _ in first }
        let found = try ItemPass(files).map(Set(ids.keys)) { path, bytes -> (Item.ID, String)? in
            guard let id = ids[path], let file = try? ItemFile(bytes) else { return nil }
            return (id, file.excerpt(limit: limit, isCard: FileType(of: path) == .card))
        }
        return Dictionary(found) { first, _ in first }
    }

    /// Searches all items; the best matches come first.
    ///
    /// - Throws: an error if files cannot be read.
    public func search(_ request: SearchRequest) throws -> [SearchResult] {
        var request = request
        request.context = request.context ?? context
        return try listing.search(request, files)
    }

    /// The items that a person may mean by an inexact text: by their names, file names, aliases in their front matter,
    /// or else parts of these, the best matches first.
    ///
    /// - Parameter inTrash: Whether to search the trash instead.
    /// - Throws: an error if files cannot be read; they are read only if no name matches exactly.
    public func matches(for text: String, inTrash: Bool = false) throws -> [Item] {
        try listing.matches(text, inTrash: inTrash, files).map(\.item)
    }

    /// Items with a word that begins with a half-typed text, in their titles or else in their bodies.
    ///
    /// - Throws: an error if files cannot be read.
    public func suggestions(for text: String, limit: Int = 5) throws -> [Suggestion] {
        guard let prefix = WordPrefix(text) else { return [] }
        return try listing.suggestions(prefix, limit: limit, files)
    }

    /// The links of all items that are not in the trash, and where they lead.
    ///
    /// - Throws: an error if files cannot be read.
    public func links() throws -> LinkMap { try listing.linkMap(files) }

    /// The items and the links between them.
    ///
    /// - Parameter includesBlobs: Whether to include attachments.
    /// - Throws: an error if files cannot be read.
    public func linkGraph(includesBlobs: Bool = false) throws -> LinkGraph {
        LinkGraph(listing.manifest, try listing.linkEdges(files), includesBlobs: includesBlobs)
    }

    /// The sentences around links, with each link marked; `nil` for links that no longer exist.
    ///
    /// - Throws: an error if files cannot be read.
    public func sentences(of links: [LinkMap.Link]) throws -> [Snippet?] { try listing.sentences(of: links, files) }

    /// Where other items mention an item without a link, by its title, file name or `aliases`; at most 100 in each
    /// item.
    ///
    /// - Throws: an error if files cannot be read.
    public func mentions(of item: Item) throws -> [Mention] { try listing.mentions(of: current(item), files) }

    /// The tags of some items, each once: those in their front matter and, if the notebook counts them, those in their
    /// texts.
    ///
    /// - Throws: an error if files cannot be read.
    public func tags(of items: [Item]) throws -> [Item.ID: [Tag]] {
        let items = items.map { (item: current($0), id: $0.id) }
        let tags = try listing.itemTags(of: Set(items.map(\.item.path)), files)
        return Dictionary(items.map { ($0.id, tags.all(of: $0.item)) }) { first, _ in first }
    }

    /// The tags of the items outside the trash, their parents, and tags with a colour, sorted by name.
    ///
    /// - Throws: an error if files cannot be read.
    public func tags() throws -> [TagUse] { listing.tagUses(try listing.itemTags(files)) }

    /// The properties of the items (front matter keys that the format does not define), and their values.
    ///
    /// - Throws: an error if files cannot be read.
    public func properties() throws -> [PropertyUse] { try listing.properties(files) }

    /// The attachments, and which files use them.
    ///
    /// - Throws: an error if files cannot be read.
    public func blobUsage() throws -> [BlobUse] { try listing.blobUsage(files).uses }
}
