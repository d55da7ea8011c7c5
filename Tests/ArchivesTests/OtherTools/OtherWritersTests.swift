import Archives
import TestSupport
import Testing

/// Programs of others whose archives are read here.
struct `An archive by another program` {
    /// A line of shell that makes the file `archive` of the folder `src`, and the programs that it needs.
    struct Writer: Sendable, CustomTestStringConvertible {
        let programs: [String]
        let line: String
        let format: ArchiveFormat
        let testDescription: String

        init(_ format: ArchiveFormat, _ programs: String..., line: String) {
            self.format = format
            self.programs = programs
            self.line = line
            testDescription = line
        }

        init(_ name: String, python script: String, _ format: ArchiveFormat) {
            self.format = format
            programs = ["python3"]
            line = "python3 -c '\(script)'"
            testDescription = "Python: " + name
        }

        var missing: [String] { programs.filter { !Program.isThere($0) } }
    }

    private static let files = [
        SampleFile("src/manifest.json", "{}\n"), SampleFile("src/empty", ""),
        SampleFile("src/notes/é.md", "e acute"), SampleFile("src/notes/日本 🦆.md", "duck"),
        SampleFile("src/text", Sample.text(40_000)), SampleFile("src/random", SeededGenerator.bytes(9_000, seed: 4)),
    ]

    private static let zips: [Writer] = [
        Writer(.zip, "zip", line: "zip -qr archive.zip src && mv archive.zip archive"),
        Writer(.zip, "zip", line: "zip -qr -0 archive.zip src && mv archive.zip archive"),
        Writer(.zip, "zip", line: "zip -qrX -9 archive.zip src && mv archive.zip archive"),
        Writer(.zip, "zip", line: "zip -qrD archive.zip src && mv archive.zip archive"),
        Writer(.zip, "zip", line: "zip -qr -fz archive.zip src && mv archive.zip archive"),
        Writer(.zip, "zip", line: "zip -qr - src | cat > archive"),
        Writer(.zip, "zip", line: "echo hello | zip -qr -z archive.zip src && mv archive.zip archive"),
        Writer(.zip, "zip", line: "zip -qr - . -i 'src/*' | cat > archive"),
        Writer(.zip, "7z", line: "7z a -tzip -bd archive src > log && { mv archive.zip archive || true; }"),
        Writer(.zip, "7z", line: "7z a -tzip -bd -mx0 archive src > log && { mv archive.zip archive || true; }"),
        Writer(.zip, "bsdtar", line: "bsdtar --format zip -cf archive src"),
        Writer(.zip, "bsdtar", line: "bsdtar --format zip --options zip:compression=store -cf archive src"),
        Writer(.zip, "jar", line: "jar cf archive src"),
        Writer(.zip, "jar", line: "jar cfM0 archive src"),
    ]

    private static let walk = """
        import os, sys, zipfile, tarfile, io
        names = sorted(os.path.join(folder, name) for folder, _, names in os.walk("src") for name in names)
        class Pipe(io.RawIOBase):
            def __init__(self, file): self.file = file
            def writable(self): return True
            def seekable(self): return False
            def write(self, data): return self.file.write(data)

        """

    private static let pythons: [Writer] = [
        Writer(
            "deflated",
            python: walk + """
                with zipfile.ZipFile("archive", "w", zipfile.ZIP_DEFLATED) as zip:
                    for name in names: zip.write(name)
                """, .zip),
        Writer(
            "deflated, on a pipe",
            python: walk + """
                with open("archive", "wb") as file, zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as zip:
                    for name in names: zip.write(name)
                """, .zip),
        Writer(
            "stored with zip64, on a pipe",
            python: walk + """
                with open("archive", "wb") as file, zipfile.ZipFile(Pipe(file), "w") as zip:
                    for name in names:
                        with zip.open(name, "w", force_zip64=True) as member: member.write(open(name, "rb").read())
                """, .zip),
        Writer(
            "with zip64 and a comment",
            python: walk + """
                with zipfile.ZipFile("archive", "w", zipfile.ZIP_DEFLATED) as zip:
                    for name in names:
                        with zip.open(name, "w", force_zip64=True) as member: member.write(open(name, "rb").read())
                    zip.comment = b"of the zip"
                """, .zip),
    ]

    private static let tars: [Writer] =
        ["v7", "ustar", "oldgnu", "gnu", "pax"].map {
            Writer(.tar, "tar", line: "tar --format=\($0) -cf archive src")
        }
        + ["v7tar", "ustar", "pax", "gnutar"].map {
            Writer(.tar, "bsdtar", line: "bsdtar --format \($0) -cf archive src")
        }
        + ["USTAR", "GNU", "PAX"].map { format in
            Writer(
                "tarfile, " + format,
                python:
                    "import tarfile\nwith tarfile.open(\"archive\", \"w\", format=tarfile.\(format)_FORMAT) as tar: "
                    + "tar.add(\"src\")", .tar)
        }
        + [
            Writer(.tar, "tar", line: "tar -cf archive ./src"),
            Writer(.tar, "tar", line: "tar -cf - src | cat > archive"),
            Writer(.tar, "7z", line: "7z a -ttar -bd archive.tar src > log && mv archive.tar archive"),
            Writer(.tarGzip, "tar", "gzip", line: "tar -czf archive src"),
            Writer(.tarGzip, "tar", "gzip", line: multi("gzip -9")),
            Writer(.tarZstandard, "tar", "zstd", line: multi("zstd -q")),
            Writer(.tarZstandard, "tar", "zstd", line: "tar -cf - src | zstd -q --no-check --ultra -22 > archive"),
            Writer(.tarXZ, "tar", "xz", line: multi("xz")),
            Writer(.tarXZ, "tar", "xz", line: "tar -cf - src | xz -9e -T2 --block-size=8192 > archive"),
            Writer(.tarXZ, "tar", "xz", line: "tar -cf - src | xz --check=none --x86 --lzma2 > archive"),
            Writer(.tarZstandard, "bsdtar", line: "bsdtar --zstd -cf archive src"),
        ]

    /// A tar compressed in two pieces, one after the other.
    private static func multi(_ compressor: String) -> String {
        "tar -cf t src && (head -c 9999 t | \(compressor); tail -c +10000 t | \(compressor)) > archive"
    }

    @Test(arguments: zips + pythons + tars)
    func `holds what was put in`(writer: Writer) throws {
        if let missing = writer.missing.first { try Test.cancel("\(missing) is not installed") }
        let folder = try TemporaryFolder()
        for file in Self.files { try folder.write(file.path, file.content) }
        try Program.shell(writer.line, in: folder.path)
        let reader = try ArchiveReader(path: folder.file("archive"))
        #expect(reader.format == writer.format)
        let members = try readAll(try folder.read("archive")).filter { $0.member.kind == .file }
        let found = members.map {
            SampleFile($0.path.hasPrefix("./") ? String($0.path.dropFirst(2)) : $0.path, $0.content)
        }
        let contents = found.filter { !$0.path.hasPrefix("META-INF") }.sorted { $0.path < $1.path }
        #expect(contents == Self.files.sorted { $0.path < $1.path })
    }

    @Test(.enabled(if: Program.isThere("7z"), "7z is not installed"), arguments: ["ZipCrypto", "AES256"])
    func `can be listed if it is encrypted, and says that it is`(method: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("secret.md", Array("secret".utf8))
        try Program("7z").succeed(
            ["a", "-tzip", "-bd", "-psesame", "-mem=" + method, "archive.zip", "secret.md"], in: folder.path)
        let reader = try ArchiveReader(path: folder.file("archive.zip"))
        let member = try #require(try reader.next())
        #expect(member.path == Array("secret.md".utf8))
        #expect(member.size == 6)
        #expect(irregularity(of: try folder.read("archive.zip")) == .encrypted)
    }

    @Test(
        .enabled(if: Program.isThere("7z"), "7z is not installed"),
        arguments: [("BZip2", "bzip2"), ("LZMA", "LZMA"), ("PPMd", "PPMd"), ("Deflate64", "Deflate64")])
    func `is refused with the name of a method that isn’t supported`(method: String, name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("text.md", Sample.text(5_000))
        try Program("7z").succeed(["a", "-tzip", "-bd", "-mm=" + method, "archive.zip", "text.md"], in: folder.path)
        guard case .refused(.unsupportedMethod, _, let detail) = problem(with: try folder.read("archive.zip")) else {
            Issue.record("not refused")
            return
        }
        #expect(detail == name)
    }

    @Test(.enabled(if: Program.isThere("tar"), "tar is not installed"))
    func `tells links, pipes and directories`() throws {
        let folder = try TemporaryFolder()
        try folder.write("src/file", [1])
        try Program.shell("cd src && ln -s file soft && ln file zhard && mkfifo pipe && mkdir sub", in: folder.path)
        try Program("tar").succeed(["-cf", "archive", "src"], in: folder.path)
        let members = try readAll(try folder.read("archive"))
        let kinds = Dictionary(members.map { ($0.path, $0.member.kind) }, uniquingKeysWith: { first, _ in first })
        let links = Set([kinds["src/file"], kinds["src/zhard"]])
        #expect(links == [.file, .hardLink])
        #expect(kinds["src/soft"] == .symbolicLink)
        #expect(kinds["src/pipe"] == .fifo)
        #expect(kinds["src/sub/"] == .directory)
    }
}
