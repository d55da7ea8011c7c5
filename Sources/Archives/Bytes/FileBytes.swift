/// A file with random access.
package final class FileBytes: RandomAccessBytes {
    private let descriptor: Descriptor

    /// The size of the file when it was opened.
    package let count: UInt64

    /// Opens the regular file at a path; throws `ESPIPE` for anything else.
    package convenience init(path: String) throws(ArchiveProblem) {
        try self.init(Descriptor(reading: path))
    }

    init(_ descriptor: consuming Descriptor) throws(ArchiveProblem) {
        guard let size = try descriptor.regularFileSize() else {
            throw .failed(operation: "read the archive at any place", code: illegalSeek)
        }
        self.descriptor = descriptor
        count = size
    }

    /// Reads some bytes from `offset` to the front of `buffer` and returns how many.
    package func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int {
        guard offset < count else { return 0 }
        return try descriptor.read(into: &buffer, at: offset)
    }
}

/// The bytes of a descriptor: a pipe, standard input, a terminal, or a file from its position.
final class DescriptorStream: ByteStream {
    private let descriptor: Descriptor

    /// Opens the file, named pipe or device at a path.
    init(path: String) throws(ArchiveProblem) {
        descriptor = try Descriptor(reading: path)
    }

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Reads some bytes to the front of `buffer` and returns how many.
    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        try descriptor.read(into: &buffer)
    }
}

/// A stream kept in a temporary file for random access, for zips from pipes, whose directory is at the end.
///
/// The file has no name and disappears with its last user, however the process ends.
package final class SpooledBytes: RandomAccessBytes {
    private let descriptor: Descriptor

    /// The number of bytes.
    package let count: UInt64

    /// Reads a stream to its end; throws ``ArchiveProblem/exceeded(_:_:)`` beyond `limit` bytes.
    ///
    /// The default folder is the environment's `TMPDIR`, or `/tmp`.
    package init(
        _ stream: any ByteStream, limit: UInt64 = ArchiveLimits().spooledBytes, folder: String? = nil
    ) throws(ArchiveProblem) {
        let descriptor = try Descriptor(temporaryIn: folder ?? environment("TMPDIR") ?? "/tmp")
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        var count: UInt64 = 0
        while true {
            let read = try stream.read(into: &buffer)
            if read == 0 { break }
            count += UInt64(read)
            if count > limit { throw .exceeded(.spooledBytes(limit), ArchiveLocation(offset: limit)) }
            try descriptor.write(buffer[..<read])
        }
        self.count = count
        self.descriptor = descriptor
    }

    /// Reads some bytes from `offset` to the front of `buffer` and returns how many.
    package func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int {
        guard offset < count else { return 0 }
        return try descriptor.read(into: &buffer, at: offset)
    }
}

/// Bytes in memory with random access.
package final class MemoryBytes: RandomAccessBytes {
    private let bytes: [UInt8]

    /// Creates the source from the bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes.
    package var count: UInt64 { UInt64(bytes.count) }

    /// Reads some bytes from `offset` to the front of `buffer` and returns how many.
    package func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int {
        guard offset < count else { return 0 }
        let start = Int(offset)
        let end = start + min(buffer.count, bytes.count - start)
        buffer.replaceSubrange(..<(end - start), with: bytes[start..<end])
        return end - start
    }
}
