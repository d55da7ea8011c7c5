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
