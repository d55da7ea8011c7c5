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

/// The threads that do background jobs.
///
/// Only so many work at a time. A thread that waits for others does not count, so that waiting jobs never keep the
/// others from running.
enum BackgroundThreads {
    private struct State {
        var waiting: [(job: BackgroundJob, run: @Sendable () -> Void)] = []
        /// How many threads are working.
        var working = 0

        /// Whether another thread should start, which then counts as working.
        mutating func startsThread() -> Bool {
            guard !waiting.isEmpty, working < BackgroundThreads.most else { return false }
            working += 1
            return true
        }
    }

    private static let state = Mutex(State())

    /// How many threads work at most: what a thread does may also wait for a server, of which nothing is known here.
    private static let most = 64

    /// Runs a job as soon as a thread is free.
    static func add(_ job: BackgroundJob, _ run: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            state.waiting.append((job, run))
            return state.startsThread()
        }
        if starts { startThread() }
    }

    /// Runs a cancelled job at once if no thread has begun it.
    static func endWaiting(_ job: BackgroundJob) {
        let run = state.withLock { state in
            state.waiting.firstIndex { $0.job === job }.map { state.waiting.remove(at: $0).run }
        }
        run?()
    }

    /// Calls `wait` on a thread that does a job; meanwhile another thread may work.
    static func whileWaiting(_ wait: () -> Void) {
        let starts = state.withLock { state in
            state.working -= 1
            return state.startsThread()
        }
        if starts { startThread() }
        wait()
        state.withLock { $0.working += 1 }
    }

    private static func startThread() {
        // If the system gives no thread, the library that manages threads may still have one.
        if !SystemThread.start(work) { DispatchQueue.global().async { work() } }
    }

    /// Runs jobs until none is left, or enough other threads are working.
    @Sendable private static func work() {
        while let run = next() { run() }
    }

    private static func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty, state.working <= most else {
                state.working -= 1
                return nil
            }
            return state.waiting.removeFirst().run
        }
    }
}
