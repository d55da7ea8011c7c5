import Dispatch
import Testing

@testable import Cores

/// Jobs that tasks wait for; one test at a time, since all share the threads.
@Suite(.serialized) struct `A background job` {
    /// Waits until a condition holds, at most a minute.
    private static func eventually(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<6000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        return condition()
    }

    @Test func `gives its result or its error`() async throws {
        #expect(try await BackgroundJob.run { 7 } == 7)
        await #expect(throws: Failure.self) { try await BackgroundJob.run { throw Failure(number: 1) } }
    }

    @Test func `does not keep others from running while it waits`() async throws {
        let others = DispatchSemaphore(value: 0)
        let waiting = Counter()
        let jobs = (0..<100).map { _ in
            Task {
                try await BackgroundJob.run {
                    waiting.add(1)
                    return try BackgroundJob.wait(for: others)
                }
            }
        }
        #expect(try await Self.eventually { waiting.now == 100 })
        #expect(try await BackgroundJob.run { 7 } == 7)
        for _ in jobs { others.signal() }
        for job in jobs { #expect(try await job.value) }
    }

    @Test func `works with no more than 64 threads, and ends at once if it is cancelled before it begins`() async {
        // In a process of its own, since other tests hold some of the threads.
        await #expect(processExitsWith: .success) {
            let end = DispatchSemaphore(value: 0)
            let working = Counter()
            let jobs = (0..<80).map { _ in
                Task {
                    try await BackgroundJob.run {
                        working.add(1)
                        end.wait()
                    }
                }
            }
            #expect(try await Self.eventually { working.now == 64 })
            let late = Task { try await BackgroundJob.run { working.add(1000) } }
            try await Task.sleep(for: .milliseconds(50))
            late.cancel()
            await #expect(throws: CancellationError.self) { try await late.value }
            #expect(working.now == 64)
            for _ in jobs { end.signal() }
            for job in jobs { try await job.value }
            #expect(working.now == 80)
        }
    }

    @Test func `stops at the next piece of its work, whoever does it, and whatever becomes of the error`() async throws
    {
        let isCancelled = DispatchSemaphore(value: 0)
        let done = Counter()
        let hasBegun = Counter()
        let job = Task {
            try await BackgroundJob.run {
                hasBegun.add(1)
                isCancelled.wait()
                let pieces = OrderedJobs<Void>()
                for _ in 0..<100 { pieces.add { done.add(1) } }
                // Swallows the error, as code does that can do without a result.
                return (try? pieces.values())?.count ?? 0
            }
        }
        #expect(try await Self.eventually { hasBegun.now == 1 })
        job.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await job.value }
        #expect(done.now == 0)
    }

    @Test func `keeps its result if nothing noticed the cancellation`() async throws {
        let isCancelled = DispatchSemaphore(value: 0)
        let hasBegun = Counter()
        let job = Task {
            try await BackgroundJob.run {
                hasBegun.add(1)
                isCancelled.wait()
                return 7
            }
        }
        #expect(try await Self.eventually { hasBegun.now == 1 })
        job.cancel()
        isCancelled.signal()
        #expect(try await job.value == 7)
    }

    @Test func `outside of which nothing is cancelled`() async throws {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try BackgroundJob.checkCancellation()
            return BackgroundJob.piece { 7 }
        }
        task.cancel()
        #expect(try await task.value() == 7)
    }
}
