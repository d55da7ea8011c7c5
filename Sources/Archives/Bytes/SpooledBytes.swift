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
