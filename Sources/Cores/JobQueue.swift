/// A queue of jobs that run on all cores; their results are delivered in the order of the jobs, while later ones still
/// run.
///
/// A single thread uses it, which waits for a result if the queue is full, so that the queue stays short. If the system
/// gives no threads, that thread runs the jobs.
package struct JobQueue<Value: Sendable>: ~Copyable {
    private let length: Int
    private let receive: (Value) throws -> Void
    private let pool = JobPool(width: Processors.count)
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
        pool.end(dropping: true)
        for place in places { place.ticket?.wait() }
    }

    /// Adds a job to the end of the queue.
    ///
    /// - Throws: what an earlier job threw, or the receiver throws.
    package mutating func add(_ job: @escaping @Sendable () throws -> Value) throws {
        try makeRoom()
        let ticket = Ticket(BackgroundJob.piece(job))
        places.append(.job(ticket))
        // Without threads, the job runs when its result is wanted.
        _ = pool.add { ticket.run() }
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
