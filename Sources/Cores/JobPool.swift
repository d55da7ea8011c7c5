import Dispatch
import Synchronization

/// Threads that run jobs in the order in which they come: as many as are allowed and as the system gives.
///
/// A thread comes with a job, and is free for others when the pool ends.
final class JobPool: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var count = 0
        var isRefused = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let width: Int
    /// Signalled when a job is waiting, or when no more will come.
    private let work = DispatchSemaphore(value: 0)

    /// Makes a pool without threads.
    ///
    /// - Parameter width: How many threads it has at most.
    init(width: Int) { self.width = width }

    /// Adds a job; false if there is no thread to run it.
    func add(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isPassedOn = state.withLock { state in
            guard !state.isOver else { return false }
            if state.count < width, !state.isRefused {
                state.isRefused = !SystemThread.start { self.run() }
                if !state.isRefused { state.count += 1 }
            }
            guard state.count > 0 else { return false }
            state.waiting.append(job)
            return true
        }
        if isPassedOn { work.signal() }
        return isPassedOn
    }

    /// Ends the pool, whose threads do waiting jobs first.
    ///
    /// - Parameter drops: Whether jobs that no thread has begun are dropped.
    func end(dropping drops: Bool) {
        let count = state.withLock { state in
            state.isOver = true
            if drops { state.waiting = [] }
            return state.count
        }
        for _ in 0..<count { work.signal() }
    }

    private func run() {
        while true {
            work.wait()
            let job = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            job?()
            if job == nil, state.withLock({ $0.isOver }) { return }
        }
    }
}
