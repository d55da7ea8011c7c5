import Archives
import TestSupport
import Testing

/// Programs of others that read what is written here.
struct `An archive that was written here` {
    private static let tars: [ArchiveFormat] = [.tar, .tarGzip, .tarZstandard, .tarXZ]

    /// As names are on a disk: no two that a file system could take for one, and none too long for macOS.
    private static let files: [SampleFile] =
        Sample.contents.files
        + [
            SampleFile("manifest.json", "{}\n"), SampleFile("notes/é.md", "e acute"), SampleFile("日本/🦆.md", "duck"),
            SampleFile("notes/with space & 'quotes'.md", "quotes"), SampleFile("empty", ""),
            SampleFile(String(repeating: "a", count: 120) + "/" + String(repeating: "b", count: 95), "prefix"),
            SampleFile(String(repeating: "é", count: 60) + "/" + String(repeating: "ü", count: 60), "long, not ASCII"),
            SampleFile(String(repeating: "c", count: 200), "too long for a plain header"),
            SampleFile("large", Sample.text((1 << 20) + 5)),
        ]

    /// Lets a program put all files of an archive below a folder, and compares them.
    private func check(
        _ program: String, _ format: ArchiveFormat, _ arguments: (_ archive: String, _ out: String) -> [String]
    ) throws {
        let folder = try TemporaryFolder()
        let name = "archive." + format.fileNameEnding
        try folder.write(name, try pack(Self.files, format))
        try folder.makeFolder("out")
        try Program(program).succeed(arguments(folder.file(name), folder.file("out")), in: folder.path)
        let expected = Dictionary(
            Self.files.map { (Array($0.path.utf8), $0.content) }, uniquingKeysWith: { first, _ in first })
        #expect(try folder.files(below: "out") == expected)
    }

    @Test(.enabled(if: Program.isThere("unzip"), "unzip is not installed"))
    func `is read by unzip as a zip`() throws {
        try check("sh", .zip) { ["-c", "unzip -tq '\($0)' && unzip -q '\($0)' -d '\($1)'"] }
    }

    @Test(.enabled(if: Program.isThere("7z"), "7z is not installed"), arguments: [ArchiveFormat.zip, .tar])
    func `is read by 7-Zip as a zip and as a tar`(format: ArchiveFormat) throws {
        try check("7z", format) { ["x", "-bd", "-y", "-o" + $1, $0] }
    }

    @Test(.enabled(if: Program.isThere("bsdtar"), "bsdtar is not installed"), arguments: ArchiveFormat.allCases)
    func `is read by bsdtar in every format`(format: ArchiveFormat) throws {
        try check("bsdtar", format) { ["-xf", $0, "-C", $1] }
    }

    @Test(.enabled(if: Program.isThere("tar"), "tar is not installed"), arguments: tars)
    func `is read by tar in every format of tar`(format: ArchiveFormat) throws {
        try check("tar", format) { ["-xf", $0, "-C", $1] }
    }

    @Test(
        .enabled(if: Program.isThere("python3"), "Python is not installed"),
        arguments: [ArchiveFormat.zip, .tar, .tarGzip, .tarXZ])
    func `is read by Python as a zip and as a tar`(format: ArchiveFormat) throws {
        let script = """
            import sys, zipfile, tarfile
            name, out = sys.argv[1:]
            if zipfile.is_zipfile(name):
                assert zipfile.ZipFile(name).testzip() is None
                zipfile.ZipFile(name).extractall(out)
            else:
                tarfile.open(name).extractall(out)
            """
        try check("python3", format) { ["-c", script, $0, $1] }
    }

    @Test(.enabled(if: Program.isThere("java"), "Java is not installed"), arguments: ["file", "stream"])
    func `is read by Java through a zip’s directory, and as a stream`(way: String) throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("Extract.java", Array(Self.javaProgram.utf8))
        try check("java", .zip) { [Program.javaQuickly, program, way, $0, $1] }
    }

    @Test(
        .enabled(if: Program.isThere("go"), "Go is not installed"),
        arguments: [ArchiveFormat.zip, .tar, .tarGzip])
    func `is read by Go as a zip and as a tar`(format: ArchiveFormat) throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("extract.go", Array(Self.goProgram.utf8))
        let cache = folder.file("cache")
        try check("env", format) { ["GOCACHE=\(cache)", "GO111MODULE=off", "go", "run", program, $0, $1] }
    }

    private static let goProgram = """
        package main

        import (
            "archive/tar"
            "archive/zip"
            "compress/gzip"
            "io"
            "os"
            "path/filepath"
            "strings"
        )

        func check(err error) {
            if err != nil {
                panic(err)
            }
        }

        func put(out string, name string, content io.Reader) {
            path := filepath.Join(out, name)
            check(os.MkdirAll(filepath.Dir(path), 0o755))
            file, err := os.Create(path)
            check(err)
            _, err = io.Copy(file, content)
            check(err)
            check(file.Close())
        }

        func main() {
            name, out := os.Args[1], os.Args[2]
            if strings.HasSuffix(name, ".zip") {
                reader, err := zip.OpenReader(name)
                check(err)
                for _, member := range reader.File {
                    content, err := member.Open()
                    check(err)
                    put(out, member.Name, content)
                }
                return
            }
            file, err := os.Open(name)
            check(err)
            var stream io.Reader = file
            if strings.HasSuffix(name, ".gz") {
                stream, err = gzip.NewReader(file)
                check(err)
            }
            reader := tar.NewReader(stream)
            for {
                header, err := reader.Next()
                if err == io.EOF {
                    return
                }
                check(err)
                put(out, header.Name, reader)
            }
        }
        """

    @Test(arguments: [("gzip", ArchiveFormat.tarGzip), ("zstd", .tarZstandard), ("xz", .tarXZ)])
    func `is whole for the compressor of its own format`(program: String, format: ArchiveFormat) throws {
        if !Program.isThere(program) { try Test.cancel("\(program) is not installed") }
        let folder = try TemporaryFolder()
        let path = try folder.write("a." + format.fileNameEnding, try pack(Self.files, format))
        try Program(program).succeed(["-t", path], in: folder.path)
    }

    private static let javaProgram = """
        import java.io.*;
        import java.nio.file.*;
        import java.util.*;
        import java.util.zip.*;

        class Extract {
            static void put(String out, String name, InputStream content) throws IOException {
                Path path = Path.of(out, name);
                Files.createDirectories(path.getParent());
                Files.copy(content, path);
            }

            public static void main(String[] words) throws IOException {
                if (words[0].equals("file")) {
                    try (ZipFile zip = new ZipFile(words[1])) {
                        for (ZipEntry entry : Collections.list(zip.entries()))
                            put(words[2], entry.getName(), zip.getInputStream(entry));
                    }
                } else {
                    try (ZipInputStream zip = new ZipInputStream(new FileInputStream(words[1]))) {
                        for (ZipEntry entry; (entry = zip.getNextEntry()) != null; )
                            put(words[2], entry.getName(), zip);
                    }
                }
            }
        }
        """
}
