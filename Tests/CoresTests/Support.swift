import Foundation
import Synchronization

@testable import Cores

/// Whether something comes to its end; what waits for ever fails a test instead of stopping all of them.
func finishes(_ body: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        body()
        done.signal()
    }
    return done.wait(timeout: .now() + 180) == .success
}

/// A number that several threads change, and the highest that it was.
final class Counter: Sendable {
    private let state = Mutex((now: 0, highest: 0))

    var now: Int { state.withLock { $0.now } }
    var highest: Int { state.withLock { $0.highest } }

    func add(_ number: Int) {
        state.withLock { state in
            state.now += number
            state.highest = max(state.highest, state.now)
        }
    }
}

/// What several threads write down, in the order in which they do.
final class Record<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    var values: [Value] { state.withLock { $0 } }

    func append(_ value: Value) { state.withLock { $0.append(value) } }
}

/// A place where two jobs meet, which only jobs do that run side by side.
final class Meeting: Sendable {
    private let first = DispatchSemaphore(value: 0)
    private let second = DispatchSemaphore(value: 0)

    /// The jobs, each of which says whether it met the other.
    var jobs: [@Sendable () throws -> Bool] {
        [
            { [first, second] in
                first.signal()
                return second.wait(timeout: .now() + 60) == .success
            },
            { [first, second] in
                second.signal()
                return first.wait(timeout: .now() + 60) == .success
            },
        ]
    }
}

enum Threads {
    /// How many this process has; `nil` where the system does not say.
    static var count: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }

    /// Whether uses of something, by default very many, leave few threads behind, while what they give is still held.
    ///
    /// Other tests run meanwhile, and have some as well.
    static func areLetGo<Held: Sendable>(uses: Int = 400, after use: @escaping @Sendable () -> Held) -> Bool {
        guard let before = count else { return false }
        let held = Record<Held>()
        let isDone = finishes { for _ in 0..<uses { held.append(use()) } }
        // What was told to end takes a moment for it.
        for _ in 0..<1_000 where (count ?? 0) > before + 200 { usleep(10_000) }
        return withExtendedLifetime(held) { isDone && (count ?? 0) <= before + 200 }
    }
}

/// A failure with a number.
struct Failure: Error, Equatable {
    let number: Int
}
