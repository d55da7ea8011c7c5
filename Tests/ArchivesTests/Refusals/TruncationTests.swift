import Archives
import Testing

struct `A cut archive` {
    private static let files = [SampleFile("manifest.json", "{}\n"), SampleFile("notes/é.md", Sample.text(700))]

    /// Where their plain tar ends but for what fills it up: two blocks, two of extended header, three, and two of
    /// zeros.
    private static let tarEnd = 512 * 9

    @Test(arguments: ArchiveFormat.allCases, [Presentation.anywhere, .stream])
    func `is never taken for whole`(
        format: ArchiveFormat, presentation: Presentation
    ) throws {
        let whole = try pack(Self.files, format)
        // A plain tar may go without the zeros that fill it up; what matters ends with the second zero block.
        let end = format == .tar ? Self.tarEnd : whole.count
        for count in 0..<end {
            let problem = problem(with: Array(whole.prefix(count)), presentation)
            guard case .refused = problem else {
                Issue.record("cut to \(count) of \(whole.count) bytes: \(String(describing: problem))")
                return
            }
        }
        #expect(problem(with: whole, presentation) == nil)
    }

    @Test func `may lack filling of a plain tar at whole blocks only`() throws {
        let whole = try pack(Self.files, .tar)
        for count in Self.tarEnd..<whole.count {
            let problem = problem(with: Array(whole.prefix(count)))
            #expect((problem == nil) == count.isMultiple(of: 512))
        }
    }

    @Test(arguments: Others.all)
    func `is never taken for whole if somebody else wrote it`(other: Others) {
        for count in 0..<other.archive.count {
            guard case .refused = problem(with: Array(other.archive.prefix(count))) else {
                Issue.record("cut to \(count) of \(other.archive.count) bytes")
                return
            }
        }
        #expect(problem(with: other.archive) == nil)
    }
}

/// Archives of forms that aren't written here.
struct Others: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let archive: [UInt8]

    static let all = [
        Others(
            testDescription: "zip with data descriptors and comments",
            archive: {
                var zip = ZipBuilder()
                zip.addDeferred { ZipBuilder.descriptor($0, 7, 7) }
                zip.add("b", "content", deflated: true) { $0.comment = Array("comment".utf8) }
                zip.end.comment = Array("comment of the archive".utf8)
                return zip.bytes
            }()),
        Others(
            testDescription: "zip64",
            archive: {
                var zip = ZipBuilder()
                zip.add("a", "content") {
                    $0.local.size = 0xFFFF_FFFF
                    $0.local.compressedSize = 0xFFFF_FFFF
                    $0.local.extra = ZipBuilder.zip64(7, 7)
                    $0.directory.size = 0xFFFF_FFFF
                    $0.directory.extra = ZipBuilder.zip64(7)
                }
                zip.zip64 = { ZipBuilder.Zip64End($0, $1, $2).bytes }
                zip.end.count = 0xFFFF
                return zip.bytes
            }()),
        Others(testDescription: "gzip of two members", archive: twoPieces { GzipBuilder($0).bytes }),
        Others(
            testDescription: "Zstandard of several frames",
            archive: twoPieces { ZstandardBuilder.frame($0, hasChecksum: true) }),
    ]

    private static func twoPieces(_ compress: ([UInt8]) -> [UInt8]) -> [UInt8] {
        let tar = Refusal.goodTar
        return compress(Array(tar.prefix(700))) + compress(Array(tar.dropFirst(700)))
    }
}
