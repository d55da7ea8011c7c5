import Cores

/// Cuts a stream into pieces of one size, except that the last may be shorter, and compresses them on all cores.
struct PieceQueue<Value: Sendable>: ~Copyable {
    typealias Code = @Sendable (_ piece: [UInt8], _ isLast: Bool) throws -> Value

    private let size: Int
    private let code: Code
    private var line: JobQueue<Value>
    private var pending: [UInt8] = []

    /// Makes an empty stream.
    ///
    /// - Parameters:
    ///   - code: Compresses a piece, on any core.
    ///   - receive: Receives the compressed pieces, in order, on the thread that writes.
    init(size: Int, code: @escaping Code, receive: @escaping (Value) throws -> Void) {
        self.size = size
        self.code = code
        line = JobQueue(length: Processors.count + 1, receive: receive)
    }

    mutating func write(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            // Only more bytes show that a piece is not the last one.
            if pending.count == size { try pass(isLast: false) }
            if pending.isEmpty { pending.reserveCapacity(size) }
            let more = rest.prefix(size - pending.count)
            pending += more
            rest = rest.dropFirst(more.count)
        }
    }

    mutating func finish() throws {
        try pass(isLast: true)
        try line.finish()
    }

    private mutating func pass(isLast: Bool) throws {
        let (piece, code) = (pending, code)
        pending = []
        try line.add { try code(piece, isLast) }
    }
}
