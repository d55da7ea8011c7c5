import Dispatch
import Synchronization

/// A queue of jobs that run on all cores; their results are delivered in the order of the jobs, while later ones still
/// run.
///
/// A single thread uses it, which waits for a result if the queue is full, so that the queue stays short. If the system
/// gives no threads, that thread runs the jobs.
package struct JobQueue<Value: Sendable>: ~Copyable {
    private let length: Int
    private let receive: (Value) throws -> Void
    private let helpers = Helpers<Value>()
    private var places: [Slot] = []

    private enum Slot {
        case value(Value)
        case job(Ticket<Value>)
        /// A job that waits for the previous one in a chain.
        case chained(Ticket<Value>)

        var isSettled: Bool {
            switch self {
            case .value: true
            case .job(let ticket), .chained(let ticket): ticket.isSettled
            }
        }

        var ticket: Ticket<Value>? {
            switch self {
            case .value: nil
            case .job(let ticket), .chained(let ticket): ticket
            }
        }
    }

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - length: How many results may wait; by default twice the number of processors.
    ///   - receive: Receives the results, on the thread that adds jobs.
    package init(length: Int? = nil, receive: @escaping (Value) throws -> Void) {
        self.length = length ?? 2 * Processors.count
        self.receive = receive
    }

    /// Cancels waiting jobs, and waits only for running ones.
    deinit {
        for place in places { place.ticket?.cancel() }
        helpers.end()
        for place in places { place.ticket?.wait() }
    }

    /// Adds a job to the end of the queue.
    ///
    /// - Throws: what an earlier job threw, or the receiver throws.
    package mutating func add(_ job: @escaping @Sendable () throws -> Value) throws {
        try makeRoom()
        let ticket = Ticket(BackgroundJob.piece(job))
        places.append(.job(ticket))
        helpers.add(ticket)
    }

    /// Adds a job that starts after all jobs added to the same chain before.
    package mutating func add(to chain: JobChain, _ job: @escaping @Sendable () throws -> Value) throws {
        try makeRoom()
        let ticket = Ticket(BackgroundJob.piece(job))
        places.append(.chained(ticket))
        chain.add { ticket.run() }
    }

    /// Adds a result that needs no job.
    package mutating func add(_ value: Value) throws {
        if places.isEmpty { return try receive(value) }
        try makeRoom()
        places.append(.value(value))
    }

    /// Delivers the results of all added jobs.
    package mutating func finish() throws {
        while !places.isEmpty { try passOn() }
    }

    private mutating func makeRoom() throws {
        while places.first?.isSettled == true || places.count >= length { try passOn() }
    }

    private mutating func passOn() throws {
        switch places.removeFirst() {
        case .value(let value): try receive(value)
        case .job(let ticket):
            // No thread has started it yet.
            ticket.run()
            try receive(try ticket.result())
        case .chained(let ticket): try receive(try ticket.result())
        }
    }
}

/// The threads that run the jobs: one for each processor if the system allows.
private final class Helpers<Value: Sendable>: Sendable {
    private struct State {
        var waiting: [Ticket<Value>] = []
        var count = 0
        var isRefused = false
        var isOver = false
    }

    private let state = Mutex(State())
    /// Signalled when a job is waiting, or when no more will come.
    private let work = DispatchSemaphore(value: 0)

    func add(_ ticket: Ticket<Value>) {
        let isPassedOn = state.withLock { state in
            if state.count < Processors.count, !state.isRefused {
                state.isRefused = !SystemThread.start { self.run() }
                if !state.isRefused { state.count += 1 }
            }
            guard state.count > 0 else { return false }
            state.waiting.append(ticket)
            return true
        }
        if isPassedOn { work.signal() }
    }

    /// Ends the threads.
    func end() {
        let count = state.withLock { state in
            state.isOver = true
            state.waiting = []
            return state.count
        }
        for _ in 0..<count { work.signal() }
    }

    private func run() {
        while true {
            work.wait()
            let ticket = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            ticket?.run()
            if ticket == nil, state.withLock({ $0.isOver }) { return }
        }
    }
}

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
