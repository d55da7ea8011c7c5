import Synchronization

/// A value that is computed when it is first needed, on any thread.
package final class Lazy<Value: Sendable>: Sendable {
    private enum State {
        case made(Value)
        case open(@Sendable () -> Value)
    }

    private let state: Mutex<State>

    package init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.open(make)) }

    package var value: Value {
        state.withLock { state in
            switch state {
            case .made(let value): return value
            case .open(let make):
                let value = make()
                state = .made(value)
                return value
            }
        }
    }
}
