/// A sequence of bytes that can be read once.
package protocol ByteStream: AnyObject {
    /// Reads some bytes to the front of `buffer`, at most its length, and returns their number; 0 only at the end, or
    /// for an empty buffer.
    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int

    /// Skips up to `count` bytes and returns their number; fewer only at the end.
    func skip(_ count: UInt64) throws(ArchiveProblem) -> UInt64
}

/// A known number of bytes with random access, from any thread.
package protocol RandomAccessBytes: AnyObject, Sendable {
    /// The number of bytes.
    var count: UInt64 { get }

    /// Reads some bytes from `offset` to the front of `buffer` and returns their number; 0 only at the end, or for an
    /// empty buffer.
    func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int
}

extension ByteStream {
    /// Skips bytes by reading them.
    package func skip(_ count: UInt64) throws(ArchiveProblem) -> UInt64 {
        var scratch = [UInt8](repeating: 0, count: Int(min(count, 1 << 16)))
        var skipped: UInt64 = 0
        while skipped < count {
            if count - skipped < UInt64(scratch.count) { scratch.removeLast(scratch.count - Int(count - skipped)) }
            let read = try read(into: &scratch)
            if read == 0 { break }
            skipped += UInt64(read)
        }
        return skipped
    }
}

extension RandomAccessBytes {
    /// Reads `length` bytes from `offset`; fewer only at the end.
    func bytes(at offset: UInt64, count length: Int) throws(ArchiveProblem) -> [UInt8] {
        let there = offset < count ? count - offset : 0
        var result = [UInt8](repeating: 0, count: Int(min(UInt64(length), there)))
        let first = try read(into: &result, at: offset)
        if first == result.count { return result }
        var filled = first
        while filled < result.count {
            var rest = [UInt8](repeating: 0, count: result.count - filled)
            let read = try read(into: &rest, at: offset + UInt64(filled))
            if read == 0 { break }
            result.replaceSubrange(filled..<filled + read, with: rest[..<read])
            filled += read
        }
        return Array(result[..<filled])
    }
}

/// A range of random-access bytes as a stream.
final class WindowStream: ByteStream {
    private let bytes: any RandomAccessBytes
    private var offset: UInt64
    private let end: UInt64

    init(_ bytes: any RandomAccessBytes, from offset: UInt64 = 0, to end: UInt64? = nil) {
        self.bytes = bytes
        self.end = min(end ?? bytes.count, bytes.count)
        self.offset = min(offset, self.end)
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        let left = end - offset
        if left == 0 { return 0 }
        let read: Int
        if UInt64(buffer.count) <= left {
            read = try bytes.read(into: &buffer, at: offset)
        } else {
            var exact = [UInt8](repeating: 0, count: Int(left))
            read = try bytes.read(into: &exact, at: offset)
            buffer.replaceSubrange(..<read, with: exact[..<read])
        }
        offset += UInt64(read)
        return read
    }

    func skip(_ count: UInt64) -> UInt64 {
        let skipped = min(count, end - offset)
        offset += skipped
        return skipped
    }
}
