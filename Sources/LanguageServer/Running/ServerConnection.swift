import Cores
import Dispatch
import EditorWire
import NotebookBundle

/// A server that reads its messages from a stream, on a thread of its own, and handles one after the other.
package struct ServerConnection {
    /// How long the editor has to be quiet before findings are published.
    private static let quiet = DispatchTimeInterval.milliseconds(150)

    private let server: LanguageServer
    private let queue = MessageQueue()

    /// A connection of a server.
    package init(_ server: LanguageServer) { self.server = server }

    /// Handles messages until the client says `exit` or closes the stream; returns the status to end with.
    ///
    /// - Parameter read: Reads some bytes of the stream; none at its end.
    package func run(_ read: @escaping @Sendable () throws -> [UInt8]) -> Int32 {
        let queue = queue
        let isStarted = SystemThread.start { Self.read(read, into: queue) }
        guard isStarted else { return 1 }
        while server.exitStatus == nil {
            switch queue.next(until: server.owesFindings ? .now() + Self.quiet : .distantFuture) {
            case .message(let message):
                server.receive(message, isCancelled: queue.isCancelled)
                if case .request(let id, _, _) = message { queue.forget(id) }
            case .nothing:
                server.settle()
            case .end: return 1
            }
        }
        return server.exitStatus ?? 1
    }

    private static func read(_ read: () throws -> [UInt8], into queue: MessageQueue) {
        var frames = MessageFrames()
        defer { queue.end() }
        while let piece = try? read(), !piece.isEmpty {
            frames.add(piece)
            while let frame = frames.next() {
                switch frame {
                case .message(let bytes): queue.add(IncomingMessage(bytes))
                case .tooLong(let count):
                    let limit = MessageFrames.maximumBytes >> 20
                    queue.add(
                        .invalid(
                            nil, WireError(.invalidRequest, "a message of \(count) bytes is longer than \(limit) MiB")))
                case .badHeader:
                    queue.add(.invalid(nil, WireError(.parseError, "a header has no valid “Content-Length”")))
                case .lost:
                    queue.add(.invalid(nil, WireError(.parseError, "this is not the Language Server Protocol")))
                    return
                }
            }
        }
    }
}
