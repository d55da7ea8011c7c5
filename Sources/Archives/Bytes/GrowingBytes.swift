import Synchronization

/// Random access to a stream.
///
/// Keeps the bytes that it reads in a temporary file, and reads no more of the stream than needed.
///
/// The file has no name and disappears with its last user, however the process ends.
final class GrowingBytes: RandomAccessBytes {
    /// Returns up to this many of the next bytes; none at the end.
    typealias Source = @Sendable (_ count: Int) throws(ArchiveProblem) -> [UInt8]

    private let source: Source
    private let descriptor: Descriptor
    private let limit: UInt64
    private let state = Mutex(State())

    private struct State {
        var count: UInt64 = 0
        var isAtEnd = false
    }

    /// Keeps a stream; reading more than `limit` bytes is an error.
    init(limit: UInt64, _ source: @escaping Source) throws(ArchiveProblem) {
        self.source = source
        self.limit = limit
        descriptor = try Descriptor(temporaryIn: environment("TMPDIR") ?? "/tmp")
    }

    /// The number of bytes so far; the total after ``complete()``.
    var count: UInt64 { state.withLock { $0.count } }

    func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int {
        try grow(beyond: offset)
        return try descriptor.read(into: &buffer, at: offset)
    }

    /// Reads the stream to its end.
    func complete() throws(ArchiveProblem) { try grow(beyond: .max) }

    private func grow(beyond offset: UInt64) throws(ArchiveProblem) {
        try state.withLock { (state) throws(ArchiveProblem) in
            while state.count <= offset, !state.isAtEnd {
                let bytes = try source(1 << 16)
                state.isAtEnd = bytes.isEmpty
                if state.count + UInt64(bytes.count) > limit {
                    throw .exceeded(.spooledBytes(limit), ArchiveLocation(offset: limit))
                }
                try descriptor.write(bytes[...], at: state.count)
                state.count += UInt64(bytes.count)
            }
        }
    }
}

/// Growing bytes from their beginning.
final class GrowingStream: ByteStream {
    private let bytes: GrowingBytes
    private var offset: UInt64 = 0

    init(_ bytes: GrowingBytes) { self.bytes = bytes }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        let read = try bytes.read(into: &buffer, at: offset)
        offset += UInt64(read)
        return read
    }
}
