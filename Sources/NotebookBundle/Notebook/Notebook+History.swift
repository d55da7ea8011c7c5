public import NotebookFormat
public import NotebookHistory
public import NotebookStore

extension Notebook {
    /// The changes that the history of the notebook keeps, the latest first.
    ///
    /// Blocks while others change the notebook.
    ///
    /// - Parameter item: Only the changes of the item at this path, through all its moves; `nil` for all changes.
    /// - Throws: an error if it is not in a directory, or if the history cannot be read.
    public func history(of item: BundlePath? = nil) throws -> [HistoryChange] { try directory.history(of: item) }

    /// Undoes a change that the history keeps; the undoing is a change of its own.
    ///
    /// Without a number, and if a change was saved that cannot be completed, reverts that one. Blocks until the change is
    /// made.
    ///
    /// - Parameter number: The number of the change; `nil` for the latest that is not undone.
    /// - Returns: The result, with the change that was undone.
    /// - Throws: an error if it is not in a directory, if there is no such change, if one of its files was changed since,
    ///   or if the history lacks the earlier content; nothing is changed then.
    @discardableResult
    public func undo(_ number: Int? = nil) throws -> EditResult<HistoryChange> { try directory.undo(number) }

    /// Redoes the change that was undone last.
    ///
    /// Blocks until the change is made.
    ///
    /// - Returns: The result, with the change that was redone.
    /// - Throws: an error if there is none, or if one of its files was changed since; nothing is changed then.
    @discardableResult
    public func redo() throws -> EditResult<HistoryChange> { try directory.redo() }

    /// Deletes the history; the notebook stays as it is.
    ///
    /// Blocks until it is done.
    ///
    /// - Throws: an error if it is not in a directory, or if files cannot be deleted.
    public func forgetHistory() throws { try directory.forgetHistory() }

    /// The notebook as it was at an earlier moment; it can only be read.
    ///
    /// Does not block: nothing is read yet. Its calls throw an error if the history does not reach back to that moment, or
    /// lacks some content.
    ///
    /// - Throws: an error if the notebook is not in a directory.
    public func at(_ moment: HistoryMoment) throws -> Notebook { Notebook(EarlierNotebook(try directory, at: moment)) }
}
