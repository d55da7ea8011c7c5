import Synchronization

/// A value that is made when it is first asked for, by whichever thread.
final class Lazy<Value: Sendable>: Sendable {
    private enum State {
        case made(Value)
        case open(@Sendable () -> Value)
    }

    private let state: Mutex<State>

    init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.open(make)) }

    var value: Value {
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
