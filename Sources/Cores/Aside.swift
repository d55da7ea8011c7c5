/// A job that another thread does while this one goes on.
///
/// If the system gives no thread, the one that wants the result does the job.
package final class Aside<Value: Sendable>: Sendable {
    private let ticket: Ticket<Value>

    /// Begins a job.
    package init(_ job: @escaping @Sendable () throws -> Value) {
        let ticket = Ticket(job)
        self.ticket = ticket
        guard Processors.count > 1 else { return }
        _ = SystemThread.start { ticket.run() }
    }

    /// Waits for a job that runs.
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
