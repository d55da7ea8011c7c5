import NotebookFiles
package import NotebookFormat
package import NotebookStore
import NotebookText

extension NotebookDirectory {
    /// The changes that the history of the notebook keeps, the latest first.
    ///
    /// Blocks while others change the notebook.
    ///
    /// - Parameter item: Only the changes of the item at this path, through all its moves; `nil` for all changes.
    /// - Throws: `NotebookError` if it is not a notebook, or an error if the history cannot be read.
    package func history(of item: BundlePath? = nil) throws -> [HistoryChange] { try recordedHistory(of: item).changes }

    /// The same, and the numbers of the changes whose records cannot be read, the latest first.
    package func recordedHistory(of item: BundlePath? = nil) throws -> (changes: [HistoryChange], unreadable: [Int]) {
        try readFiles { files in
            _ = try NotebookListing(try tree(files))
            let log = try Store(files, environment).historyLog()
            let records = item.map { log.changes(of: $0).map(\.record) } ?? log.records.reversed()
            return (records.map { HistoryChange($0, in: log) }, log.unreadable.reversed())
        }
    }

    /// Undoes a change; the undoing is a change of its own.
    ///
    /// Without a number, and if a change was saved that cannot be completed, takes back that one. Blocks until the change
    /// is made.
    ///
    /// - Parameter number: The number of the change; `nil` for the latest that is not undone.
    /// - Returns: The result, with the change that was undone.
    /// - Throws: `HistoryError` if there is no such change, if one of its files was changed since, or if the history
    ///   lacks the earlier content; nothing is changed then.
    @discardableResult
    package func undo(_ number: Int? = nil) throws -> EditResult<HistoryChange> {
        if number == nil, let change = try withdraw() {
            return EditResult(result: change, links: LinkKeeping(), recovery: .nothing, commit: nil, reversal: nil)
        }
        return try edit { draft in try draft.undo(number) }
    }

    /// Takes back a saved change that cannot be completed; `nil` if there is none, or it could be completed by now.
    package func withdraw() throws -> HistoryChange? {
        guard try hasPendingChange() else { return nil }
        let files = try openToChange()
        let store = Store(files, environment)
        do {
            _ = try store.recover()
            return nil
        } catch StoreError.incomplete {
            return HistoryChange(try noting(files) { try Withdrawal(store).run() })
        }
    }

    /// Redoes the change that was undone last.
    ///
    /// Blocks until the change is made.
    ///
    /// - Returns: The result, with the change that was redone.
    /// - Throws: `HistoryError` if there is none, or if one of its files was changed since; nothing is changed then.
    @discardableResult
    package func redo() throws -> EditResult<HistoryChange> {
        try edit { draft in try draft.redo() }
    }

    /// Deletes the history; the notebook stays as it is.
    ///
    /// Blocks until it is done.
    ///
    /// - Throws: an error if files cannot be deleted.
    package func forgetHistory() throws {
        let store = Store(try openToChange(), environment)
        _ = try store.recover()
        try store.removeHistory()
    }

    /// Calls `body` with the files of the notebook as they were at an earlier moment.
    ///
    /// - Parameters:
    ///   - text: The moment as the user wrote it.
    ///   - isStart: Whether a day means its beginning rather than its end.
    /// - Throws: `HistoryError` if the history does not reach back to that moment, or what `body` throws.
    package func readPast<Result>(
        _ moment: HistoryMoment, _ text: String, atStart isStart: Bool = false, _ body: (PastNotebook) throws -> Result
    ) throws -> Result {
        try readFiles { files in
            let notebook = try NotebookListing(try tree(files))
            let store = Store(files, environment)
            let log = try store.historyLog()
            let number = try moment.change(in: log, notebook, text, atStart: isStart, store)
            return try body(try PastNotebook(at: number, log, notebook, store))
        }
    }
}
