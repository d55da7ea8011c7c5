public import NotebookFormat

extension Draft {
    /// Changes an item that is still as it was read, and says whether anything has become different.
    ///
    /// - Parameter digest: What `ItemFile.digest` was when it was read.
    /// - Throws: `NotebookError.changedSince` if the item is another one now, or what `edit(_:_:)` throws; nothing is changed
    ///   then.
    public mutating func edit(_ path: BundlePath, _ change: ItemChange, ifStill digest: Digest) throws -> Bool {
        try require(path, digest)
        return try edit(path, change)
    }

    /// Puts a new text, front matter included, in place of that of an item that is still as it was read.
    ///
    /// - Parameter digest: What `ItemFile.digest` was when it was read.
    /// - Throws: `NotebookError.changedSince` if the item is another one now, or `.malformedItem`; nothing is changed then.
    public mutating func replace(_ path: BundlePath, with bytes: [UInt8], ifStill digest: Digest) throws -> Bool {
        try require(path, digest)
        return try replace(path, with: bytes)
    }

    private mutating func require(_ path: BundlePath, _ digest: Digest) throws {
        guard try item(path).digest == digest else { throw NotebookError.changedSince(path) }
    }
}

extension NotebookStorage {
    /// Changes an item that is still as it was read: what came from outside meanwhile is never written over.
    ///
    /// Blocks until the change is made.
    ///
    /// - Parameter digest: What `ItemFile.digest` was when it was read.
    /// - Returns: The item as it is now.
    /// - Throws: `NotebookError.changedSince` if the item is another one now, `.gone`, or what keeps the notebook from being
    ///   changed; nothing is changed then.
    @discardableResult
    public func edit(_ item: Item, _ change: ItemChange, ifStill digest: Digest) throws -> EditResult<Item> {
        try edit { draft in
            _ = try draft.edit(item.path, change, ifStill: digest)
            return try draft.shown(item.path)
        }
    }
}
