import Archives
import Testing

struct `The format of an archive` {
    @Test(
        arguments: [
            ("Field Guide.notebundle.zip", .zip), ("a.TAR", .tar), ("a.tar.gz", .tarGzip), ("a.tgz", .tarGzip),
            ("a.tar.zst", .tarZstandard), ("a.tzst", .tarZstandard), ("a.tar.xz", .tarXZ), ("a.Txz", .tarXZ),
            ("a.gz", nil), ("zip", nil), ("azip", nil), ("a.zip.md", nil), ("", nil),
        ] as [(String, ArchiveFormat?)])
    func `is told by the ending of a name`(name: String, format: ArchiveFormat?) {
        #expect(ArchiveFormat(fileName: name) == format)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `is told by its own ending`(format: ArchiveFormat) {
        #expect(ArchiveFormat(fileName: "a." + format.fileNameEnding) == format)
    }

    @Test func `needs libraries, which tell their versions`() {
        #expect(CompressionLibraries.versions.contains("libarchive"))
        #expect(CompressionLibraries.versions.contains("zlib"))
    }
}
