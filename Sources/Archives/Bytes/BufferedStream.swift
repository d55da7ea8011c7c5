/// A stream with lookahead that knows its position.
final class BufferedStream: ByteStream {
    private let source: any ByteStream
    private var buffer: [UInt8]
    private var start = 0
    private var end = 0

    /// The position of the next byte, counted from the start of the source.
    private(set) var offset: UInt64 = 0

    init(_ source: any ByteStream, capacity: Int = 1 << 16) {
        self.source = source
        buffer = [UInt8](repeating: 0, count: capacity)
    }

    /// The next bytes, without consuming them: `count`, at most the capacity, or fewer at the end.
    func peek(_ count: Int) throws(ArchiveProblem) -> ArraySlice<UInt8> {
        try fill(count)
        return buffer[start..<min(end, start + count)]
    }

    /// The next `count` bytes, or fewer at the end.
    func read(_ count: Int) throws(ArchiveProblem) -> ArraySlice<UInt8> {
        if count <= buffer.count {
            let bytes = try peek(count)
            advance(bytes.count)
            return bytes
        }
        var bytes: [UInt8] = []
        while bytes.count < count {
            let piece = try peek(min(count - bytes.count, buffer.count))
            if piece.isEmpty { break }
            bytes += piece
            advance(piece.count)
        }
        return bytes[...]
    }

    /// Buffered bytes, at least one and at most `count`; empty only at the end.
    func readAvailable(atMost count: Int) throws(ArchiveProblem) -> ArraySlice<UInt8> {
        try fill(1)
        let bytes = buffer[start..<min(end, start + count)]
        advance(bytes.count)
        return bytes
    }

    /// Puts back the last `count` bytes that ``readAvailable(atMost:)`` returned.
    func giveBack(_ count: Int) {
        precondition(count <= start, "only buffered bytes can be put back")
        start -= count
        offset -= UInt64(count)
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        if start == end, buffer.count >= self.buffer.count {
            let read = try source.read(into: &buffer)
            offset += UInt64(read)
            return read
        }
        try fill(1)
        let read = min(buffer.count, end - start)
        buffer.replaceSubrange(..<read, with: self.buffer[start..<start + read])
        advance(read)
        return read
    }

    func skip(_ count: UInt64) throws(ArchiveProblem) -> UInt64 {
        let buffered = Int(min(count, UInt64(end - start)))
        advance(buffered)
        let beyond = try source.skip(count - UInt64(buffered))
        offset += beyond
        return UInt64(buffered) + beyond
    }

    private func advance(_ count: Int) {
        start += count
        offset += UInt64(count)
    }

    private func fill(_ count: Int) throws(ArchiveProblem) {
        if end - start >= count { return }
        if start > 0 {
            // Makes a new buffer only if a slice of the old one is still in use.
            buffer.replaceSubrange(..<(end - start), with: Array(buffer[start..<end]))
            end -= start
            start = 0
        }
        while end < count {
            let read: Int
            if end == 0 {
                read = try source.read(into: &buffer)
            } else {
                var rest = [UInt8](repeating: 0, count: buffer.count - end)
                read = try source.read(into: &rest)
                buffer.replaceSubrange(end..<end + read, with: rest[..<read])
            }
            if read == 0 { return }
            end += read
        }
    }
}
