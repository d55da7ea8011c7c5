import CSystem
import Synchronization

/// Jobs that run on all cores, with their results in the order in which the jobs were added.
///
/// Both the number of waiting jobs and their memory are limited. The thread that adds jobs runs some of them, so that
/// all are done even if the system gives no threads.
package final class OrderedJobs<Value: Sendable>: Sendable {
    /// The results, `nil` where a job is not done; waiting jobs hold them, and not the list in which they wait.
    private final class Results: Sendable {
        let values = Mutex<[Result<Value, any Error>?]>([])
    }

    private let results = Results()
    private let jobs: WeighedJobs

    /// Makes an empty list of jobs.
    ///
    /// - Parameters:
    ///   - width: How many jobs run at once; by default the number of cores.
    ///   - most: The maximum total weight of unfinished jobs, unless there is only one.
    package init(width: Int? = nil, most: Int = .max) {
        jobs = WeighedJobs(width: max(1, width ?? Processors.count), most: most)
    }

    /// Adds a job, once there is room for it.
    ///
    /// - Parameter weight: How many bytes it reads.
    package func add(weight: Int = 0, _ job: @escaping @Sendable () throws -> Value) {
        let (job, results) = (BackgroundJob.piece(job), results)
        let index = results.values.withLock { values in
            values.append(nil)
            return values.count - 1
        }
        jobs.add(weight: weight) {
            let result = Result(catching: job)
            results.values.withLock { $0[index] = result }
        }
    }

    /// Waits for all jobs, and returns their results.
    ///
    /// - Throws: the first error, in the order in which the jobs were added.
    package func values() throws -> [Value] {
        wait()
        let done = results.values.withLock { values in
            defer { values = [] }
            return values
        }
        var values: [Value] = []
        values.reserveCapacity(done.count)
        for case let result? in done { values.append(try result.get()) }
        return values
    }

    /// Waits for all jobs, and ignores their results.
    package func wait() { jobs.wait() }
}

extension Array where Element: Sendable {
    /// Makes a value of each element on all cores, in their order.
    ///
    /// Inlinable, since it would otherwise treat each element as a value of an unknown type.
    ///
    /// - Parameter count: How many elements one job takes.
    /// - Throws: the first error, in the order of the elements.
    @inlinable
    package func mappedOnAllCores<Value: Sendable>(
        atOnce count: Int, _ make: @escaping @Sendable (Element) throws -> Value
    ) throws -> [Value] {
        try piecesOnAllCores(of: count) { try $0.map(make) }.flatMap(\.self)
    }

    /// Makes a value of each piece on all cores, in their order.
    ///
    /// - Parameter count: How many elements a piece has.
    /// - Throws: the first error, in the order of the pieces.
    @usableFromInline
    package func piecesOnAllCores<Value: Sendable>(
        of count: Int, _ make: @escaping @Sendable (ArraySlice<Element>) throws -> Value
    ) throws -> [Value] {
        guard self.count > count else { return isEmpty ? [] : [try make(self[...])] }
        let jobs = OrderedJobs<Value>()
        for start in stride(from: 0, to: self.count, by: count) {
            let piece = self[start..<Swift.min(start + count, self.count)]
            jobs.add { try make(piece) }
        }
        return try jobs.values()
    }
}

/// The processors that this process may use.
package enum Processors {
    /// Their number, at least one.
    package static let count = max(1, Int(csystem_processors()))
}
