import NotebookStore

extension NotebookStorage {
    /// Undoes an edit: restores all its files byte for byte.
    ///
    /// Blocks until the change is made.
    ///
    /// - Returns: The result; its `reversal` makes the edit again.
    /// - Throws: `NotebookError.changedSince` if one of its files was changed after the edit, or an error if the
    ///   notebook cannot be changed; nothing is changed then.
    @discardableResult
    public func revert(_ reversal: EditReversal) throws -> EditResult<Void> {
        try edit(keepingReversal: true) { draft in try draft.revert(reversal) }
    }
}
