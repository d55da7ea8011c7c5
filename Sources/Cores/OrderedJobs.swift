import Dispatch
import Synchronization

/// Jobs that are done on all cores, with their results in the order in which they were given.
///
/// Only so many wait at a time, so that what they hold stays small.
package final class OrderedJobs<Value: Sendable>: Sendable {
    private let queue = DispatchQueue(label: "notebundle.jobs", attributes: .concurrent)
    private let group = DispatchGroup()
    private let room: DispatchSemaphore
    private let results = Mutex<[Int: Result<Value, any Error>]>([:])
    private let count = Mutex(0)

    /// A place for jobs; by default as many are done at once as there are cores.
    package init(width: Int? = nil) {
        room = DispatchSemaphore(value: max(1, width ?? Processors.count))
    }

    /// Adds a job, when there is room for it.
    package func add(_ job: @escaping @Sendable () throws -> Value) {
        let index = count.withLock { count in
            defer { count += 1 }
            return count
        }
        room.wait()
        queue.async(group: group) { [self] in
            let result = Result(catching: job)
            results.withLock { $0[index] = result }
            room.signal()
        }
    }

    /// Waits for all jobs, and gives what they gave.
    ///
    /// - Throws: what the first of them threw, in the order in which they were given.
    package func values() throws -> [Value] {
        group.wait()
        let done = results.withLock { $0 }
        return try (0..<count.withLock { $0 }).compactMap { try done[$0]?.get() }
    }

    /// Waits for all jobs, whatever they give.
    package func wait() { group.wait() }
}
