/// Expands an xz or Zstandard stream, which must end exactly where the compressed bytes end.
///
/// Several xz streams or Zstandard frames one after another are one content. The libraries verify their checksums,
/// which are optional in both formats; xz writes one by default.
final class FilteredStream: ByteStream {
    private let source: BufferedStream
    private let engine: DecompressionEngine
    private let guardian: (any StreamGuard)?

    /// The compressions that libarchive's filters expand to the end of their input.
    enum Filter {
        case xz
        case zstandard

        var coding: DecompressionEngine.Coding {
            switch self {
            case .xz: .xz
            case .zstandard: .zstandard
            }
        }
    }

    init(
        _ filter: Filter, of source: BufferedStream, limits: ArchiveLimits, notes: ContainerNotes
    ) throws(ArchiveProblem) {
        self.source = source
        let guardian: (any StreamGuard)? =
            switch filter {
            case .xz: XZDictionaryGuard(limit: limits.dictionaryBytes, notes: notes)
            case .zstandard: ZstandardGuard(notes: notes)
            }
        self.guardian = guardian
        do throws(DecompressionEngine.ReadFailure) {
            engine = try DecompressionEngine(filter.coding) { (buffer) throws(ArchiveProblem) in
                let read = try source.read(into: &buffer)
                try guardian?.inspect(buffer[..<read])
                return read
            }
        } catch {
            throw error.problem(at: source.offset)
        }
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        do throws(DecompressionEngine.ReadFailure) {
            let read = try engine.read(into: &buffer)
            if read > 0 || !engine.isAtEnd { return read }
        } catch {
            if case .damaged = error, guardian?.hasSeenGarbage == true {
                throw .refused(.garbageAfterCompression, at: source.offset)
            }
            throw error.problem(at: source.offset)
        }
        if engine.unused > 0 {
            throw .refused(.garbageAfterCompression, at: engine.used)
        }
        if try !source.peek(1).isEmpty { throw .refused(.garbageAfterCompression, at: source.offset) }
        try guardian?.finish()
        return 0
    }
}

/// Follows compressed bytes on their way to a library that accepts more than it should.
protocol StreamGuard: AnyObject {
    /// Follows the next bytes.
    func inspect(_ bytes: ArraySlice<UInt8>) throws(ArchiveProblem)

    /// Whether the last bytes cannot be the beginning of a stream.
    var hasSeenGarbage: Bool { get }

    /// Makes the checks that are only possible at the end.
    func finish() throws(ArchiveProblem)
}

extension DecompressionEngine.ReadFailure {
    /// The problem to report to a caller whose archive is the compressed data.
    func problem(at offset: UInt64) -> ArchiveProblem {
        switch self {
        case .damaged(let words): .refused(.compressionDamaged, at: offset, words)
        case .truncated: .refused(.compressionTruncated, at: offset)
        case .wrongPassword: .refused(.wrongPassword, at: offset)
        case .other(let problem): problem
        }
    }
}

/// Zstandard outside of archives (RFC 8878).
package enum Zstandard {
    /// Whether bytes are the beginning of a frame.
    package static func begins(_ start: [UInt8]) -> Bool { start.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) }

    /// Expands a stream.
    package static func expanded(_ stream: any ByteStream) throws(ArchiveProblem) -> any ByteStream {
        try FilteredStream(.zstandard, of: BufferedStream(stream), limits: ArchiveLimits(), notes: ContainerNotes())
    }
}

/// A stream that delivers at most a limited number of bytes, to stop a compression bomb while it expands.
final class MeteredStream: ByteStream {
    private let source: any ByteStream
    private let limit: UInt64
    private var count: UInt64 = 0

    init(_ source: any ByteStream, limit: UInt64) {
        self.source = source
        self.limit = limit
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        let read = try source.read(into: &buffer)
        try enter(UInt64(read))
        return read
    }

    func skip(_ count: UInt64) throws(ArchiveProblem) -> UInt64 {
        let skipped = try source.skip(min(count, limit - self.count + 1))
        try enter(skipped)
        return skipped
    }

    private func enter(_ more: UInt64) throws(ArchiveProblem) {
        count += more
        if count > limit { throw .exceeded(.expandedBytes(limit), ArchiveLocation(offset: limit)) }
    }
}
