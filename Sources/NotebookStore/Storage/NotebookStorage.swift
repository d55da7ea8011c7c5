public import NotebookFormat

/// A notebook that can be read and changed, wherever it is kept: in a directory (``NotebookDirectory``), in memory
/// (``MemoryNotebook``), or where a program keeps it (``BackendNotebook``).
///
/// A program that is written against it works with all of them, and its tests can put one in the place of another.
public protocol NotebookStorage: NotebookReading {
    /// Changes the notebook: what `body` does to the draft is done as a whole, or not at all.
    ///
    /// Blocks while others use the notebook, while `body` runs, and until the change is durable.
    ///
    /// - Parameter keepsInverse: Whether the result can take the edit back; that keeps the bytes of all files in
    ///   memory that are changed or deleted.
    /// - Throws: `NotebookError` if it is no notebook, `.editInEdit` inside of another edit of it, `LockError` if
    ///   others do not let go in time, `StoreError` if the change cannot be made, or what `body` throws; then nothing
    ///   has changed.
    @discardableResult
    func change<Result>(
        keepingInverse keepsInverse: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result>

    /// What can be known of the files of items without reading them; those that are gone are left out.
    ///
    /// A storage that nobody can write to but by `edit` needs none. Blocks until they are looked at.
    ///
    /// - Throws: what keeps the files from being looked at.
    func stamps(of items: [Item]) throws -> [BundlePath: FileStamp]

    /// What was changed through this value and its copies, which `changes` does not tell.
    var ownChanges: OwnChanges { get }
}

extension NotebookStorage {
    /// Changes the notebook: what `body` does to the draft is done as a whole, or not at all.
    ///
    /// Blocks while others use the notebook, while `body` runs, and until the change is durable.
    ///
    /// - Throws: `NotebookError` if it is no notebook, `.editInEdit` inside of another edit of it, `LockError` if
    ///   others do not let go in time, `StoreError` if the change cannot be made, or what `body` throws; then nothing
    ///   has changed.
    @discardableResult
    public func edit<Result>(_ body: (inout Draft) throws -> Result) throws -> EditResult<Result> {
        try change(keepingInverse: false, body)
    }

    /// Changes the notebook: what `body` does to the draft is done as a whole, or not at all.
    ///
    /// Blocks while others use the notebook, while `body` runs, and until the change is durable.
    ///
    /// - Parameter keepsInverse: Whether the result can take the edit back; that keeps the bytes of all files in memory that are
    ///   changed or deleted.
    /// - Throws: the same as `edit(_:)`.
    @discardableResult
    public func edit<Result>(
        keepingInverse keepsInverse: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        try change(keepingInverse: keepsInverse, body)
    }

    /// None: the files have no other writers.
    ///
    /// - Throws: never.
    public func stamps(of items: [Item]) throws -> [BundlePath: FileStamp] { [:] }

    /// Nothing: all changes are reported.
    public var ownChanges: OwnChanges { OwnChanges() }
}

extension NotebookDirectory: NotebookStorage {
    /// Calls `body` with the notebook as it is at one time: nobody changes it meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs. Where the medium cannot lock, `body` is called
    /// again if the notebook has changed meanwhile.
    ///
    /// - Throws: `NotebookError` if it is no notebook, `LockError` if others do not let go in time, or what `body`
    ///   throws.
    public func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result {
        try readTree { try body(try NotebookSnapshot($0)) }
    }

    /// The sizes and times of items, from the directory alone.
    ///
    /// Blocks until they are looked at.
    ///
    /// - Throws: `SystemError`, or `LockError` if others do not let go in time.
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
    /// Does not block.
    ///
    /// - Throws: `NotebookError.notATitle`.
    public static func sample(title: String = "Sample", surroundings: Surroundings = .system) throws -> MemoryNotebook {
        try MemoryNotebook(sample: title, surroundings)
    }

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
