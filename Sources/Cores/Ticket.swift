import Dispatch
import Synchronization

/// A job and its future result.
///
/// The first thread that needs the result runs the job, once.
final class Ticket<Value: Sendable>: Sendable {
    typealias Job = @Sendable () throws -> Value

    private enum State {
        case waiting(Job)
        case running
        case cancelled
        case settled(Result<Value, any Error>)
    }

    private let state: Mutex<State>
    private let isDone = DispatchSemaphore(value: 0)

    init(_ job: @escaping Job) { state = Mutex(.waiting(job)) }

    /// Runs the job, unless it is running or done.
    func run() {
        let job = state.withLock { state -> Job? in
            guard case .waiting(let job) = state else { return nil }
            state = .running
            return job
        }
        guard let job else { return }
        let result = Result(catching: job)
        state.withLock { $0 = .settled(result) }
        isDone.signal()
    }

    /// Cancels the job, unless it has started.
    func cancel() {
        let wasWaiting = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .cancelled
            return true
        }
        if wasWaiting { isDone.signal() }
    }

    /// Waits until the job is not running.
    func wait() {
        isDone.wait()
        isDone.signal()
    }

    var isSettled: Bool { if case .settled = state.withLock({ $0 }) { true } else { false } }

    /// Waits for the result of the job.
    func result() throws -> Value {
        wait()
        guard case .settled(let result) = state.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}

/// A job that another thread runs while this one continues.
///
/// If the system has no thread to give, the thread that asks for the result runs the job.
package final class Aside<Value: Sendable>: Sendable {
    private let ticket: Ticket<Value>

    /// Starts a job.
    package init(_ job: @escaping @Sendable () throws -> Value) {
        let ticket = Ticket(BackgroundJob.piece(job))
        self.ticket = ticket
        guard Processors.count > 1 else { return }
        _ = SystemThread.start { ticket.run() }
    }

    /// Waits for a running job.
    deinit {
        ticket.cancel()
        ticket.wait()
    }

    /// Waits for the result of the job.
    ///
    /// - Throws: what the job throws.
    package func result() throws -> Value {
        ticket.run()
        return try ticket.result()
    }
}
