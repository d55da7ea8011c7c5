import Foundation
import TestSupport
import Testing

/// A program by others that takes an archive out; what it gives must be the bundle.
struct Judge: Sendable, CustomTestStringConvertible {
    let program: String
    let ending: String
    /// A line of a shell that takes `$ARCHIVE` out into the current directory.
    let line: String
    /// The locale in which it can write names that are not ASCII.
    let locale: String

    var testDescription: String { "\(program) \(ending) \(locale)" }

    private static let unzipWithPython = """
        import os, sys, zipfile
        with zipfile.ZipFile(sys.argv[1]) as archive:
            assert archive.testzip() is None
            archive.extractall(".")
        """

    private static let untarWithPython = """
        import sys, tarfile
        with tarfile.open(sys.argv[1]) as archive:
            archive.extractall(".")
        """

    static let all: [Judge] = [
        .init(program: "unzip", ending: "zip", line: "unzip -q \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "7z", ending: "zip", line: "7z x \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "bsdtar", ending: "zip", line: "bsdtar -xf \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(
            program: "python3", ending: "zip", line: "python3 -c '\(unzipWithPython)' \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "python3", ending: "zip", line: "python3 -c '\(unzipWithPython)' \"$ARCHIVE\"", locale: "C"),
        .init(program: "java", ending: "zip", line: "jar xf \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "tar", ending: "tar", line: "tar -xf \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "tar", ending: "tar", line: "tar -xf \"$ARCHIVE\"", locale: "C"),
        .init(program: "bsdtar", ending: "tar", line: "bsdtar -xf \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(
            program: "7z", ending: "tar.gz", line: "7z x -so \"$ARCHIVE\" | 7z x -si -ttar", locale: "C.UTF-8"),
        .init(
            program: "7z", ending: "tar.xz", line: "7z x -so \"$ARCHIVE\" | 7z x -si -ttar", locale: "C.UTF-8"),
        .init(program: "bsdtar", ending: "tar.gz", line: "bsdtar -xf \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "bsdtar", ending: "tar.xz", line: "bsdtar -xf \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "7z", ending: "tar", line: "7z x \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "python3", ending: "tar", line: "python3 -c '\(untarWithPython)' \"$ARCHIVE\"", locale: "C"),
        .init(program: "tar", ending: "tar.gz", line: "tar -xzf \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(
            program: "python3", ending: "tar.gz", line: "python3 -c '\(untarWithPython)' \"$ARCHIVE\"",
            locale: "C.UTF-8"),
        .init(program: "zstd", ending: "tar.zst", line: "zstd -dcq \"$ARCHIVE\" | tar -xf -", locale: "C.UTF-8"),
        .init(program: "bsdtar", ending: "tar.zst", line: "bsdtar -xf \"$ARCHIVE\"", locale: "C.UTF-8"),
        .init(program: "xz", ending: "tar.xz", line: "xz -dc \"$ARCHIVE\" | tar -xf -", locale: "C.UTF-8"),
        .init(
            program: "python3", ending: "tar.xz", line: "python3 -c '\(untarWithPython)' \"$ARCHIVE\"",
            locale: "C.UTF-8"),
    ]
}

@Suite(.waitsForPrograms) struct `Archives open with other programs` {
    @Test(arguments: Judge.all)
    func `which give the bundle back`(judge: Judge) throws {
        if Command.path(of: judge.program) == nil {
            try Test.cancel("\(judge.program) is not installed; .ci/prepare --tests does it")
        }
        try TemporaryFolder.with { folder in
            let bundle = Project.samples.appending(path: "Field Guide.notebundle").path
            let archive = folder.appending(path: "a.\(judge.ending)").path
            // The tool itself runs in the C locale, which knows none of the names.
            try Tool.succeed("archive", bundle, "-o", archive, environment: ["LC_ALL": "C"])
            let out = folder.appending(path: "out")
            try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
            let environment = ["ARCHIVE": archive, "LC_ALL": judge.locale]
            let result = try Tool.shell(judge.line, in: out, environment: environment)
            #expect(result.status == 0, "\(result.errors)\(result.output)")
            let difference = try Command.run([
                "/usr/bin/diff", "-r", "-x", ".*", bundle, out.appending(path: "Field Guide.notebundle").path,
            ])
            #expect(difference.status == 0, "\(difference.output)")
        }
    }

    @Test func `and come out the same in every locale, time zone and time`() throws {
        try TemporaryFolder.with { folder in
            let bundle = Project.samples.appending(path: "Field Guide.notebundle").path
            let worlds = [
                ["LC_ALL": "C", "TZ": "UTC"], ["LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"],
                ["LANG": "de_DE.UTF-8", "TZ": "America/New_York", "SOURCE_DATE_EPOCH": "1"],
            ]
            let archives = try worlds.map { environment in
                try Tool.run("archive", bundle, "-o", "-", "--format", "zip", environment: environment).bytes
            }
            #expect(archives[0].count > 100_000)
            let areSame = archives.allSatisfy { $0 == archives[0] }
            #expect(areSame)
        }
    }
}
