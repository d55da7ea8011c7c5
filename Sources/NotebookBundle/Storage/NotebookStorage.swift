public import NotebookFormat

/// A notebook that can be read and changed, wherever it is kept: in a directory (`NotebookDirectory`) or in memory
/// (`MemoryNotebook`).
///
/// Values that it gives are snapshots: what others change meanwhile does not change them.
public protocol NotebookStorage: Sendable {
    /// Reads what the notebook lists.
    func open() throws -> Notebook

    /// The bytes of a file; `nil` if it is not there, an error if there are more than `limit`.
    func content(of path: BundlePath, limit: Int) throws -> [UInt8]?

    /// Changes the notebook: what `body` does to the draft is done as a whole, or not at all.
    @discardableResult
    func edit<Result>(_ body: (inout Draft) throws -> Result) throws -> EditResult<Result>

    /// Looks at every file; the notebook may be damaged in any way.
    func inspect(collectsLinks: Bool, progress: any Progress) throws -> Inspection

    /// Those of some items of a snapshot that a query means, in their order.
    func select(_ items: [Item], of notebook: Notebook, _ query: Query, in context: QueryContext) throws -> [Item]

    /// What can be known of the files of items without reading them; those that are gone are left out.
    ///
    /// A storage that nobody can write to but by `edit` needs none.
    func stamps(of items: [Item]) throws -> [BundlePath: FileStamp]

    /// What was changed through this value and its copies, which `changes` does not tell.
    var ownChanges: OwnChanges { get }
}

extension NotebookStorage {
    /// None: nobody writes to the files from outside.
    public func stamps(of items: [Item]) throws -> [BundlePath: FileStamp] { [:] }

    /// Nothing: all changes are told.
    public var ownChanges: OwnChanges { OwnChanges() }

    /// The notes and cards, all or those that a query means; files are read only where the manifest does not settle it.
    ///
    /// Items in the trash are found only by a query that says `trashed`.
    ///
    /// - Parameters:
    ///   - query: What is looked for; `nil` for everything.
    ///   - order: How they are sorted, pinned ones first; by default as the notebook is.
    ///   - context: What dates of the query are counted from.
    public func items(
        matching query: Query? = nil, sortedBy order: ItemOrder? = nil, in context: QueryContext
    ) throws -> [Item] {
        let notebook = try open()
        let found =
            try query.map { try select(notebook.items(askedBy: $0), of: notebook, $0, in: context) } ?? notebook.items
        return (order ?? ItemOrder(notebook.description.settings.sort)).sorted(found)
    }

    /// An item's file: its text, its front matter, its links.
    ///
    /// - Throws: `NotebookError.gone` if it is not there, or `.malformedItem`.
    public func file(of item: Item) throws -> ItemFile {
        guard let bytes = try content(of: item.path, limit: ItemFile.maximumBytes) else {
            throw NotebookError.gone(item.path)
        }
        return try Draft.item(bytes, item.path)
    }

    /// The bytes of an attachment, by its path, its name, or the name under which it was attached.
    ///
    /// - Throws: `NotebookError.noSuchBlob`, `.ambiguousBlob` or `.gone`, or `FileTooLong` beyond the limit.
    public func blob(_ name: String, limit: Int = 1 << 30) throws -> [UInt8] {
        let entry = try open().blob(name)
        guard let bytes = try content(of: entry.path, limit: limit) else { throw NotebookError.gone(entry.path) }
        return bytes
    }
}

extension NotebookDirectory: NotebookStorage {
    /// Those of some items of a snapshot that a query means, in their order.
    public func select(
        _ items: [Item], of notebook: Notebook, _ query: Query, in context: QueryContext
    ) throws -> [Item] {
        try read { try notebook.select(items, query, in: context, files: $0) }
    }

    /// The sizes and times of items, from the directory alone.
    public func stamps(of items: [Item]) throws -> [BundlePath: FileStamp] {
        try readFiles { files in
            var stamps: [BundlePath: FileStamp] = [:]
            for item in items {
                guard let status = try files.status(DiskPath(item.path)) else { continue }
                stamps[item.path] = FileStamp(size: status.size, modified: status.modified)
            }
            return stamps
        }
    }
}

extension Notebook {
    /// The notebook in a directory; nothing is read yet, and nothing fails if it is not there.
    public static func open(_ path: String) -> NotebookDirectory { NotebookDirectory(path) }

    /// A notebook in memory with a few notes and cards, to try things on.
    ///
    /// - Throws: never.
    public static func sample(title: String = "Sample") throws -> MemoryNotebook { try MemoryNotebook(sample: title) }

    /// The items that a query is asked of: with those in the trash if it says anything of the trash.
    public func items(askedBy query: Query) -> [Item] { query.mentionsTrash ? items + trashedItems : items }

    /// The folder of a path, with what is in it; `nil` if there is none.
    public func folder(at path: FolderPath) -> Folder? {
        guard path == .root || folders.contains(path) else { return nil }
        let row = description.folders.first { $0.path == path }
        return Folder(
            path: path, icon: row?.icon, items: items.filter { $0.folder == path },
            folders: sortedFolders.filter { $0.parent == path })
    }
}

/// A folder of a notebook, as a snapshot.
public struct Folder: Hashable, Sendable {
    /// The path; empty for the outermost.
    public let path: FolderPath
    /// A picture in text.
    public let icon: String?
    /// What is in it, without what is in its own folders.
    public let items: [Item]
    /// The folders in it, in their order.
    public let folders: [FolderPath]

    /// The last component of the path.
    public var name: String { String(path.name) }
}
