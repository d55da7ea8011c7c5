import Dispatch
import Synchronization

/// Jobs that run on all cores.
///
/// Both the number of waiting jobs and their memory are limited. The thread that adds jobs runs some of them, so that
/// all are done even if the system gives no threads.
final class WeighedJobs: Sendable {
    private typealias Job = (weight: Int, run: @Sendable () -> Void)

    private struct State {
        /// The waiting jobs.
        ///
        /// A started job becomes `nil`, since it may hold a whole file.
        var waiting: [Job?] = []
        var firstWaiting = 0
        var running = 0
        /// How many threads of the pool run jobs, or will.
        var helping = 0
        /// The weight of waiting and running jobs.
        var weight = 0
    }

    private let state = Mutex(State())
    private let width: Int
    private let most: Int
    /// The threads besides the one that adds jobs.
    private let pool: JobPool
    /// Signalled when a job is done.
    private let progress = DispatchSemaphore(value: 0)

    /// Makes an empty list of jobs.
    ///
    /// - Parameters:
    ///   - width: How many jobs run at once, at least one.
    ///   - most: The maximum total weight of unfinished jobs, unless there is only one.
    init(width: Int, most: Int) {
        self.width = width
        self.most = most
        pool = JobPool(width: width - 1)
    }

    deinit { pool.end(dropping: true) }

    /// Adds a job, once there is room for it.
    ///
    /// - Parameter weight: How many bytes it reads.
    func add(weight: Int, _ job: @escaping @Sendable () -> Void) {
        while !hasRoom(for: weight) { help() }
        let isHelpWanted = state.withLock { state in
            state.waiting.append((weight, job))
            state.weight += weight
            guard state.helping < width - 1 else { return false }
            state.helping += 1
            return true
        }
        guard isHelpWanted else { return }
        // Nobody may hold the jobs any more when a thread has done one.
        let isGiven = pool.add { [weak self] in while self?.runNext() == true {} }
        if !isGiven { state.withLock { $0.helping -= 1 } }
    }

    /// Runs a waiting job on a thread of the pool; false if there is none, so that the thread is free.
    private func runNext() -> Bool {
        guard let job = next(orLeaving: true) else { return false }
        run(job)
        return true
    }

    /// Waits for all jobs.
    func wait() {
        while state.withLock({ $0.running > 0 || $0.firstWaiting < $0.waiting.count }) { help() }
        pool.end(dropping: true)
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

    private func next(orLeaving isHelping: Bool = false) -> Job? {
        state.withLock { state in
            guard state.firstWaiting < state.waiting.count else {
                if isHelping { state.helping -= 1 }
                return nil
            }
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
        job.run()
        state.withLock { state in
            state.running -= 1
            state.weight -= job.weight
        }
        progress.signal()
    }
}
