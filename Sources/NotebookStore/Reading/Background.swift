import Dispatch

/// Work that waits for the disk or for others, kept off the threads that run tasks.
package enum Background {
    /// Runs `body` on a thread that may block.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before it begins, or what `body` throws.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(with: Swift.Result { try body() })
            }
        }
    }
}
