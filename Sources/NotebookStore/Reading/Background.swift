import Cores

/// Work that waits for the disk or for others, kept off the threads that run tasks.
package enum Background {
    /// Runs `body` on a thread that may block.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before it is done, or what `body` throws.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await BackgroundJob.run(body)
    }
}
