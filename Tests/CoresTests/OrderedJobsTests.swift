import Foundation
import Testing

@testable import Cores

struct `Jobs on all cores` {
    @Test(arguments: [1, 2, 8])
    func `give their results in the order in which they were added`(width: Int) throws {
        let results = Record<Int>()
        let isDone = finishes {
            let jobs = OrderedJobs<Int>(width: width)
            for number in 0..<300 {
                jobs.add {
                    usleep(UInt32(number * 7919 % 300))
                    return number
                }
            }
            for number in (try? jobs.values()) ?? [] { results.append(number) }
        }
        #expect(isDone && results.values == Array(0..<300))
    }

    @Test(arguments: [0, 1, 6, 7, 8, 1_000])
    func `map an array in its order, and throw for the first element that fails`(count: Int) throws {
        let numbers = Array(0..<count)
        #expect(try numbers.mappedOnAllCores(atOnce: 7) { $0 * 2 } == numbers.map { $0 * 2 })
        let thrown = Record<Int>()
        do {
            _ = try numbers.mappedOnAllCores(atOnce: 2) { number in
                if number >= 5 { throw Failure(number: number) }
                return number
            }
        } catch {
            thrown.append((error as? Failure)?.number ?? -1)
        }
        #expect(thrown.values == (count > 5 ? [5] : []))
    }

    @Test func `throw what the first of them threw, not what was thrown first`() {
        let thrown = Record<Int>()
        let isDone = finishes {
            let jobs = OrderedJobs<Int>(width: 4)
            for number in 0..<20 {
                jobs.add {
                    if number == 3 { usleep(20_000) }
                    if [3, 4, 15].contains(number) { throw Failure(number: number) }
                    return number
                }
            }
            do { _ = try jobs.values() } catch { thrown.append((error as? Failure)?.number ?? -1) }
        }
        #expect(isDone && thrown.values == [3])
    }

    @Test func `run side by side, also after many that had a weight`() {
        let met = Record<Bool>()
        let isDone = finishes {
            let jobs = OrderedJobs<Bool>(width: 2, most: 12)
            for _ in 0..<100 { jobs.add(weight: 6) { true } }
            jobs.wait()
            let pair = OrderedJobs<Bool>(width: 2, most: 12)
            for _ in 0..<100 { pair.add(weight: 6) { true } }
            // The last has room beside the first and one that is still running: this thread would otherwise run the first.
            for (weight, job) in zip([6, 0], Meeting().jobs) { pair.add(weight: weight, job) }
            for value in (try? pair.values()) ?? [] { met.append(value) }
        }
        #expect(isDone && met.values == Array(repeating: true, count: 102))
    }

    @Test(arguments: [1, 2, 3])
    func `are no more at once than was said`(width: Int) {
        let (running, unfinished) = (Counter(), Counter())
        let isDone = finishes {
            let jobs = OrderedJobs<Void>(width: width)
            for _ in 0..<100 {
                unfinished.add(1)
                jobs.add {
                    running.add(1)
                    usleep(500)
                    running.add(-1)
                    unfinished.add(-1)
                }
            }
            jobs.wait()
        }
        #expect(isDone && running.now == 0 && unfinished.now == 0)
        #expect(running.highest <= width)
        // One more is counted here before there is room for it.
        #expect(unfinished.highest <= 2 * width + 1)
    }

    @Test func `weigh no more together than was said, but one alone`() {
        let unfinished = Counter()
        let isDone = finishes {
            let jobs = OrderedJobs<Void>(width: 4, most: 10)
            for weight in [6, 6, 6, 20, 6, 6, 6, 6] {
                jobs.add(weight: weight) {
                    usleep(5_000)
                    unfinished.add(-1)
                }
                // Counted when there was room for it.
                unfinished.add(1)
            }
            jobs.wait()
        }
        #expect(isDone && unfinished.now == 0 && unfinished.highest <= 1)
    }
}
