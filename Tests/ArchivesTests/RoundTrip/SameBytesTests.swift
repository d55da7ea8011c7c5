import Archives
import TestSupport
import Testing

/// Nothing here reads a time zone, a locale, an environment variable or the clock, so there is no process to start
/// under others: what could differ is the sink, the pieces in which content comes, and the threads.
struct `An archive of the same files` {
    @Test(arguments: ArchiveFormat.allCases, Sample.all)
    func `is the same again, on a pipe and in other pieces`(format: ArchiveFormat, sample: Sample) throws {
        let bytes = try pack(sample.files, format)
        #expect(try pack(sample.files, format) == bytes)
        #expect(try pack(sample.files, format, canOverwrite: false) == bytes)
        #expect(try pack(sample.files, format, pieceSize: 4_099) == bytes)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `is the same in a file, behind its beginning, and through a pipe`(format: ArchiveFormat) throws {
        let folder = try TemporaryFolder()
        let expected = try pack(Sample.large.files, format)
        let prefix = Array("before".utf8)
        let path = try folder.write("behind", prefix)
        try writing(to: path, appending: false, after: UInt64(prefix.count)) { try write(format, to: $0) }
        #expect(try folder.read("behind") == prefix + expected)
        try folder.write("appended", prefix)
        try writing(to: folder.file("appended"), appending: true, after: 0) { try write(format, to: $0) }
        #expect(try folder.read("appended") == prefix + expected)
    }

    private func write(_ format: ArchiveFormat, to descriptor: Int32) throws {
        let writer = try ArchiveWriter(format, to: DescriptorSink(descriptor: descriptor))
        for file in Sample.large.files {
            try writer.add(file.path, bytes: file.content, isAlreadyCompressed: file.isAlreadyCompressed)
        }
        try writer.finish()
    }
}
