package import Dispatch
import Synchronization

/// The messages that were read and not handled yet, and the requests among them that were taken back.
package final class MessageQueue: Sendable {
    private struct State {
        var messages: [IncomingMessage] = []
        var cancelled: Set<MessageID> = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    private static let mostCancelled = 10_000

    /// An empty queue.
    package init() {}

    /// Adds a message; a cancellation takes effect at once, before the messages that wait.
    package func add(_ message: IncomingMessage) {
        if case .notification("$/cancelRequest", let params) = message {
            guard let id = MessageID(params["id"]) else { return }
            state.withLock { state in
                // A client that takes back what was answered long ago fills no memory.
                if state.cancelled.count >= Self.mostCancelled { state.cancelled = [] }
                state.cancelled.insert(id)
            }
            return
        }
        state.withLock { $0.messages.append(message) }
        signal.signal()
    }

    /// Records that no more messages come.
    package func end() {
        state.withLock { $0.hasEnded = true }
        signal.signal()
    }

    /// Whether the client took a request back.
    package func isCancelled(_ id: MessageID) -> Bool { state.withLock { $0.cancelled.contains(id) } }

    /// Forgets a request that was answered.
    package func forget(_ id: MessageID) { _ = state.withLock { $0.cancelled.remove(id) } }

    /// What comes next.
    package enum Next: Sendable {
        /// A message.
        case message(IncomingMessage)
        /// Nothing came in time.
        case nothing
        /// The stream has ended.
        case end
    }

    /// Waits for the next message.
    package func next(until deadline: DispatchTime) -> Next {
        guard signal.wait(timeout: deadline) == .success else { return .nothing }
        return state.withLock { state in
            guard !state.messages.isEmpty else { return state.hasEnded ? .end : .nothing }
            return .message(state.messages.removeFirst())
        }
    }
}
