import Archives
import Testing

@Suite struct FormatNameTests {
    @Test(
        arguments: [
            ("Field Guide.notebundle.zip", .zip), ("a.TAR", .tar), ("a.tar.gz", .tarGzip), ("a.tgz", .tarGzip),
            ("a.tar.zst", .tarZstandard), ("a.tzst", .tarZstandard), ("a.tar.xz", .tarXZ), ("a.Txz", .tarXZ),
            ("a.gz", nil), ("zip", nil), ("azip", nil), ("a.zip.md", nil), ("", nil),
        ] as [(String, ArchiveFormat?)])
    func `a name’s ending tells the format`(name: String, format: ArchiveFormat?) {
        #expect(ArchiveFormat(fileName: name) == format)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `a format’s own ending tells it`(format: ArchiveFormat) {
        #expect(ArchiveFormat(fileName: "a." + format.fileNameEnding) == format)
    }

    @Test func `the libraries tell their versions`() {
        #expect(CompressionLibraries.versions.contains("libarchive"))
        #expect(CompressionLibraries.versions.contains("zlib"))
    }
}
