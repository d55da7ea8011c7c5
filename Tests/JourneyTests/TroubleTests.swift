import Foundation
import TestSupport
import Testing

/// Pipes that close, disks that are full, places that cannot be written.
@Suite(.waitsForPrograms) struct `In trouble the tool` {
    static let fieldGuide = Project.samples.appending(path: "Field Guide.notebundle").path
    static let canMount: Bool = {
        guard getuid() == 0 else { return false }
        return
            (try? TemporaryFolder.with { folder in
                let line = "mount -t tmpfs -o size=64k none '\(folder.path)' && umount '\(folder.path)'"
                return try Command.run(["/bin/sh", "-c", line]).status == 0
            }) ?? false
    }()

    @Test(arguments: ["ls '\(fieldGuide)' --tree", "archive '\(fieldGuide)' -o - --format zip", "explain --json"])
    func `takes a closed pipe for success, without a word`(call: String) throws {
        try TemporaryFolder.with { folder in
            let line = "{ \"$BUNDLE\" \(call) 2>errors; echo $? >status; } | head -c 10 >/dev/null; cat status errors"
            let output = try Tool.shell(line, in: folder).output
            #expect(output == "0\n")
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
    func `says when its output has no space`() throws {
        try TemporaryFolder.with { folder in
            let result = try Tool.shell("\"$BUNDLE\" ls '\(Self.fieldGuide)' >/dev/full", in: folder)
            #expect(result.status == 2)
            let expected = """
                bundle: cannot write standard output: No space left on device
                hint: only the output is incomplete; see what was done before you try again

                """
            #expect(result.errors == expected)
            // A change is made, whatever becomes of the report.
            try Tool.succeed("create", "N", in: folder)
            let added = try Tool.shell("\"$BUNDLE\" -n N add note --title Added --body x >/dev/full", in: folder)
            #expect(added.status == 2 && added.errors == expected)
            #expect(try Tool.succeed("ls", "N", in: folder).contains("Added"))
        }
    }

    @Test(.enabled(if: canMount, "needs the right to mount"))
    func `leaves a full disk as it was`() throws {
        try TemporaryFolder.with { folder in
            let disk = folder.path
            _ = try Command.run(["/bin/sh", "-c", "mount -t tmpfs -o size=64k none '\(disk)'"])
            defer { _ = try? Command.run(["/bin/sh", "-c", "umount '\(disk)'"]) }
            for words in [
                ["unarchive", "../guide.zip", "-C", "."], ["create", "M", "--from", Self.fieldGuide + "/notes"],
            ] {
                let archive = folder.deletingLastPathComponent().appending(path: "guide.zip").path
                if words[0] == "unarchive" { try Tool.succeed("archive", Self.fieldGuide, "-o", archive) }
                defer { try? FileManager.default.removeItem(atPath: archive) }
                let line = words.map { "'\($0)'" }.joined(separator: " ")
                let result = try Tool.shell("\"$BUNDLE\" \(line)", in: folder)
                #expect(result.status == 2)
                #expect(result.errors.contains("No space left on device"), "\(result.errors)")
                #expect(result.errors.split(separator: "\n").count <= 2)
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
            }
        }
    }

    @Test(.enabled(if: canMount, "needs the right to mount"))
    func `reads a notebook on a medium that cannot be written, and says why it cannot be changed`() throws {
        try TemporaryFolder.with { folder in
            let disk = folder.path
            _ = try Command.run(["/bin/sh", "-c", "mount -t tmpfs -o size=8m none '\(disk)'"])
            defer { _ = try? Command.run(["/bin/sh", "-c", "umount '\(disk)'"]) }
            try Tool.succeed("create", "N", "--sample", in: folder)
            _ = try Command.run(["/bin/sh", "-c", "mount -o remount,ro '\(disk)'"])
            #expect(try Tool.run("ls", "N", in: folder).status == 0)
            #expect(try Tool.run("open", "N", in: folder).status == 0)
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
            let result = try Tool.run("add", "N", "note", "--body", "x", in: folder)
            #expect(result.status == 2)
            #expect(result.errors.contains("Read-only file system"), "\(result.errors)")
        }
    }

    /// Each read of an archive fails, one after the other.
    @Test(
        .enabled(if: `A notebook and many processes`.canInject, "strace is not installed or not permitted"),
        arguments: ["zip", "tar", "tar.gz"])
    func `does not take an archive for valid that the medium does not give`(ending: String) throws {
        try TemporaryFolder.with { folder in
            let archive = folder.path + "/a.notebundle.\(ending)"
            try Tool.succeed("archive", Self.fieldGuide, "-o", archive)
            var failures = 0
            for number in 1... {
                let line = """
                    strace -f -o trace -P '\(archive)' -e trace=pread64 -e inject=pread64:error=EIO:when=\(number) \
                    "$BUNDLE" validate '\(archive)' --json
                    """
                let result = try Tool.shell(line, in: folder)
                let trace = try String(contentsOf: folder.appending(path: "trace"), encoding: .utf8)
                guard trace.contains("(INJECTED)") else {
                    #expect(result.status == 0)
                    break
                }
                #expect(result.status == 2 && result.output.contains("\"verdict\": \"unknown\""), "read \(number)")
                #expect(result.errors.contains("Input/output error"), "\(result.errors)")
                failures += 1
            }
            #expect(failures >= 2)
        }
    }

    @Test func `takes in a folder with names that are no text, and says what stays out`() throws {
        try TemporaryFolder.with { folder in
            let made = try Tool.shell(
                "mkdir V && printf 'x' > \"V/$(printf 'b\\377d').md\" && printf y > V/good.md", in: folder)
            try #require(made.status == 0)
            let result = try Tool.run("create", "N", "--from", "V", in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let expected = """
                created N.notebundle
                imported 2 notes, 0 attachments
                changed:
                  b\u{FFFD}d.md: renamed to notes/b\u{FFFD}d.md: the name is not UTF-8

                """
            #expect(result.output == expected)
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
        }
    }

    @Test func `tells of very many files that stay outside how many there are`() throws {
        try TemporaryFolder.with { folder in
            let line = """
                "$BUNDLE" create N && mkdir N.notebundle/blobs/d && i=0
                while [ $i -lt 130 ]; do : > N.notebundle/blobs/d/$i; i=$((i + 1)); done
                """
            try #require(try Tool.shell(line, in: folder).status == 0)
            let notes = try Tool.run("seal", "N", in: folder).errors.split(separator: "\n")
            #expect(notes.count == 101 && notes.last == "note: 30 more files not sealed; ‘bundle status’ lists them")
        }
    }
}

/// Words of the command line that are not text.
@Suite(.waitsForPrograms) struct `An argument that is not UTF-8` {
    @Test func `is refused, and nothing else is stored in its place`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            let refused = try Tool.shell(#"$BUNDLE add N note --title "$(printf 'caf\351')" --body x"#, in: folder)
            #expect(
                refused.status == 64
                    && refused.errors
                        == "bundle: argument 5, “caf\u{FFFD}”, is not UTF-8\nhint: type it in a UTF-8 locale, or give the file another name\n",
                "\(refused)")
            #expect(try Tool.succeed("ls", "N", in: folder).isEmpty)
            // The character itself is one like others.
            try Tool.succeed("add", "N", "note", "--title", "\u{FFFD}", "--body", "x", in: folder)
        }
    }
}
