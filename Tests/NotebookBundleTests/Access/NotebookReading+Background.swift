import NotebookBundle

/// Calls that tests make without blocking a thread.
extension NotebookReading {
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (NotebookSnapshot) throws -> Result
    ) async throws -> Result {
        try await Notebook(self).read(body)
    }
}

extension NotebookStorage {
    @discardableResult
    func edit<Result: Sendable>(
        keepingReversal keepsReversal: Bool = false, _ body: @escaping @Sendable (inout Draft) throws -> Result
    ) async throws -> EditResult<Result> {
        try await Notebook(self).edit(keepingReversal: keepsReversal, body)
    }
}
