import CSystem
import Dispatch
import Synchronization

/// Jobs that run on all cores, with their results in the order in which the jobs were added.
///
/// Both the number of waiting jobs and their memory are limited. The thread that adds jobs runs some of them, so that
/// all are done even if the system gives no threads.
package final class OrderedJobs<Value: Sendable>: Sendable {
    private typealias Job = (index: Int, weight: Int, run: @Sendable () throws -> Value)

    private struct State {
        /// The waiting jobs.
        ///
        /// A started job becomes `nil`, since it may hold a whole file.
        var waiting: [Job?] = []
        var firstWaiting = 0
        var running = 0
        /// How many threads of the pool run jobs, or will.
        var helping = 0
        /// The weight of waiting and running jobs.
        var weight = 0
        var count = 0
        var results: [Int: Result<Value, any Error>] = [:]
    }

    private let state = Mutex(State())
    private let width: Int
    private let most: Int
    /// The threads besides the one that adds jobs.
    private let pool: JobPool
    /// Signalled when a job is done.
    private let progress = DispatchSemaphore(value: 0)

    /// Makes an empty list of jobs.
    ///
    /// - Parameters:
    ///   - width: How many jobs run at once; by default the number of cores.
    ///   - most: The maximum total weight of unfinished jobs, unless there is only one.
    package init(width: Int? = nil, most: Int = .max) {
        self.width = max(1, width ?? Processors.count)
        self.most = most
        pool = JobPool(width: self.width - 1)
    }

    deinit { pool.end(dropping: true) }

    /// Adds a job, once there is room for it.
    ///
    /// - Parameter weight: How many bytes it reads.
    package func add(weight: Int = 0, _ job: @escaping @Sendable () throws -> Value) {
        let job = BackgroundJob.piece(job)
        while !hasRoom(for: weight) { help() }
        let isHelpWanted = state.withLock { state in
            state.waiting.append((state.count, weight, job))
            state.count += 1
            state.weight += weight
            guard state.helping < width - 1 else { return false }
            state.helping += 1
            return true
        }
        guard isHelpWanted else { return }
        // Nobody may hold the jobs any more when a thread has done one.
        let isGiven = pool.add { [weak self] in while self?.runNext() == true {} }
        if !isGiven { state.withLock { $0.helping -= 1 } }
    }

    /// Runs a waiting job on a thread of the pool; false if there is none, so that the thread is free.
    private func runNext() -> Bool {
        guard let job = next(orLeaving: true) else { return false }
        run(job)
        return true
    }

    /// Waits for all jobs, and returns their results.
    ///
    /// - Throws: the first error, in the order in which the jobs were added.
    package func values() throws -> [Value] {
        wait()
        let (done, count) = state.withLock { state in
            defer { state.results = [:] }
            return (state.results, state.count)
        }
        // A method of the range would look through all conformances of the program, four times.
        var values: [Value] = []
        values.reserveCapacity(count)
        for index in 0..<count { if let result = done[index] { values.append(try result.get()) } }
        return values
    }

    /// Waits for all jobs, and ignores their results.
    package func wait() {
        while state.withLock({ $0.running > 0 || $0.firstWaiting < $0.waiting.count }) { help() }
        pool.end(dropping: true)
    }

    private func hasRoom(for weight: Int) -> Bool {
        state.withLock { state in
            let unfinished = state.waiting.count - state.firstWaiting + state.running
            return unfinished == 0 || unfinished < 2 * width && state.weight + weight <= most
        }
    }

    /// Runs a waiting job, or waits until one is done.
    private func help() {
        if let job = next() { run(job) } else { progress.wait() }
    }

    private func next(orLeaving isHelping: Bool = false) -> Job? {
        state.withLock { state in
            guard state.firstWaiting < state.waiting.count else {
                if isHelping { state.helping -= 1 }
                return nil
            }
            let job = state.waiting[state.firstWaiting]
            state.waiting[state.firstWaiting] = nil
            state.firstWaiting += 1
            if state.firstWaiting >= 64 {
                state.waiting.removeFirst(state.firstWaiting)
                state.firstWaiting = 0
            }
            state.running += 1
            return job
        }
    }

    private func run(_ job: Job) {
        let result = Result(catching: job.run)
        state.withLock { state in
            state.results[job.index] = result
            state.running -= 1
            state.weight -= job.weight
        }
        progress.signal()
    }
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
