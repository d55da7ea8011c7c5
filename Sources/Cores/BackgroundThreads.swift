import Dispatch
import Synchronization

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
