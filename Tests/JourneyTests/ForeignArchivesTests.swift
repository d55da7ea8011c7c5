import Foundation
import TestSupport
import Testing

/// A way in which somebody without the tool makes an archive of a notebook.
struct ForeignWriter: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let program: String
    /// A line of a shell that makes `$OUT` of `Field Guide.notebundle`, in whose directory it runs.
    let line: String

    init(_ description: String, _ program: String, _ line: String) {
        testDescription = description
        self.program = program
        self.line = line
    }

    private static let bundle = "'Field Guide.notebundle'"

    /// What Finder makes: a directory of AppleDouble files beside the bundle, data descriptors, directories.
    private static let finder = """
        import os, sys, zipfile
        class Pipe:
            def __init__(self, file): self.file = file
            def write(self, data): return self.file.write(data)
            def flush(self): self.file.flush()
        with open(sys.argv[1], "wb") as file, zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as archive:
            for folder, folders, names in os.walk("Field Guide.notebundle"):
                archive.write(folder, folder + "/")
                for name in names:
                    path = os.path.join(folder, name)
                    archive.write(path)
                    archive.writestr("__MACOSX/" + folder + "/._" + name, b"\\0\\5\\x16\\7")
                archive.writestr(folder + "/.DS_Store", b"Bud1")
            archive.writestr("__MACOSX/._Field Guide.notebundle", b"\\0\\5\\x16\\7")
        """

    private static let tarOfPython = """
        import sys, tarfile
        form = {"pax": tarfile.PAX_FORMAT, "gnu": tarfile.GNU_FORMAT, "ustar": tarfile.USTAR_FORMAT}[sys.argv[2]]
        with tarfile.open(sys.argv[1], "w", format=form) as archive:
            archive.add("Field Guide.notebundle")
        """

    private static let severalGzipMembers = """
        import gzip, sys
        data = sys.stdin.buffer.read()
        with open(sys.argv[1], "wb") as file:
            for start in range(0, len(data), 7001):
                file.write(gzip.compress(data[start:start + 7001]))
        """

    /// What git makes of a repository in which the bundle lies: a comment with the revision, or a global header.
    private static func gitArchive(_ format: String) -> String {
        """
        export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=A \
            GIT_COMMITTER_EMAIL=a@example.org
        mkdir r && cp -R \(bundle) r && cd r && rm -f */.gitattributes && git init -q . && git add -A && git commit -qm x \
            && git archive --format \(format) HEAD > "$OUT"
        """
    }

    private static let goTar = """
        package main

        import (
        	"archive/tar"
        	"compress/gzip"
        	"io"
        	"os"
        	"path/filepath"
        )

        func main() {
        	file, _ := os.Create(os.Args[1])
        	packed := gzip.NewWriter(file)
        	packed.Name = "notes.tar"
        	archive := tar.NewWriter(packed)
        	filepath.Walk("Field Guide.notebundle", func(path string, info os.FileInfo, err error) error {
        		header, _ := tar.FileInfoHeader(info, "")
        		header.Name = path
        		archive.WriteHeader(header)
        		if !info.IsDir() {
        			source, _ := os.Open(path)
        			io.Copy(archive, source)
        		}
        		return nil
        	})
        	archive.Close()
        	packed.Close()
        	file.Close()
        }
        """

    static let all: [ForeignWriter] = [
        .init("zip by Finder", "python3", "python3 -c '\(finder)' \"$OUT\""),
        .init("zip -r", "zip", "zip -qr \"$OUT\" \(bundle)"),
        .init("zip -r -0 without extra fields", "zip", "zip -qrX0 \"$OUT\" \(bundle)"),
        .init("zip to a pipe, with data descriptors", "zip", "zip -qr - \(bundle) | cat > \"$OUT\""),
        .init("zip64 by force", "zip", "zip -qr -fz \"$OUT\" \(bundle)"),
        .init("zip of what is in the bundle", "zip", "cd \(bundle) && zip -qr \"$OUT\" ."),
        .init("zip in reverse order", "zip", "find \(bundle) | sort -r | zip -q -@ \"$OUT\""),
        .init("7z", "7z", "7z a -tzip -bd \"$OUT\" \(bundle)"),
        .init("bsdtar’s zip", "bsdtar", "LC_ALL=C.UTF-8 bsdtar --format zip -cf \"$OUT\" \(bundle)"),
        .init("tar", "tar", "tar -cf \"$OUT\" \(bundle)"),
        .init("tar with ./", "tar", "tar -cf \"$OUT\" ./\(bundle)"),
        .init("tar of what is in the bundle", "tar", "tar -cf \"$OUT\" -C \(bundle) ."),
        .init("tar in reverse order", "tar", "find \(bundle) | sort -r | tar -cf \"$OUT\" --no-recursion -T -"),
        .init("tar --format=gnu", "tar", "tar --format=gnu -cf \"$OUT\" \(bundle)"),
        .init("tar --format=oldgnu", "tar", "tar --format=oldgnu -cf \"$OUT\" \(bundle)"),
        .init("tar --format=ustar", "tar", "tar --format=ustar -cf \"$OUT\" \(bundle)"),
        .init("tar --format=v7", "tar", "tar --format=v7 -cf \"$OUT\" \(bundle)"),
        .init("tar --format=pax with times in it", "tar", "tar --format=pax -cf \"$OUT\" \(bundle)"),
        .init(
            "tar --format=pax with a global header", "tar",
            "tar --format=pax --pax-option=globexthdr.name=g,comment=all -cf \"$OUT\" \(bundle)"),
        .init("jar", "jar", "jar cfM \"$OUT\" \(bundle)"),
        .init("git archive, zip", "git", gitArchive("zip")),
        .init("git archive, tar", "git", gitArchive("tar")),
        .init("git archive, tar.gz", "git", gitArchive("tar.gz")),
        .init("gzip of a file, with its name", "gzip", "tar -cf a.tar \(bundle) && gzip a.tar && mv a.tar.gz \"$OUT\""),
        .init(
            "pigz of a file, with its name", "pigz",
            "tar -cf a.tar \(bundle) && pigz -b 128 a.tar && mv a.tar.gz \"$OUT\""),
        .init(
            "7z of a tar, as gzip with its name", "7z",
            "tar -cf a.tar \(bundle) && 7z a -tgzip -bd \"$OUT\" a.tar && rm a.tar"),
        .init("7z, tar", "7z", "7z a -ttar -bd \"$OUT\" \(bundle)"),
        .init("tar | zstd -T0", "zstd", "tar -cf - \(bundle) | zstd -q -T0 --ultra -20 > \"$OUT\""),
        .init(
            "tar | zstd in several frames", "zstd",
            "tar -cf a.tar \(bundle) && { head -c 7001 a.tar | zstd -q; tail -c +7002 a.tar | zstd -q --no-check; } > \"$OUT\"; rm a.tar"
        ),
        .init("tar | xz -T0 with small blocks", "xz", "tar -cf - \(bundle) | xz -T0 --block-size=8192 > \"$OUT\""),
        .init(
            "tar | xz in several streams", "xz",
            "tar -cf a.tar \(bundle) && { head -c 7001 a.tar | xz; tail -c +7002 a.tar | xz; } > \"$OUT\"; rm a.tar"),
        .init(
            "Go’s archive/tar in gzip with a name", "go",
            "cat > main.go <<'EOF'\n\(goTar)\nEOF\nHOME=$PWD GOCACHE=$PWD/cache GOFLAGS=-mod=mod GO111MODULE=off go run main.go \"$OUT\""
        ),
        .init("tar | gzip", "tar", "tar -czf \"$OUT\" \(bundle)"),
        .init("tar | xz", "xz", "tar -cf - \(bundle) | xz > \"$OUT\""),
        .init("tar | zstd", "zstd", "tar -cf - \(bundle) | zstd -q > \"$OUT\""),
        .init(
            "tar | gzip in several members", "python3",
            "tar -cf - \(bundle) | python3 -c '\(severalGzipMembers)' \"$OUT\""),
        .init("bsdtar, pax", "bsdtar", "LC_ALL=C.UTF-8 bsdtar --format pax -cf \"$OUT\" \(bundle)"),
        .init("bsdtar, ustar", "bsdtar", "LC_ALL=C.UTF-8 bsdtar --format ustar -cf \"$OUT\" \(bundle)"),
        .init("bsdtar, gnutar", "bsdtar", "LC_ALL=C.UTF-8 bsdtar --format gnutar -cf \"$OUT\" \(bundle)"),
        .init("Python, pax", "python3", "python3 -c '\(tarOfPython)' \"$OUT\" pax"),
        .init("Python, gnu", "python3", "python3 -c '\(tarOfPython)' \"$OUT\" gnu"),
        .init("Python, ustar", "python3", "python3 -c '\(tarOfPython)' \"$OUT\" ustar"),
    ]
}

@Suite(.waitsForPrograms) struct `An archive that others made` {
    /// What stands in the notebook.
    private static let list = Result {
        try Tool.succeed("ls", Project.samples.appending(path: "Field Guide.notebundle").path)
    }

    @Test(arguments: ForeignWriter.all)
    func `is read in place, valid, and unpacked`(writer: ForeignWriter) throws {
        if Command.path(of: writer.program) == nil {
            try Test.cancel("\(writer.program) is not installed; .ci/prepare --tests does it")
        }
        try TemporaryFolder.with { folder in
            let archive = folder.appending(path: "Field Guide.notebundle.archive").path
            let place = folder.appending(path: "place")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: Project.samples.appending(path: "Field Guide.notebundle").path,
                toPath: place.path + "/Field Guide.notebundle")
            let made = try Tool.shell(writer.line, in: place, environment: ["OUT": archive])
            #expect(made.status == 0, "\(made.errors)")
            let original = Project.samples.appending(path: "Field Guide.notebundle").path
            let list = try Self.list.get()
            #expect(try Tool.succeed("ls", archive) == list)
            let validation = try Tool.run("validate", archive)
            #expect(validation.status == 0, "\(validation.output)\(validation.errors)")
            let unpacked = try Tool.run("unarchive", archive, in: folder)
            #expect(unpacked.status == 0, "\(unpacked.errors)")
            let difference = try Command.run([
                "/usr/bin/diff", "-r", "-x", ".*", original, folder.appending(path: "Field Guide.notebundle").path,
            ])
            #expect(difference.status == 0, "\(difference.output)")
            // Through a pipe as well.
            let line = "cat '\(archive)' | \"$BUNDLE\" ls -"
            #expect(try Tool.shell(line, in: folder).output == list)
        }
    }

    @Test(arguments: ["tar", "tar.gz", "tar.zst", "tar.xz"])
    func `is listed from the first kilobytes of a pipe that goes on for ever`(format: String) throws {
        try TemporaryFolder.with { folder in
            let vault = folder.appending(path: "V")
            try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
            var generator = SeededGenerator(seed: 4)
            try Data(generator.bytes(3_000_000)).write(to: vault.appending(path: "noise.bin"))
            try Data("![](noise.bin)\n".utf8).write(to: vault.appending(path: "A.md"))
            try Tool.succeed("create", "N", "--from", "V", in: folder)
            try Tool.succeed("archive", "N", "-o", "N.\(format)", in: folder)
            // The pipe stays open: whoever waits for its end waits for ever.
            let line = """
                mkfifo pipe; { head -c 400000 'N.\(format)'; exec sleep 60; } > pipe & \
                "$BUNDLE" ls - < pipe; status=$?; kill $! && exit $status
                """
            let result = try Tool.shell(line, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.hasSuffix("A  notes/A.md\n"), "\(result.output)")
        }
    }

    @Test(.enabled(if: Command.path(of: "python3") != nil, "python3 is not installed; .ci/prepare --tests does it"))
    func `says what of an operating system was left aside`() throws {
        try TemporaryFolder.with { folder in
            let finder = ForeignWriter.all[0]
            let archive = folder.appending(path: "a.zip").path
            _ = try Tool.shell(finder.line, in: Project.samples, environment: ["OUT": archive])
            let result = try Tool.run("unarchive", archive, in: folder)
            #expect(
                result.errors.firstMatch(of: /^note: skipped [0-9]+ files of an operating system: __MACOSX/) != nil,
                "\(result.errors)")
            let left = try Command.run(["/usr/bin/find", ".", "-name", "._*", "-o", "-name", ".DS_Store"], in: folder)
            #expect(left.output == "")
        }
    }
}
