import Cores
import Synchronization

/// The output of a tar: a sink, or a compression that writes to a sink.
protocol TarOutput: AnyObject {
    func write(_ bytes: ArraySlice<UInt8>) throws
    func finish() throws
}

/// Writes a tar uncompressed.
final class PlainOutput: TarOutput {
    private let sink: any ArchiveSink

    init(_ sink: any ArchiveSink) { self.sink = sink }

    func write(_ bytes: ArraySlice<UInt8>) throws { try sink.write(bytes) }
    func finish() throws { try sink.flush() }
}

/// Makes one gzip member (RFC 1952), with deflate data made in pieces.
final class GzipOutput: TarOutput {
    private let sink: any ArchiveSink
    private var pieces: PieceQueue<[UInt8]>
    private var crc = CRC32()
    private var length: UInt32 = 0

    /// No name, no time, Unix.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    init(_ sink: any ArchiveSink, level: Int) throws {
        self.sink = sink
        pieces = PieceQueue(size: Density.pieceSize) { piece, isLast in
            try Deflate.piece(piece[...], level: level, isLast: isLast)
        } receive: { bytes in
            try sink.write(bytes[...])
        }
        try sink.write(Self.header[...])
    }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        crc.update(bytes)
        length &+= UInt32(truncatingIfNeeded: bytes.count)
        try pieces.write(bytes)
    }

    func finish() throws {
        try pieces.finish()
        var trailer: [UInt8] = []
        trailer.append(littleEndian: crc.value)
        trailer.append(littleEndian: length)
        try sink.write(trailer[...])
        try sink.flush()
    }
}

/// Makes a Zstandard frame with content checksum (RFC 8878); the library works on a separate core.
final class ZstandardOutput: TarOutput {
    private let sink: any ArchiveSink
    private let frame: Frame
    private let chain = JobChain()
    private var line: JobQueue<[UInt8]>
    private var pending: [UInt8] = []
    private static let pieceSize = 1 << 18

    /// The library's state and the checksum, which input and output share.
    private final class Frame: Sendable {
        private let state: Mutex<(engine: CompressionEngine, checksum: ZstandardChecksum)>

        init(level: Int, threads: Int) throws(ArchiveProblem) {
            state = Mutex((try CompressionEngine(.zstandard(level: level, threads: threads)), ZstandardChecksum()))
        }

        func compress(_ piece: [UInt8], isLast: Bool) throws -> [UInt8] {
            try state.withLock { state in
                state.checksum.count(piece[...])
                try state.engine.write(piece[...])
                if isLast { try state.engine.finish() }
                let bytes = Array(state.checksum.marked(state.engine.drainOutput()[...]))
                return isLast ? bytes + state.checksum.trailer : bytes
            }
        }
    }

    init(_ sink: any ArchiveSink, level: Int) throws(ArchiveProblem) {
        self.sink = sink
        frame = try Frame(level: level, threads: Self.threads(level))
        line = JobQueue { try sink.write($0[...]) }
    }

    /// The library's own threads.
    ///
    /// The bytes are the same with any number of threads, but differ from those without threads, so only the level
    /// decides. Up to level 3, one core compresses faster than another can read and hash, and threads would need 50 MB
    /// more memory.
    private static func threads(_ level: Int) -> Int { level <= 3 ? 0 : max(2, Processors.count) }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        pending += bytes
        if pending.count >= Self.pieceSize { try pass(isLast: false) }
    }

    func finish() throws {
        try pass(isLast: true)
        try line.finish()
        try sink.flush()
    }

    private func pass(isLast: Bool) throws {
        let (piece, frame) = (pending, frame)
        pending = []
        try line.add(to: chain) { try frame.compress(piece, isLast: isLast) }
    }
}

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
