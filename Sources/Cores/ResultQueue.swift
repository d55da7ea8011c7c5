/// A queue of jobs that run on all cores; their results are taken in the order of the jobs, as they come.
///
/// A single thread uses it. Few jobs are ahead of the results that are taken, as in a `JobQueue`.
package struct ResultQueue<Value: Sendable>: ~Copyable {
    /// The results that nobody has taken yet.
    final class Ready { var values: [Value] = [] }

    private let ready: Ready
    private var jobs: JobQueue<Value>

    /// Makes an empty queue.
    package init() {
        let ready = Ready()
        self.ready = ready
        jobs = JobQueue { ready.values.append($0) }
    }

    /// Adds a job to the end of the queue, and takes the results that are there.
    ///
    /// - Throws: what an earlier job threw.
    package mutating func add(_ job: @escaping @Sendable () throws -> Value) throws -> [Value] {
        try jobs.add(job)
        return taken()
    }

    /// Takes the results of all jobs.
    ///
    /// - Throws: what a job threw.
    package mutating func finish() throws -> [Value] {
        try jobs.finish()
        return taken()
    }

    private func taken() -> [Value] {
        defer { ready.values = [] }
        return ready.values
    }
}
