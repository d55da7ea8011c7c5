import Synchronization

/// Where an archive is, to be read as often as somebody wants: a file, or a stream that can be read only once.
public final class ArchiveSource: Sendable {
    private let origin: Origin

    private enum Origin: Sendable {
        case path(String)
        case stream(KeptStream)
    }

    /// The archive at a path.
    public init(path: String) { origin = .path(path) }

    /// An archive that `source` delivers: up to so many of the next bytes, and none at the end.
    ///
    /// What was read is kept in a temporary file without a name; no more is read than somebody needs, and nothing before
    /// the first reader is asked for.
    public init(stream source: @escaping @Sendable (_ count: Int) throws(ArchiveProblem) -> [UInt8]) {
        origin = .stream(KeptStream(source))
    }

    /// A reader that begins at the archive's first byte.
    public func reader(limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) -> ArchiveReader {
        switch origin {
        case .path(let path): try ArchiveReader(path: path, limits: limits)
        case .stream(let stream): try ArchiveReader(try stream.bytes(limits: limits), limits: limits)
        }
    }

    /// All of the archive's bytes.
    public func bytes(limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) -> any RandomAccessBytes {
        switch origin {
        case .path(let path): return try FileBytes(path: path)
        case .stream(let stream):
            let bytes = try stream.bytes(limits: limits)
            try bytes.complete()
            return bytes
        }
    }
}

/// A stream whose file is made when it is first read.
private final class KeptStream: Sendable {
    private let source: GrowingBytes.Source
    private let kept = Mutex<GrowingBytes?>(nil)

    init(_ source: @escaping GrowingBytes.Source) { self.source = source }

    func bytes(limits: ArchiveLimits) throws(ArchiveProblem) -> GrowingBytes {
        try kept.withLock { (kept) throws(ArchiveProblem) in
            if let kept { return kept }
            let bytes = try GrowingBytes(limit: limits.spooledBytes, source)
            kept = bytes
            return bytes
        }
    }
}
