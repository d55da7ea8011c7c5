import Cores
public import NotebookStore

/// Runs calls that block on a background thread, so that the caller's thread does not wait.
///
/// If the task is cancelled, the calls of this library in `body` stop soon: a change that is not committed by then is not
/// made, and a committed one is complete.
///
/// - Throws: `CancellationError` if the task is cancelled before `body` returns, or what `body` throws.
public func inBackground<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await BackgroundJob.run(body)
}

extension Notebook {
    /// Calls `body` with a snapshot of the notebook on a background thread; ``read(_:)`` that does not block.
    ///
    /// - Throws: `CancellationError`, or what the call that blocks throws.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (NotebookSnapshot) throws -> Result
    ) async throws -> Result {
        try await inBackground { try source.read(body) }
    }

    /// Changes the notebook on a background thread: makes all changes that `body` makes to the draft, or none.
    ///
    /// If the task is cancelled before the change is committed, nothing changes; after that, cancelling has no effect.
    ///
    /// - Parameter keepsReversal: Whether the result can undo the edit.
    /// - Throws: `CancellationError`, or what the call that blocks throws.
    @discardableResult
    public func edit<Result: Sendable>(
        keepingReversal keepsReversal: Bool = false, _ body: @escaping @Sendable (inout Draft) throws -> Result
    ) async throws -> EditResult<Result> {
        try await inBackground { try storage.change(keepingReversal: keepsReversal, body) }
    }
}
