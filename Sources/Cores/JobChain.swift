import Dispatch
import Synchronization

/// Jobs of which each begins when the one before is done, on a thread of their own: whoever waits for them may be a
/// job.
///
/// Without threads from the system, each is done at once by the caller.
package final class JobChain: Sendable {
    private let jobs = Jobs()

    /// A chain of no jobs.
    package init() {}

    /// What was added is done all the same.
    deinit { jobs.end() }

    /// Adds a job without waiting for its result.
    package func add(_ job: @escaping @Sendable () -> Void) { jobs.add(job) }

    private final class Jobs: Sendable {
        private struct State {
            var waiting: [@Sendable () -> Void] = []
            /// Whether there is a thread; nothing as long as there was no job.
            var hasThread: Bool?
            var isOver = false
        }

        private let state = Mutex(State())
        /// Is signalled when a job waits, or none will any more.
        private let work = DispatchSemaphore(value: 0)

        func add(_ job: @escaping @Sendable () -> Void) {
            let isPassedOn = state.withLock { state in
                let hasThread = state.hasThread ?? SystemThread.start { self.run() }
                state.hasThread = hasThread
                if hasThread { state.waiting.append(job) }
                return hasThread
            }
            if isPassedOn { work.signal() } else { job() }
        }

        func end() {
            state.withLock { $0.isOver = true }
            work.signal()
        }

        private func run() {
            while true {
                work.wait()
                guard let job = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else {
                    if state.withLock({ $0.isOver }) { return }
                    continue
                }
                job()
            }
        }
    }
}
