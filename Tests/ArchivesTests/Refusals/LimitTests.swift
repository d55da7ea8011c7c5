import Archives
import TestSupport
import Testing

struct `The limits of reading` {
    private func limit(
        _ archive: [UInt8], _ change: (inout ArchiveLimits) -> Void
    ) -> ArchiveLimit? {
        var limits = ArchiveLimits()
        change(&limits)
        guard case .exceeded(let limit, _) = problem(with: archive, .stream, limits: limits) else { return nil }
        return limit
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `hold for members`(format: ArchiveFormat) throws {
        let archive = try pack((0..<10).map { SampleFile("\($0)", "") }, format)
        #expect(limit(archive) { $0.members = 9 } == .members(9))
        #expect(limit(archive) { $0.members = 10 } == nil)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `hold for expanded bytes`(format: ArchiveFormat) throws {
        let archive = try pack([SampleFile("a", Sample.text(60_000)), SampleFile("b", Sample.text(60_000))], format)
        #expect(limit(archive) { $0.expandedBytes = 119_999 } == .expandedBytes(119_999))
        #expect(limit(archive) { $0.expandedBytes = 140_000 } == nil)
    }

    @Test(arguments: [ArchiveFormat.tarGzip, .tarZstandard, .tarXZ])
    func `stop a bomb while it expands`(format: ArchiveFormat) throws {
        let sink = MemorySink()
        let writer = try ArchiveWriter(format, to: sink)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        try writer.add("zeros", size: 64 << 20) { write in for _ in 0..<64 { try write(zeros[...]) } }
        try writer.finish()
        let stream = CountingStream(sink.bytes)
        var limits = ArchiveLimits()
        limits.expandedBytes = 1 << 20
        let reader = try ArchiveReader(stream, limits: limits)
        _ = try reader.next()
        #expect(throws: ArchiveProblem.exceeded(.expandedBytes(1 << 20), ArchiveLocation(offset: 1 << 20))) {
            try reader.finish()
        }
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `hold for paths`(format: ArchiveFormat) throws {
        let archive = try pack([SampleFile(Sample.longPath, "")], format)
        let count = Sample.longPath.utf8.count
        #expect(limit(archive) { $0.pathBytes = count - 1 } == .pathBytes(count - 1))
        #expect(limit(archive) { $0.pathBytes = count } == nil)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `hold for names and headers together`(format: ArchiveFormat) throws {
        let archive = try pack((0..<100).map { SampleFile("a path of more than 20 bytes \($0)", "") }, format)
        #expect(limit(archive) { $0.directoryBytes = 2_000 } == .directoryBytes(2_000))
    }

    @Test(arguments: ["x", "L", "g"] as [Character])
    func `hold for an extended header before it is read`(type: Character) {
        let tar = TarBuilder.build { tar in
            tar.add("header", "", type: type) { $0.set(124, 12, "77777777777") }
        }
        #expect(limit(tar) { _ in } == .metadataBytes(1 << 20))
    }

    @Test func `hold for many extended headers as well`() {
        let tar = TarBuilder.build { tar in
            for _ in 0..<200 { tar.pax(("comment", String(repeating: "x", count: 400)), type: "g") }
            tar.zeros()
        }
        #expect(limit(tar) { $0.directoryBytes = 100_000 } == .directoryBytes(100_000))
    }

    @Test(arguments: ["x", "g"] as [Character])
    func `hold for records of an extended header`(type: Character) {
        func tar(_ count: Int) -> [UInt8] {
            TarBuilder.build { tar in
                tar.add("header", (0..<count).map { "11 k\(1_000 + $0)=v\n" }.joined(), type: type)
                tar.add("a", "")
                tar.zeros()
            }
        }
        #expect(problem(with: tar(100)) == nil)
        #expect(limit(tar(100)) { $0.metadataRecords = 100 } == nil)
        #expect(limit(tar(101)) { $0.metadataRecords = 100 } == .metadataRecords(100))
    }

    @Test func `hold for keys of all global extended headers`() {
        let tar = TarBuilder.build { tar in
            for start in [0, 60] {
                let keys = (start..<start + 60).map { "11 k\(1_000 + $0)=v\n" }
                tar.add("header", keys.joined(), type: "g")
            }
            tar.add("a", "")
            tar.zeros()
        }
        #expect(problem(with: tar) == nil)
        #expect(limit(tar) { $0.metadataRecords = 100 } == .metadataRecords(100))
    }

    @Test func `hold for a zip from a stream`() throws {
        let zip = try pack([SampleFile("a", SeededGenerator.bytes(9_000, seed: 5))], .zip)
        #expect(limit(zip) { $0.spooledBytes = 9_000 } == .spooledBytes(9_000))
    }

    @Test func `hold for an xz dictionary`() throws {
        let xz = try pack([SampleFile("a", "content")], .tarXZ)
        #expect(limit(xz) { $0.dictionaryBytes = (2 << 20) - 1 } == .dictionaryBytes((2 << 20) - 1))
        #expect(limit(xz) { $0.dictionaryBytes = 2 << 20 } == nil)
    }

    @Test func `hold for a content that is wanted in memory`() throws {
        let reader = try ArchiveReader(MemoryBytes(try pack([SampleFile("a", Sample.text(1_000))], .tar)))
        _ = try reader.next()
        #expect(throws: ArchiveProblem.exceeded(.expandedBytes(999), ArchiveLocation())) {
            try reader.content(limit: 999)
        }
    }

    @Test(arguments: [ArchiveFormat.zip, .tar])
    func `let time grow with the members, not with their square`(format: ArchiveFormat) throws {
        let files = (0..<10_000).map { SampleFile("\($0)", []) }
        var count = 0
        let time = try ProcessorTime.seconds { count = try readAll(try pack(files, format)).count }
        #expect(count == files.count)
        #expect(time < 20)
    }
}
