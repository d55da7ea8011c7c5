@testable import Archives
import Testing

struct `A metered stream` {
    /// Delivers zeros, and counts them.
    private final class Zeros: ByteStream {
        private(set) var count: UInt64 = 0

        func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
            count += UInt64(buffer.count)
            return buffer.count
        }
    }

    @Test func `stops what is passed over as well as what is read`() {
        let zeros = Zeros()
        let stream = MeteredStream(zeros, limit: 100_000)
        #expect(throws: ArchiveProblem.exceeded(.expandedBytes(100_000), ArchiveLocation(offset: 100_000))) {
            _ = try stream.skip(1 << 62)
        }
        #expect(zeros.count == 100_001)
    }

    @Test func `passes over what is within its limit`() throws {
        let stream = MeteredStream(Zeros(), limit: 100_000)
        #expect(try stream.skip(70_000) == 70_000)
        #expect(try stream.skip(30_000) == 30_000)
        #expect(throws: ArchiveProblem.self) { _ = try stream.skip(1) }
    }
}
