import Foundation
import TestSupport
import Testing

/// Folders that are validated: all notebooks below them, and what stands in the way.
@Suite(.waitsForPrograms) struct `A folder of notebooks` {
    private static func furnish(_ folder: URL) throws {
        for place in ["a", "a/b c", ".hidden", "z"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: place), withIntermediateDirectories: true)
            _ = try ConformanceKit.make(
                "valid-minimal.notebundle", in: folder.appending(path: place), as: "N.notebundle")
        }
        _ = try ConformanceKit.make("valid-archive.notebundle.zip", in: folder.appending(path: "a"))
        // A bundle under another name is one by what is in it.
        _ = try ConformanceKit.make("valid-minimal.notebundle", in: folder, as: "plain")
    }

    private static let all = ["a/N", "a/b c/N", "a/valid-archive.zip", "plain", "z/N"].map { name in
        name.hasSuffix("N") ? name + ".notebundle" : name.replacing(".zip", with: ".notebundle.zip")
    }

    @Test(arguments: [["."], ["./."], ["a", "plain", "z"], [".", "./a", "a/N", "z/N.notebundle/notes/Heron.md"]])
    func `stands for all of them, each once and under one name`(words: [String]) throws {
        try TemporaryFolder.with { folder in
            try Self.furnish(folder)
            let result = try Command.run([Tool.path, "validate"] + words, in: folder)
            #expect(result.output == Self.all.map { "\($0): valid\n" }.joined() + "5 notebooks: 5 valid\n")
            #expect(result.status == 0 && result.errors == "")
        }
    }

    @Test func `is not passed where a name in it is not UTF-8`() throws {
        try TemporaryFolder.with { folder in
            try Self.furnish(folder)
            let made = try Tool.shell(
                """
                mkdir "$(printf 'no\\377thing')" "$(printf 'some\\377thing')"
                cp -R plain "$(printf 'some\\377thing/N.notebundle')" && cp -R plain "$(printf 'N\\377.notebundle')"
                """, in: folder)
            try #require(made.status == 0)
            let result = try Tool.run("validate", ".", in: folder)
            #expect(result.status == 2)
            #expect(result.output.hasSuffix("7 notebooks: 5 valid, 2 unknown\n"))
            let expected = """
                bundle: N\u{FFFD}.notebundle: the path is not UTF-8
                hint: rename it
                bundle: some\u{FFFD}thing/N.notebundle: the path is not UTF-8
                hint: rename it

                """
            #expect(result.errors == expected)
        }
    }

    @Test func `is not waited for where a pipe has the name of an archive`() throws {
        try TemporaryFolder.with { folder in
            try Self.furnish(folder)
            try #require(try Command.run(["mkfifo", folder.path + "/p.notebundle.tar"]).status == 0)
            let result = try Tool.run("validate", ".", in: folder)
            #expect(result.status == 2)
            #expect(result.output.hasSuffix("6 notebooks: 5 valid, 1 unknown\n"))
            let error = "bundle: p.notebundle.tar is not a notebook: neither a directory nor a file\n"
            #expect(result.errors.hasPrefix(error))
        }
    }

    /// Runs the tool as somebody who may not read everything.
    private static func runAsNobody(_ words: [String], in folder: URL) throws -> Command.Result {
        let script = """
            import os, sys
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        return try Python.run(.text(script), [Tool.path] + words, in: folder)
    }

    static let canBeNobody =
        (try? TemporaryFolder.with { try runAsNobody(["--version"], in: $0).status == 0 }) == true

    @Test(.enabled(if: canBeNobody, "needs python3, and the tool where nobody may run it"))
    func `is not passed where something must not be read`() throws {
        try TemporaryFolder.with { folder in
            try Self.furnish(folder)
            let made = try Tool.shell(
                """
                mkdir unlisted unsearched && cp -R plain unlisted/N.notebundle && cp -R plain unsearched/N.notebundle
                cp a/*.zip locked.notebundle.zip && cp -R plain locked.notebundle && cp -R plain part.notebundle
                chmod 000 unlisted locked.notebundle.zip locked.notebundle part.notebundle/notes/Heron.md
                chmod 444 unsearched
                """, in: folder)
            try #require(made.status == 0)
            defer { _ = try? Tool.shell("chmod -R u+rwX .", in: folder) }
            let result = try Self.runAsNobody(["validate", "."], in: folder)
            #expect(result.status == 2)
            #expect(result.output.hasSuffix("10 notebooks: 5 valid, 5 unknown\n"), "\(result.output)")
            let errors = result.errors.split(separator: "\n").filter { $0.hasPrefix("bundle:") }
            #expect(
                errors == [
                    "bundle: cannot read locked.notebundle: Permission denied",
                    "bundle: locked.notebundle.zip: cannot open “\(folder.path)/locked.notebundle.zip”: Permission denied",
                    "bundle: cannot read part.notebundle/notes/Heron.md: Permission denied",
                    "bundle: cannot list unlisted: Permission denied",
                    "bundle: cannot read unsearched/N.notebundle: Permission denied",
                ], "\(result.errors)")
        }
    }
}
