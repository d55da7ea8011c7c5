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

/// Bytes in memory, as a stream.
package final class MemoryStream: ByteStream {
    private let bytes: [UInt8]
    private var position = 0

    /// Creates the stream from the bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads some bytes to the front of `buffer` and returns how many.
    package func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        let end = position + min(buffer.count, bytes.count - position)
        let read = end - position
        buffer.replaceSubrange(..<read, with: bytes[position..<end])
        position = end
        return read
    }
}
