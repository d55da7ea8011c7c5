package import NotebookFiles
package import NotebookFormat
package import NotebookQuery

/// A notebook that can be read and changed, wherever it is stored: in a directory (`NotebookDirectory`), in memory
/// (`MemoryNotebook`), or where a program stores it (`BackendNotebook`).
///
/// A program written against this protocol works with all of them, and its tests can replace one with another.
package protocol NotebookStorage: NotebookReading {
    /// Changes the notebook: makes all changes that `body` makes to the draft, or none.
    ///
    /// Blocks while others use the notebook, while `body` runs, and until the change is durable.
    ///
    /// - Parameter keepsReversal: Whether the result can undo the edit; this keeps the bytes of all changed and deleted
    ///   files in memory.
    /// - Throws: `NotebookError` if it is not a notebook, `.editInEdit` inside another edit of the same notebook,
    ///   `LockError` if others hold the lock for too long, `StoreError` if the change cannot be made, or what `body`
    ///   throws; then nothing has changed.
    @discardableResult
    func change<Result>(
        keepingReversal keepsReversal: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result>

    /// The identities of items, without reading the items; missing items are left out.
    ///
    /// A storage whose files only `edit` can change need not implement it. Blocks until the values are known.
    ///
    /// - Throws: an error if they cannot be read.
    func identities(of items: [Item]) throws -> [BundlePath: FileIdentity?]

    /// The changes made through this value and its copies, which `changes` does not report.
    var ownChanges: OwnChanges { get }

    /// Its files, where they can be changed one by one; `nil` in a backend.
    var bundle: NotebookDirectory? { get }

    /// The same notebook for another user: `changes` of each reports what the other does.
    func shared() -> Self
}

extension NotebookStorage {
    /// Changes the notebook: makes all changes that `body` makes to the draft, or none.
    ///
    /// - Throws: the same as ``change(keepingReversal:_:)``.
    @discardableResult
    package func edit<Result>(
        keepingReversal keepsReversal: Bool = false, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        try change(keepingReversal: keepsReversal, body)
    }

    /// None: the files have no other writers.
    ///
    /// Does not block.
    ///
    /// - Throws: nothing.
    package func identities(of items: [Item]) throws -> [BundlePath: FileIdentity?] { [:] }

}

extension NotebookDirectory: NotebookStorage {
    package var name: String { environment.display(path) }

    package var bundle: NotebookDirectory? { self }

    /// Calls `body` with a snapshot of the notebook, which nobody can change meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs. On a medium that cannot lock, `body` is called
    /// again if the notebook has changed meanwhile.
    ///
    /// - Throws: `NotebookError` if it is not a notebook, `LockError` if others hold the lock for too long, or what
    ///   `body` throws.
    package func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result {
        try readFiles { files in
            let tree = try tree(files)
            return try body(NotebookSnapshot(try listings.listing(of: tree, files), tree, now: environment.now))
        }
    }

    /// The identities of items, from the directory alone.
    ///
    /// Blocks until they are known.
    ///
    /// - Throws: `SystemError`, or `LockError` if others hold the lock for too long.
    package func identities(of items: [Item]) throws -> [BundlePath: FileIdentity?] {
        try readFiles { files in
            var identities: [BundlePath: FileIdentity?] = [:]
            for item in items {
                guard let status = try files.status(DiskPath(item.path)) else { continue }
                identities[item.path] = .some(status.identity)
            }
            return identities
        }
    }
}

extension NotebookListing {
    /// The items that a query searches: those in the trash as well if the query mentions it.
    package func items(askedBy query: Query) -> [Item] { query.mentionsTrash ? items + trashedItems : items }
}
