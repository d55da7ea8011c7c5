import CSystem
import Dispatch
import Synchronization

/// Jobs that run on all cores, with their results in the order in which the jobs were added.
///
/// Both the number of waiting jobs and their memory are limited. The thread that adds jobs runs some of them, so that
/// all are done even if the system gives no threads.
package final class OrderedJobs<Value: Sendable>: Sendable {
    private typealias Job = (index: Int, weight: Int, run: @Sendable () throws -> Value)

    private struct State {
        /// The waiting jobs.
        ///
        /// A started job becomes `nil`, since it may hold a whole file.
        var waiting: [Job?] = []
        var firstWaiting = 0
        var running = 0
        /// The weight of waiting and running jobs.
        var weight = 0
        var count = 0
        var results: [Int: Result<Value, any Error>] = [:]
        var isOver = false
        var hasHelpers = false
    }

    private let state = Mutex(State())
    private let width: Int
    private let most: Int
    /// Signalled when a job is waiting, or when no more will come.
    private let work = DispatchSemaphore(value: 0)
    /// Signalled when a job is done.
    private let progress = DispatchSemaphore(value: 0)

    /// Makes an empty list of jobs.
    ///
    /// - Parameters:
    ///   - width: How many jobs run at once; by default the number of cores.
    ///   - most: The maximum total weight of unfinished jobs, unless there is only one.
    package init(width: Int? = nil, most: Int = .max) {
        self.width = max(1, width ?? Processors.count)
        self.most = most
    }

    deinit { end() }

    /// Adds a job, once there is room for it.
    ///
    /// - Parameter weight: How many bytes it reads.
    package func add(weight: Int = 0, _ job: @escaping @Sendable () throws -> Value) {
        startHelpers()
        let job = BackgroundJob.piece(job)
        while !hasRoom(for: weight) { help() }
        state.withLock { state in
            state.waiting.append((state.count, weight, job))
            state.count += 1
            state.weight += weight
        }
        if width > 1 { work.signal() }
    }

    /// Waits for all jobs, and returns their results.
    ///
    /// - Throws: the first error, in the order in which the jobs were added.
    package func values() throws -> [Value] {
        wait()
        let (done, count) = state.withLock { state in
            defer { state.results = [:] }
            return (state.results, state.count)
        }
        return try (0..<count).compactMap { try done[$0]?.get() }
    }

    /// Waits for all jobs, and ignores their results.
    package func wait() {
        while state.withLock({ $0.running > 0 || $0.firstWaiting < $0.waiting.count }) { help() }
        end()
    }

    private func hasRoom(for weight: Int) -> Bool {
        state.withLock { state in
            let unfinished = state.waiting.count - state.firstWaiting + state.running
            return unfinished == 0 || unfinished < 2 * width && state.weight + weight <= most
        }
    }

    /// Runs a waiting job, or waits until one is done.
    private func help() {
        if let job = next() { run(job) } else { progress.wait() }
    }

    private func next() -> Job? {
        state.withLock { state in
            guard state.firstWaiting < state.waiting.count else { return nil }
            let job = state.waiting[state.firstWaiting]
            state.waiting[state.firstWaiting] = nil
            state.firstWaiting += 1
            if state.firstWaiting >= 64 {
                state.waiting.removeFirst(state.firstWaiting)
                state.firstWaiting = 0
            }
            state.running += 1
            return job
        }
    }

    private func run(_ job: Job) {
        let result = Result(catching: job.run)
        state.withLock { state in
            state.results[job.index] = result
            state.running -= 1
            state.weight -= job.weight
        }
        progress.signal()
    }

    /// Starts additional threads, as many as the system gives.
    private func startHelpers() {
        let isFirst = state.withLock { state in
            defer { state.hasHelpers = true }
            return !state.hasHelpers
        }
        guard isFirst else { return }
        for _ in 1..<max(2, width) where width > 1 {
            guard SystemThread.start({ [weak self] in Self.work(for: { self }) }) else { return }
        }
    }

    /// The loop of a helper thread.
    private static func work(for jobs: () -> OrderedJobs?) {
        guard let work = jobs()?.work else { return }
        while true {
            work.wait()
            guard let jobs = jobs(), !jobs.state.withLock({ $0.isOver }) else { return }
            if let job = jobs.next() { jobs.run(job) }
        }
    }

    /// Ends the helper threads.
    private func end() {
        state.withLock { $0.isOver = true }
        for _ in 1..<max(2, width) { work.signal() }
    }
}

/// The processors that this process may use.
package enum Processors {
    /// Their number, at least one.
    package static let count = max(1, Int(csystem_processors()))
}
