/// Bytes that come one after another, once.
package protocol ByteStream: AnyObject {
    /// Reads some bytes to the front of `buffer`, whose length is the most that is wanted, and returns how many;
    /// 0 only at the end, or for an empty buffer.
    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int

    /// Passes over up to `count` bytes and returns how many there were; fewer only at the end.
    func skip(_ count: UInt64) throws(ArchiveProblem) -> UInt64
}

/// Bytes of known number that can be read anywhere, from any thread.
package protocol RandomAccessBytes: AnyObject, Sendable {
    /// How many there are.
    var count: UInt64 { get }

    /// Reads some bytes from `offset` on to the front of `buffer` and returns how many; 0 only at the end, or for an
    /// empty buffer.
    func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int
}

extension ByteStream {
    /// Passes over bytes by reading them.
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
    /// Reads the `length` bytes from `offset` on; fewer only where the end comes first.
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

/// A stretch of random-access bytes as a stream.
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
