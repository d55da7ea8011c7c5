import Dispatch
import Synchronization

/// A line of jobs that are done on all cores, whose results are handed on in the order in which the jobs came, while later
/// ones are still under way.
///
/// It is used by one thread, which waits for a result where the line is full; so what waits stays small.
package struct JobLine<Value: Sendable>: ~Copyable {
    private let length: Int
    private let receive: (Value) throws -> Void
    private var tickets: [Ticket<Value>] = []

    /// An empty line.
    ///
    /// - Parameters:
    ///   - length: How many results may wait; by default twice as many as there are processors.
    ///   - receive: Takes the results, on the thread that adds jobs.
    package init(length: Int? = nil, receive: @escaping (Value) throws -> Void) {
        self.length = length ?? 2 * Processors.count
        self.receive = receive
    }

    /// Whoever gives up waits for what is under way, and for nothing else.
    deinit {
        for ticket in tickets { ticket.cancel() }
        for ticket in tickets { ticket.wait() }
    }

    /// Adds a job to the line's end.
    ///
    /// - Throws: what an earlier job threw, or whoever receives.
    package mutating func add(_ job: @escaping @Sendable () throws -> Value) throws {
        try makeRoom()
        let ticket = Ticket<Value>()
        tickets.append(ticket)
        JobQueue.all.async { ticket.settle(job) }
    }

    /// Adds a job that begins when those are done that were added to the same chain before.
    package mutating func add(to chain: JobChain, _ job: @escaping @Sendable () throws -> Value) throws {
        try makeRoom()
        let ticket = Ticket<Value>()
        tickets.append(ticket)
        chain.queue.async { ticket.settle(job) }
    }

    /// Adds what needs no job.
    package mutating func add(_ value: Value) throws {
        if tickets.isEmpty { return try receive(value) }
        try makeRoom()
        let ticket = Ticket<Value>()
        ticket.settle { value }
        tickets.append(ticket)
    }

    /// Hands on everything that was added.
    package mutating func finish() throws {
        while !tickets.isEmpty { try receive(try tickets.removeFirst().result()) }
    }

    private mutating func makeRoom() throws {
        while tickets.first?.isSettled == true || tickets.count >= length {
            try receive(try tickets.removeFirst().result())
        }
    }
}

/// Jobs of which each begins when the one before is done, on a thread of their own: whoever waits for them may be a job.
package final class JobChain: Sendable {
    fileprivate let queue = DispatchQueue(label: "notebundle.chain")

    /// A chain of no jobs.
    package init() {}

    /// Adds a job whose result nobody waits for.
    package func add(_ job: @escaping @Sendable () -> Void) { queue.async(execute: job) }
}

private enum JobQueue {
    static let all = DispatchQueue(label: "notebundle.jobs", attributes: .concurrent)
}

/// A job's result to come.
private final class Ticket<Value: Sendable>: Sendable {
    private let isDone = DispatchSemaphore(value: 0)
    private let state = Mutex<State>(.open)

    private enum State {
        case open
        case cancelled
        case settled(Result<Value, any Error>)
    }

    func settle(_ job: () throws -> Value) {
        defer { isDone.signal() }
        if case .cancelled = state.withLock({ $0 }) { return }
        let result = Result(catching: job)
        state.withLock { $0 = .settled(result) }
    }

    func cancel() {
        state.withLock { if case .open = $0 { $0 = .cancelled } }
    }

    func wait() { isDone.wait() }

    var isSettled: Bool { if case .settled = state.withLock({ $0 }) { true } else { false } }

    func result() throws -> Value {
        isDone.wait()
        guard case .settled(let result) = state.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}
