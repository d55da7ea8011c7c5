import Foundation
import Testing

@testable import Cores

/// Threads are counted, so that one of these tests runs at a time.
@Suite(.serialized, .enabled(if: Threads.count != nil, "this system does not count threads")) struct `Threads end` {
    @Test func `when somebody has waited for their jobs, even while the jobs are held`() {
        #expect(
            Threads.areLetGo {
                let jobs = OrderedJobs<Int>(width: 3)
                for number in 0..<4 { jobs.add { number } }
                jobs.wait()
                return jobs
            })
    }

    @Test func `when nobody holds their jobs, although nobody has waited for them`() {
        #expect(
            Threads.areLetGo {
                let jobs = OrderedJobs<Void>(width: 3)
                let done = DispatchSemaphore(value: 0)
                jobs.add { done.signal() }
                done.wait()
                // The other thread finds nobody, and ends, unless it has begun before.
                usleep(3_000)
            })
    }

    @Test func `when a line is over`() {
        #expect(
            Threads.areLetGo {
                var line = JobQueue<Int> { _ in }
                for number in 0..<4 { try? line.add { number } }
                try? line.finish()
            })
    }

    @Test func `when nobody holds a chain`() {
        #expect(
            Threads.areLetGo {
                let chain = JobChain()
                let done = DispatchSemaphore(value: 0)
                chain.add { done.signal() }
                done.wait()
            })
    }
}
