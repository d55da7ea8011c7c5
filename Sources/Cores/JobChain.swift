import Dispatch
import Synchronization

/// Jobs that run one after the other on a separate thread, so that other jobs can wait for them.
///
/// If the system gives no threads, the caller runs each job at once.
package final class JobChain: Sendable {
    private let jobs = Jobs()

    /// Makes an empty chain.
    package init() {}

    /// Jobs that were added still run.
    deinit { jobs.end() }

    /// Adds a job without waiting for its result.
    package func add(_ job: @escaping @Sendable () -> Void) { jobs.add(job) }

    private final class Jobs: Sendable {
        private struct State {
            var waiting: [@Sendable () -> Void] = []
            /// The thread, if there is one; `nil` before the first job.
            var hasThread: Bool?
            var isOver = false
        }

        private let state = Mutex(State())
        /// Signalled when a job is waiting, or when no more will come.
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
