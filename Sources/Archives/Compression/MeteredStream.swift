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
