import Foundation
import Testing

@testable import Cores

struct `A chain of jobs` {
    @Test func `does each job once, one behind the other`() {
        let (running, done) = (Counter(), Record<Int>())
        let isDone = finishes {
            let allAreThere = DispatchSemaphore(value: 0)
            let last = DispatchSemaphore(value: 0)
            let chain = JobChain()
            for number in 0..<50 {
                chain.add {
                    running.add(1)
                    if number == 0 { _ = allAreThere.wait(timeout: .now() + 10) }
                    done.append(number)
                    running.add(-1)
                    if number == 49 { last.signal() }
                }
            }
            allAreThere.signal()
            last.wait()
        }
        #expect(isDone && done.values == Array(0..<50) && running.highest == 1)
    }

    @Test func `is done although nobody holds it any more`() {
        let done = Record<Int>()
        let isDone = finishes {
            let last = DispatchSemaphore(value: 0)
            do {
                let chain = JobChain()
                for number in 0..<20 {
                    chain.add {
                        usleep(500)
                        done.append(number)
                        if number == 19 { last.signal() }
                    }
                }
            }
            last.wait()
        }
        #expect(isDone && done.values == Array(0..<20))
    }

    @Test func `can be what a line waits for`() {
        let received = Record<Int>()
        let isDone = finishes {
            let chain = JobChain()
            var line = JobQueue<Int> { received.append($0) }
            for number in 0..<100 {
                if number % 2 == 0 {
                    try? line.add(to: chain) { number }
                } else {
                    try? line.add { number }
                }
            }
            try? line.finish()
        }
        #expect(isDone && received.values == Array(0..<100))
    }
}
