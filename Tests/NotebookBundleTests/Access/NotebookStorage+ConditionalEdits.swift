import NotebookBundle

extension NotebookStorage {
    /// Changes an item if nobody has changed it since it was read.
    ///
    /// - Parameter digest: The `ItemFile.digest` when it was read, or that of the file that an earlier edit returned.
    /// - Returns: The item and its file, as this edit leaves them; the next edit needs the `digest` of this file.
    @discardableResult
    func edit(
        _ item: Item, _ change: ItemChange, ifStill digest: Digest, keepingReversal keepsReversal: Bool = false
    ) throws -> EditResult<(item: Item, file: ItemFile)> {
        try edit(keepingReversal: keepsReversal) { draft in
            let path = try draft.foundOutsideTrash(item).path
            _ = try draft.edit(path, change, ifStill: digest)
            // Links in the item itself may have to follow its new title.
            _ = try draft.keepLinks()
            return (try draft.shown(path), try draft.item(path))
        }
    }
}
