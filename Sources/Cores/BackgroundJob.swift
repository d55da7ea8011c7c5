package import Dispatch
import Synchronization

/// A job that a task waits for, while a thread that may block does it.
///
/// The thread, and the threads that help it, stop when the task is cancelled: where they wait for others, and between
/// the files that they read.
package final class BackgroundJob: Sendable {
    /// The job of the current thread; `nil` outside of one.
    @TaskLocal private static var current: BackgroundJob?
    /// The calls within which the current code runs; the tasks and jobs that it starts inherit them.
    @TaskLocal package static var outerCalls: [any Sendable] = []

    private let outerCalls = BackgroundJob.outerCalls
    private let isCancelled = Atomic(false)
    /// Whether something stopped because of the cancellation, so that the result cannot be trusted.
    private let hasStopped = Atomic(false)

    /// Does a job on a thread that may block, and returns its result.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before the job is done, or what `body` throws.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let job = BackgroundJob()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                BackgroundThreads.add(job) { continuation.resume(with: Result { try job.carryOut(body) }) }
                if job.isCancelled.load(ordering: .sequentiallyConsistent) { BackgroundThreads.endWaiting(job) }
            }
        } onCancel: {
            job.isCancelled.store(true, ordering: .sequentiallyConsistent)
            BackgroundThreads.endWaiting(job)
        }
    }

    private func carryOut<Value>(_ body: () throws -> Value) throws -> Value {
        try Self.$current.withValue(self) {
            try check()
            let result = Result { try Self.$outerCalls.withValue(outerCalls, operation: body) }
            // Whatever came of an interrupted job, an error or a value, came of the cancellation.
            if hasStopped.load(ordering: .sequentiallyConsistent) { throw CancellationError() }
            return try result.get()
        }
    }

    private func check() throws(CancellationError) {
        guard isCancelled.load(ordering: .sequentiallyConsistent) else { return }
        hasStopped.store(true, ordering: .sequentiallyConsistent)
        throw CancellationError()
    }

    /// Stops the current job if its task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    package static func checkCancellation() throws(CancellationError) { try current?.check() }

    /// A piece of the current job, which another thread may do.
    static func piece<Value>(_ body: @escaping @Sendable () throws -> Value) -> @Sendable () throws -> Value {
        guard let job = current else { return body }
        return {
            try $current.withValue(job) {
                try job.check()
                return try body()
            }
        }
    }

    /// Calls `wait`, which waits for others for a moment; meanwhile other jobs may run.
    ///
    /// - Throws: `CancellationError`.
    package static func waiting(_ wait: () -> Void) throws(CancellationError) {
        guard let current else { return wait() }
        try current.check()
        BackgroundThreads.whileWaiting(wait)
    }

    /// Waits for a semaphore; false if it is not signalled in time.
    ///
    /// - Throws: `CancellationError`.
    package static func wait(
        for semaphore: DispatchSemaphore, until end: DispatchTime = .distantFuture
    ) throws(CancellationError) -> Bool {
        guard current != nil else { return semaphore.wait(timeout: end) == .success }
        var isSignalled = semaphore.wait(timeout: .now()) == .success
        while !isSignalled, DispatchTime.now() < end {
            try waiting { isSignalled = semaphore.wait(timeout: min(end, .now() + .milliseconds(20))) == .success }
        }
        return isSignalled
    }
}
