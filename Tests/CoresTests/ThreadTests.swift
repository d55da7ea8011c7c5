import Foundation
import Testing

@testable import Cores

struct `A thread that is done` {
    @Test func `takes the next job, and none that is given to another`() {
        let jobs = 1_000
        let (done, numbers) = (DispatchSemaphore(value: 0), Record<Int>())
        let ends = finishes {
            for number in 0..<jobs {
                let isStarted = SystemThread.start {
                    numbers.append(number)
                    done.signal()
                }
                #expect(isStarted)
                #expect(done.wait(timeout: .now() + 60) == .success)
            }
        }
        #expect(ends && numbers.values == Array(0..<jobs))
    }

    @Test func `leaves a job to another thread while its own lasts`() {
        let meeting = Meeting()
        let (met, done) = (Record<Bool>(), DispatchSemaphore(value: 0))
        for _ in 0..<50 {
            for job in meeting.jobs {
                #expect(
                    SystemThread.start {
                        met.append((try? job()) == true)
                        done.signal()
                    })
            }
            for _ in 0..<2 { #expect(done.wait(timeout: .now() + 60) == .success) }
        }
        #expect(met.values == Array(repeating: true, count: 100))
    }

    @Test func `gives up what its job held`() {
        final class Held: Sendable {}
        let done = DispatchSemaphore(value: 0)
        weak var held: Held?
        do {
            let new = Held()
            held = new
            #expect(
                SystemThread.start {
                    withExtendedLifetime(new) {}
                    done.signal()
                })
            #expect(done.wait(timeout: .now() + 60) == .success)
        }
        for _ in 0..<1_000 where held != nil { usleep(10_000) }
        #expect(held == nil)
    }

    /// The moment at which a thread gives up waiting is the one at which it might miss a job.
    @Test func `misses no job that comes when it ends`() {
        let done = DispatchSemaphore(value: 0)
        for round in 0..<6 {
            for _ in 0..<40 { #expect(SystemThread.start { done.signal() }) }
            for _ in 0..<40 { #expect(done.wait(timeout: .now() + 60) == .success) }
            usleep(499_000 + UInt32(round) * 500)
        }
    }

    @Test(.enabled(if: Threads.count != nil, "this system does not count threads"))
    func `is one of few, however many jobs follow one another`() {
        let done = DispatchSemaphore(value: 0)
        let threads = Record<String?>()
        for _ in 0..<400 {
            #expect(
                SystemThread.start {
                    threads.append(try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
                    done.signal()
                })
            #expect(done.wait(timeout: .now() + 60) == .success)
        }
        #expect(!threads.values.contains(nil) && Set(threads.values).count < 100)
    }
}

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

    @Test func `when nobody has needed them for a while`() {
        let (start, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        #expect(
            Threads.areLetGo(uses: 1) {
                let job: @Sendable () -> Void = {
                    start.wait()
                    done.signal()
                }
                let started = (0..<400).count { _ in SystemThread.start(job) }
                for _ in 0..<started { start.signal() }
                for _ in 0..<started { done.wait() }
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
