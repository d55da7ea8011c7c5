import Foundation
import Synchronization
import Testing

@testable import Cores

struct `A job aside` {
    private struct Problem: Error {}

    @Test func `is done once, and its result can be had again`() throws {
        let count = Mutex(0)
        let job = Aside {
            count.withLock { $0 += 1 }
            return 7
        }
        #expect(try job.result() == 7)
        #expect(try job.result() == 7 && count.withLock { $0 } == 1)
    }

    @Test func `throws what it threw`() {
        let job = Aside { () throws -> Int in throw Problem() }
        #expect(throws: Problem.self) { try job.result() }
    }

    @Test(.enabled(if: Processors.count > 1, "there is one processor"))
    func `runs beside the thread that began it, which waits for it even if nobody wants the result`() {
        let begun = DispatchSemaphore(value: 0)
        let ended = Mutex(false)
        do {
            let job = Aside {
                begun.signal()
                for _ in 0..<1000 { usleep(10) }
                ended.withLock { $0 = true }
            }
            let hasBegun = withExtendedLifetime(job) { begun.wait(timeout: .now() + 30) == .success }
            #expect(hasBegun && !ended.withLock { $0 })
        }
        #expect(ended.withLock { $0 })
    }
}
