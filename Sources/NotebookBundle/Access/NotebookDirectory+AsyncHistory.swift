import Cores
import NotebookFormat
public import NotebookHistory
import NotebookStore

// Async versions of calls about the history, which do not block the caller's thread.
extension NotebookDirectory {
    /// The changes that the history of the notebook keeps, the latest first.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func history(of item: BundlePath? = nil) async throws -> [HistoryChange] {
        try await BackgroundJob.run { try history(of: item) }
    }

    /// Undoes a change; the undoing is a change of its own.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func undo(_ number: Int? = nil) async throws -> EditResult<HistoryChange> {
        try await BackgroundJob.run { try undo(number) }
    }

    /// Redoes the change that was undone last.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func redo() async throws -> EditResult<HistoryChange> {
        try await BackgroundJob.run { try redo() }
    }

    /// Calls `body` with a snapshot of the notebook as it was at an earlier moment, on a background thread.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func withSnapshot<Result: Sendable>(
        at moment: HistoryMoment, _ body: @escaping @Sendable (NotebookSnapshot) throws -> Result
    ) async throws -> Result {
        try await BackgroundJob.run { try withSnapshot(at: moment, body) }
    }

    /// Deletes the history; the notebook stays as it is.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func forgetHistory() async throws { try await BackgroundJob.run { try forgetHistory() } }
}
