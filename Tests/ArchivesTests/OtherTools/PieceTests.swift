import Archives
import Foundation
import TestSupport
import Testing

/// Archives that are made in pieces on all cores: that they are one stream to everybody, and what the format says to
/// the byte.
struct `Pieces of an archive` {
    /// Text and what is dense in turn, longer than several pieces and blocks, with borders within pieces.
    private static let files: [SampleFile] = [
        SampleFile("manifest.json", "{}\n"),
        SampleFile("mixed", Sample.text(1_500_000) + SeededGenerator.bytes(2_300_000, seed: 7) + Sample.text(700_000)),
        SampleFile("dense", SeededGenerator.bytes(1_200_000, seed: 8)),
        SampleFile("dense, then text", SeededGenerator.bytes(1_300_000, seed: 9) + Sample.text(800_000)),
        SampleFile("exactly four pieces", Sample.text(4 << 20)),
        SampleFile("small and dense", SeededGenerator.bytes(50_000, seed: 10)),
        SampleFile("picture", Sample.text(1_100_000), isAlreadyCompressed: true),
    ]

    private static let tar = Result { try pack(files, .tar) }
    private static let tarGzip = Result { try pack(files, .tarGzip) }
    private static let tarXZ = Result { try pack(files, .tarXZ) }

    /// The archive of the files; those that several tests look at are made once.
    private static func packed(_ format: ArchiveFormat) throws -> [UInt8] {
        switch format {
        case .tar: try tar.get()
        case .tarGzip: try tarGzip.get()
        case .tarXZ: try tarXZ.get()
        default: try pack(files, format)
        }
    }

    /// Lets a program give out what is in an archive, which is the plain tar of the same files.
    private func check(
        _ program: String, _ format: ArchiveFormat, _ line: (_ archive: String, _ out: String) -> String
    ) throws {
        if !Program.isThere(program) { try Test.cancel("\(program) is not installed") }
        let folder = try TemporaryFolder()
        let path = try folder.write("a." + format.fileNameEnding, try Self.packed(format))
        try Program("sh").succeed(["-c", line(path, folder.file("out"))], in: folder.path)
        let isSame = try Data(folder.read("out")) == Data(Self.packed(.tar))
        #expect(isSame)
    }

    @Test(arguments: [
        ("gzip", "gzip -dc '%' > out"), ("pigz", "pigz -dc '%' > out"), ("7z", "7z x -so '%' > out"),
        ("bsdtar", "bsdtar -cf - --format raw '@%' > out 2>/dev/null || bsdcat '%' > out"),
        ("python3", "python3 -c \"import gzip, sys; sys.stdout.buffer.write(gzip.open('%').read())\" > out"),
        // Stops behind the first member, as many readers do.
        (
            "python3",
            "python3 -c \"import zlib, sys; d = zlib.decompressobj(31); sys.stdout.buffer.write(d.decompress(open('%', 'rb').read())); assert d.eof and not d.unused_data\" > out"
        ),
    ])
    func `are one stream in a tar.gz`(program: String, line: String) throws {
        try check(program, .tarGzip) { archive, _ in line.replacing("%", with: archive) }
    }

    @Test(arguments: [
        ("xz", "xz -dc '%' > out"), ("xz", "xz -T0 -dc '%' > out && xz -t '%'"), ("7z", "7z x -so '%' > out"),
        ("python3", "python3 -c \"import lzma, sys; sys.stdout.buffer.write(lzma.open('%').read())\" > out"),
    ])
    func `are one stream in a tar.xz, of blocks to be expanded side by side`(program: String, line: String) throws {
        try check(program, .tarXZ) { archive, _ in line.replacing("%", with: archive) }
    }

    @Test(.enabled(if: Program.isThere("java"), "Java is not installed"))
    func `are read by Java’s GZIPInputStream in a tar.gz`() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write(
            "Expand.java",
            Array(
                """
                import java.io.*;
                import java.nio.file.*;
                import java.util.zip.*;

                class Expand {
                    public static void main(String[] words) throws IOException {
                        Files.copy(new GZIPInputStream(new FileInputStream(words[0])), Path.of(words[1]));
                    }
                }
                """.utf8))
        try check("java", .tarGzip) { archive, out in "java \(Program.javaQuickly) '\(program)' '\(archive)' '\(out)'" }
    }

    /// The format's clauses E.3 and E.4 once more, by somebody else.
    @Test(
        .enabled(if: Program.isThere("python3"), "Python is not installed"),
        arguments: [ArchiveFormat.zip, .tarGzip, .tarXZ])
    func `are the bytes that another implementation of the format writes`(format: ArchiveFormat) throws {
        let folder = try TemporaryFolder()
        let script = try folder.write("other.py", Array(OtherWriter.script.utf8))
        var words = [script, format.fileNameEnding, folder.file("expected")]
        for (number, file) in Self.files.enumerated() {
            words += [file.path, file.isAlreadyCompressed ? "1" : "0", try folder.write("\(number)", file.content)]
        }
        try folder.write("tar", try Self.packed(.tar))
        try Program("python3").succeed(words, in: folder.path)
        let expected = try folder.read("expected")
        let written = try Self.packed(format)
        let isSame = Data(written) == Data(expected)
        #expect(isSame, "the same up to byte \(zip(written, expected).prefix { $0 == $1 }.count)")
    }
}
