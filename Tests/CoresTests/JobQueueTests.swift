import Foundation
import Testing

@testable import Cores

struct `A line of jobs` {
    @Test func `hands on results and values in the order in which they came`() {
        let received = Record<Int>()
        let isDone = finishes {
            var line = JobQueue<Int> { received.append($0) }
            for number in 0..<300 {
                if number % 3 == 2 {
                    try? line.add(number)
                } else {
                    try? line.add {
                        usleep(UInt32(number * 7919 % 300))
                        return number
                    }
                }
            }
            try? line.finish()
        }
        #expect(isDone && received.values == Array(0..<300))
    }

    @Test func `runs jobs side by side, also with whoever adds them`() {
        let met = Record<Bool>()
        let isDone = finishes {
            var line = JobQueue<Bool> { met.append($0) }
            for job in Meeting().jobs { try? line.add(job) }
            try? line.finish()
        }
        #expect(isDone && met.values == [true, true])
    }

    @Test func `holds no more than its length`() {
        let outstanding = Counter()
        let isDone = finishes {
            let manyAreThere = DispatchSemaphore(value: 0)
            var line = JobQueue<Int>(length: 4) { _ in outstanding.add(-1) }
            for number in 0..<20 {
                try? line.add {
                    // The first takes a while, unless the others are added meanwhile.
                    if number == 0 { _ = manyAreThere.wait(timeout: .now() + 0.3) }
                    return number
                }
                outstanding.add(1)
            }
            manyAreThere.signal()
            try? line.finish()
        }
        #expect(isDone && outstanding.now == 0 && outstanding.highest <= 4)
    }

    @Test func `throws what a job threw, when its turn comes`() {
        let received = Record<Int>()
        let thrown = Record<Int>()
        let isDone = finishes {
            var line = JobQueue<Int>(length: 100) { received.append($0) }
            do {
                for number in 0..<10 {
                    try line.add {
                        if number == 4 { throw Failure(number: number) }
                        return number
                    }
                }
                try line.finish()
            } catch {
                thrown.append((error as? Failure)?.number ?? -1)
            }
        }
        #expect(isDone && received.values == [0, 1, 2, 3] && thrown.values == [4])
    }

    @Test func `that is given up waits for what is under way, and for nothing else`() {
        let (running, done, left) = (Counter(), Counter(), Record<Int>())
        let isDone = finishes {
            var line = JobQueue<Int>(length: 1_000) { _ in }
            for number in 0..<500 {
                try? line.add {
                    running.add(1)
                    usleep(20_000)
                    running.add(-1)
                    done.add(1)
                    return number
                }
            }
            // At least one has begun.
            while running.now == 0, done.now == 0 { usleep(100) }
            _ = consume line
            left.append(running.now)
        }
        #expect(isDone && left.values == [0] && done.now >= 1 && done.now < 250)
    }
}
