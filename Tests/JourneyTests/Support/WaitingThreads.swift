import Foundation
import Testing

extension Trait where Self == WaitingTrait {
    /// For tests that mostly wait for other programs: they run beside those that compute, on threads of their own.
    static var waitsForPrograms: Self { WaitingTrait() }
}

/// Runs tests on ``WaitingThreads``.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    /// One for each test of the suite.
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

/// Threads that may wait.
///
/// Swift gives tasks one thread for each core, and a test that waits on one of them leaves its core idle.
final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    /// Enough to keep two cores busy while some wait; the programs they run compute as well.
    private static let count = 5

    private let queue = OperationQueue()

    private init() { queue.maxConcurrentOperationCount = Self.count }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
