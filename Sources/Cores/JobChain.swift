/// Jobs that run one after the other on a separate thread, so that other jobs can wait for them.
///
/// If the system gives no threads, the caller runs each job at once.
package final class JobChain: Sendable {
    private let pool = JobPool(width: 1)

    /// Makes an empty chain.
    package init() {}

    /// Jobs that were added still run.
    deinit { pool.end(dropping: false) }

    /// Adds a job without waiting for its result.
    package func add(_ job: @escaping @Sendable () -> Void) {
        if !pool.add(job) { job() }
    }
}
