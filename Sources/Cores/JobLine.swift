import Dispatch
import Synchronization

/// A line of jobs that are done on all cores, whose results are handed on in the order in which the jobs came, while
/// later ones are still under way.
///
/// It is used by one thread, which waits for a result where the line is full; so what waits stays small. Where the
/// system gives no threads, that one does the jobs.
package struct JobLine<Value: Sendable>: ~Copyable {
    private let length: Int
    private let receive: (Value) throws -> Void
    private let helpers = Helpers<Value>()
    private var places: [Slot] = []

    private enum Slot {
        case value(Value)
        case job(Ticket<Value>)
        /// One that waits for the job before it in a chain.
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

    /// An empty line.
    ///
    /// - Parameters:
    ///   - length: How many results may wait; by default twice as many as there are processors.
    ///   - receive: Takes the results, on the thread that adds jobs.
    package init(length: Int? = nil, receive: @escaping (Value) throws -> Void) {
        self.length = length ?? 2 * Processors.count
        self.receive = receive
    }

    /// Giving up waits only for what is under way.
    deinit {
        for place in places { place.ticket?.cancel() }
        helpers.end()
        for place in places { place.ticket?.wait() }
    }

    /// Adds a job to the line's end.
    ///
    /// - Throws: what an earlier job threw, or the receiver throws.
    package mutating func add(_ job: @escaping @Sendable () throws -> Value) throws {
        try makeRoom()
        let ticket = Ticket(job)
        places.append(.job(ticket))
        helpers.add(ticket)
    }

    /// Adds a job that begins when those are done that were added to the same chain before.
    package mutating func add(to chain: JobChain, _ job: @escaping @Sendable () throws -> Value) throws {
        try makeRoom()
        let ticket = Ticket(job)
        places.append(.chained(ticket))
        chain.add { ticket.run() }
    }

    /// Adds what needs no job.
    package mutating func add(_ value: Value) throws {
        if places.isEmpty { return try receive(value) }
        try makeRoom()
        places.append(.value(value))
    }

    /// Hands on everything that was added.
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
            // Nobody has come to it yet.
            ticket.run()
            try receive(try ticket.result())
        case .chained(let ticket): try receive(try ticket.result())
        }
    }
}

/// The threads that do the jobs of a line, as many as there are processors and as the system gives.
private final class Helpers<Value: Sendable>: Sendable {
    private struct State {
        var waiting: [Ticket<Value>] = []
        var count = 0
        var isRefused = false
        var isOver = false
    }

    private let state = Mutex(State())
    /// Is signalled when a job waits, or none will any more.
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

    /// Lets the threads go.
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
