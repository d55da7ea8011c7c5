import Synchronization

/// An archive that can be read any number of times: a file, bytes, or a stream that can itself be read only once.
package final class ArchiveSource: Sendable {
    private let origin: Origin
    private let password: [UInt8]?
    /// A zip whose directory was read to check for encryption, kept for the next reader.
    private let opened = Mutex<ZipArchive?>(nil)

    private enum Origin: Sendable {
        case path(String)
        case memory(MemoryBytes)
        case stream(KeptStream)
    }

    /// Makes a source for the archive at a path.
    package convenience init(path: String) { self.init(.path(path), password: nil) }

    /// Makes a source for an archive in memory.
    package convenience init(bytes: [UInt8]) { self.init(.memory(MemoryBytes(bytes)), password: nil) }

    private init(_ origin: Origin, password: [UInt8]?) {
        self.origin = origin
        self.password = password
    }

    /// The same archive, with a password for its encrypted members.
    package func unlocked(with password: [UInt8]) -> ArchiveSource { ArchiveSource(origin, password: password) }

    /// Whether members are encrypted.
    package func isEncrypted() throws(ArchiveProblem) -> Bool {
        guard let zip = try reader().zip else { return false }
        if zip.hasEncryptedMembers { return true }
        opened.withLock { $0 = zip }
        return false
    }

    /// Makes a source from a function that returns up to this many of the next bytes, and none at the end.
    ///
    /// Keeps bytes that were read in an unnamed temporary file. Reads no more than needed, and nothing before the first
    /// reader is made.
    package convenience init(
        stream source: @escaping @Sendable (_ count: Int) throws(ArchiveProblem) -> [UInt8]
    ) {
        self.init(.stream(KeptStream(source)), password: nil)
    }

    /// Makes a source for a pipe, which is opened at once.
    package static func pipe(_ path: String) throws(ArchiveProblem) -> ArchiveSource {
        let pipe = try OpenedPipe(path)
        return ArchiveSource { (count) throws(ArchiveProblem) in try pipe.read(count) }
    }

    /// Makes a reader that begins at the archive's first byte.
    package func reader(limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) -> ArchiveReader {
        if limits == ArchiveLimits(), let zip = opened.withLock({ $0.take() }) { return ArchiveReader(zip) }
        return switch origin {
        case .path(let path): try ArchiveReader(path: path, limits: limits, password: password)
        case .memory(let bytes): try ArchiveReader(bytes, limits: limits, password: password)
        case .stream(let stream):
            try ArchiveReader(try stream.bytes(limits: limits), limits: limits, password: password)
        }
    }

    /// All of the archive's bytes.
    package func bytes(limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) -> any RandomAccessBytes {
        switch origin {
        case .path(let path): return try FileBytes(path: path)
        case .memory(let bytes): return bytes
        case .stream(let stream):
            let bytes = try stream.bytes(limits: limits)
            try bytes.complete()
            return bytes
        }
    }
}

/// A pipe that is read once.
private final class OpenedPipe: Sendable {
    private let descriptor: Descriptor

    init(_ path: String) throws(ArchiveProblem) { descriptor = try Descriptor(reading: path) }

    func read(_ count: Int) throws(ArchiveProblem) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = try descriptor.read(into: &buffer)
        return Array(buffer.prefix(read))
    }
}

/// A stream that makes its temporary file when it is first read.
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
