extension NotebookStorage {
    /// Takes an edit back: all its files become what they were, to the byte.
    ///
    /// Blocks until the change is made.
    ///
    /// - Returns: What was done; its `inverse` makes the edit again.
    /// - Throws: `NotebookError.changedSince` if one of its files was changed after the edit, or what keeps the notebook from
    ///   being changed; nothing is changed then.
    @discardableResult
    public func takeBack(_ inverse: EditInverse) throws -> EditResult<Void> {
        try edit(keepingInverse: true) { draft in try draft.takeBack(inverse) }
    }
}
