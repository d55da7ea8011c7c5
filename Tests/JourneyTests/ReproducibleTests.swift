import Foundation
import TestSupport
import Testing

/// Circumstances in which an archive is made, none of which may show in it.
struct Circumstance: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var environment: [String: String] = [:]
    /// What stands before the tool in the shell's line; `exec` it must be able to.
    var before = ""
    /// The program that `before` needs.
    var program = "sh"
    /// Whether the tool runs in the notebook's own directory.
    var isInside = false
    /// Whether the notebook is a copy whose files were made in the opposite order.
    var isCopy = false

    static let all: [Circumstance] = [
        .init(testDescription: "TZ", environment: ["TZ": "Pacific/Kiritimati"]),
        .init(testDescription: "LC_ALL=C", environment: ["LC_ALL": "C"]),
        .init(testDescription: "LC_ALL=C.UTF-8", environment: ["LC_ALL": "C.UTF-8"]),
        .init(testDescription: "LC_ALL=tr_TR.UTF-8", environment: ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"]),
        .init(testDescription: "SOURCE_DATE_EPOCH", environment: ["SOURCE_DATE_EPOCH": "1000000000"]),
        .init(testDescription: "umask", before: "umask 077;"),
        .init(testDescription: "working directory", isInside: true),
        .init(testDescription: "directory order", isCopy: true),
        .init(testDescription: "one processor", before: "exec taskset -c 0", program: "taskset"),
        .init(
            testDescription: "another user", environment: ["HOME": "/"],
            before: "exec setpriv --reuid 65534 --regid 65534 --clear-groups", program: "setpriv"),
    ]

    /// Why the circumstance cannot be had here; `nil` if it can.
    func absence() throws -> String? {
        if Command.path(of: program) == nil { return "\(program) is not installed; .ci/prepare --tests does it" }
        let result = try TemporaryFolder.with {
            try Tool.shell("\(before) \"$BUNDLE\" --version", in: $0, environment: environment)
        }
        return result.status == 0 ? nil : "‘\(before)’ cannot run the tool here: \(result.errors)"
    }
}

@Suite(.waitsForPrograms) struct `An archive is the same` {
    static let notebook = Project.samples.appending(path: "Field Guide.notebundle")
    static let formats = ["zip", "tar", "tar.gz", "tar.zst", "tar.xz"]

    @Test(arguments: Circumstance.all)
    func `in every circumstance`(circumstance: Circumstance) throws {
        if let absence = try circumstance.absence() { try Test.cancel("\(absence)") }
        try TemporaryFolder.with { folder in
            // Another user must be able to come this far.
            _ = try Command.run(["/bin/chmod", "755", folder.path])
            let notebook = circumstance.isCopy ? try Self.copy(into: folder) : Self.notebook
            let place = circumstance.isInside ? notebook.appending(path: "notes") : folder
            let word = circumstance.isInside ? ".." : notebook.path
            for format in Self.formats {
                let expected = try Tool.run("archive", Self.notebook.path, "-o", "-", "--format", format)
                #expect(expected.status == 0 && expected.bytes.count > 10_000)
                let line = "\(circumstance.before) \"$BUNDLE\" archive '\(word)' -o - --format \(format)"
                let result = try Tool.shell(line, in: place, environment: circumstance.environment)
                #expect(result.status == 0, "\(result.errors)")
                let isSame = result.bytes == expected.bytes
                #expect(isSame, "\(format)")
            }
        }
    }

    @Test(arguments: formats)
    func `in a file as in a pipe, and says so`(format: String) throws {
        try TemporaryFolder.with { folder in
            let file = folder.appending(path: "a.\(format)")
            try Tool.succeed("archive", Self.notebook.path, "-o", file.path)
            let isSame =
                try Data(contentsOf: file)
                == Tool.run("archive", Self.notebook.path, "-o", "-", "--format", format).bytes
            #expect(isSame)
            let answer = try Tool.succeed("archive", Self.notebook.path, "--check", file.path)
            #expect(answer.hasSuffix("a.\(format) is identical to a new archive of Field Guide.notebundle\n"))
        }
    }

    @Test(.enabled(if: Command.path(of: "zip") != nil, "zip is not installed; .ci/prepare --tests does it"))
    func `or else --check tells members from bytes`() throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.copy(into: folder)
            try Tool.succeed("archive", bundle.path, "-o", "own.zip", in: folder)
            _ = try Command.run(["zip", "-qr", "other.zip", bundle.lastPathComponent], in: folder)
            _ = try Command.run(["zip", "-q", "-d", "other.zip", "*/.gitattributes"], in: folder)
            let bytes = try Tool.run("archive", bundle.path, "--check", "other.zip", in: folder)
            #expect(bytes.status == 1)
            #expect(
                bytes.output.hasPrefix(
                    "other.zip has the same members as Field Guide.notebundle, but the bytes differ from offset "))
            try Tool.succeed("add", bundle.path, "note", "--title", "New", "--body", "x", in: folder)
            let members = try Tool.run("archive", bundle.path, "--check", "own.zip", in: folder)
            #expect(members.status == 1)
            #expect(
                members.output == """
                    own.zip does not match Field Guide.notebundle:
                      manifest.json has different content
                      notes/New.md is only in the notebook

                    """)
        }
    }

    /// A copy whose names were made from the last to the first.
    private static func copy(into folder: URL) throws -> URL {
        let copy = folder.appending(path: notebook.lastPathComponent)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: notebook.path).sorted().reversed()
        for path in paths {
            let (source, target) = (notebook.appending(path: path), copy.appending(path: path))
            guard try source.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true else { continue }
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: source, to: target)
        }
        return copy
    }
}
