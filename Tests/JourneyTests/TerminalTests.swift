import Foundation
import TestSupport
import Testing

/// The tool on a terminal, which Python's `pty` provides.
@Suite(.waitsForPrograms) struct `On a terminal the tool` {
    static let hasPython = Command.path(of: "python3") != nil

    private static let script = """
        import os, pty, sys
        typed, words = sys.argv[1], sys.argv[2:]
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(words[0], words)
        if typed:
            os.write(terminal, typed.encode())
        output = b""
        while True:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            output += part
        sys.stdout.buffer.write(output)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """

    private static func run(
        _ words: String..., in folder: URL, typed: String = "", environment: [String: String] = [:]
    ) throws -> Command.Result {
        try Python.run(
            .text(script), [typed, Tool.path] + words, in: folder,
            environment: environment.merging(["TERM": "xterm"]) { given, _ in given })
    }

    private static func fill(_ folder: URL) throws {
        let notes = folder.appending(path: "V")
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        try Data("![[Film.bin]]\n".utf8).write(to: notes.appending(path: "Note.md"))
        // Takes longer than a tenth of a second to read and hash, also at 3 GB/s, and no room on the disk.
        let film = notes.appending(path: "Film.bin")
        try Data().write(to: film)
        let handle = try FileHandle(forWritingTo: film)
        defer { try? handle.close() }
        try handle.truncate(atOffset: 640 << 20)
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `shows how far long work is, and clears the line`() throws {
        try TemporaryFolder.with { folder in
            try Self.fill(folder)
            let calls = [
                ["create", "N", "--from", "V"], ["validate", "N"], ["archive", "N", "-o", "N.tar.zst"],
                ["unarchive", "N.tar.zst", "-C", "out"],
            ]
            try FileManager.default.createDirectory(
                at: folder.appending(path: "out"), withIntermediateDirectories: true)
            for call in calls {
                let result = try Python.run(
                    .text(Self.script), ["", Tool.path] + call, in: folder,
                    environment: ["TERM": "xterm"])
                #expect(result.status == 0, "\(call): \(result.output)")
                #expect(result.output.contains("\r\u{1B}[K"), "\(call)")
                #expect(result.output.contains("Film."), "\(call)")
                let last = result.output.components(separatedBy: "\r\u{1B}[K").last ?? ""
                #expect(!last.contains("(") || !last.contains("MB)"), "\(call): \(last)")
            }
            let elsewhere = try Tool.run("validate", "N", in: folder).errors
            #expect(elsewhere == "")
        }
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `asks for a password without showing it`() throws {
        // What is typed before the prompt is not taken.
        let script = """
            import os, pty, sys
            prompts, words = [b"Password: ", b"Repeat it: "], sys.argv[1:]
            pid, terminal = pty.fork()
            if pid == 0:
                os.execv(words[0], words)
            output = b""
            while True:
                try:
                    part = os.read(terminal, 65536)
                except OSError:
                    break
                if not part:
                    break
                output += part
                if prompts and prompts[0] in output:
                    prompts.pop(0)
                    os.write(terminal, b"sesame\\n")
            sys.stdout.buffer.write(output)
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            """
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            let result = try Python.run(
                .text(script), [Tool.path, "archive", "N", "-o", "n.zip", "--encrypt"],
                in: folder)
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(!result.output.contains("sesame"))
            try Data("sesame\n".utf8).write(to: folder.appending(path: "word"))
            #expect(try Tool.shell("\"$BUNDLE\" ls n.zip --password-fd 3 3<word", in: folder).status == 0)
        }
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"), arguments: [("y\n", 0), ("n\n", 1)])
    func `asks before it deletes`(typed: String, left: Int) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "A", "--body", "x", in: folder)
            let result = try Self.run("rm", "N", "A", in: folder, typed: typed)
            #expect(result.output.contains("?"), "\(result.output)")
            #expect(try Tool.succeed("ls", "N", in: folder).split(separator: "\n").count == left)
        }
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `opens the editor for a new note without a body`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            let editor = folder.appending(path: "editor")
            try Data("#!/bin/sh\ntest -t 0 && test -t 1 && echo 'typed in the editor' >> \"$1\"\n".utf8).write(
                to: editor)
            _ = try Command.run(["/bin/chmod", "+x", editor.path])
            let result = try Self.run(
                "add", "N", "note", "--title", "A", in: folder, environment: ["EDITOR": editor.path, "VISUAL": ""])
            #expect(result.status == 0, "\(result.output)")
            #expect(try Tool.succeed("show", "N", "A", "--body", in: folder).hasSuffix("typed in the editor\n"))
        }
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `is coloured unless NO_COLOR asks it not to be`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", "--sample", in: folder)
            let (plain, coloured) = try (
                Self.run("validate", "N", in: folder, environment: ["NO_COLOR": "1"]),
                Self.run("validate", "N", in: folder, environment: ["NO_COLOR": ""])
            )
            #expect(
                !plain.output.contains("\u{1B}[3") && coloured.output.contains("\u{1B}[32m"),
                "\(coloured.output.debugDescription)")
        }
    }
}
