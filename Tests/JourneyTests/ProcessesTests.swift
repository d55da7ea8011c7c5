import Foundation
import TestSupport
import Testing

/// Several processes at once, and processes that are killed.
@Suite(.waitsForPrograms, .serialized) struct `A notebook and many processes` {
    private static func titles(_ folder: URL) throws -> [String] {
        try Tool.succeed("ls", "N", "--json", in: folder).matches(of: /"title": "([^"]*)"/).map { String($0.output.1) }
    }

    @Test func `that edit at once all succeed, one after the other`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            // Not the shell's own jobs: a test's threads block the signal by which a shell notices their end.
            let script = "seq 1 12 | xargs -P 12 -I % \"$BUNDLE\" add N note --title 'Note %' --body % 2>&1 >/dev/null"
            let result = try Tool.shell(script, in: folder)
            #expect(result.output == "")
            #expect(Set(try Self.titles(folder)) == Set((1...12).map { "Note \($0)" }))
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
        }
    }

    /// Every success that was reported is still there, and the notebook is valid, whenever the process was killed.
    @Test(.enabled(if: Command.path(of: "python3") != nil, "python3 is not installed"))
    func `that are killed lose nothing`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "Kept", "--body", "0", in: folder)
            let script = """
                import os, subprocess, time
                killed = 0
                for i in range(40):
                    words = [os.environ["BUNDLE"], "edit", "N", "Kept", "--append", f"line {i}"]
                    edit = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    time.sleep((i * 7 % 40) / 1000)
                    edit.kill()
                    if edit.wait() == 0:
                        with open("reported", "a") as file:
                            file.write(f"line {i}\\n")
                    else:
                        killed += 1
                print(killed)
                """
            let killed = try Tool.shell("python3 -c '\(script)'", in: folder).output
            #expect(Int(killed.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 3, "killed \(killed)")
            let recovered = try Tool.run("open", "N", in: folder)
            #expect(recovered.status == 0, "\(recovered.errors)")
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
            let body = try Tool.succeed("show", "N", "Kept", "--body", in: folder).split(separator: "\n")
            let reported = (try? String(contentsOf: folder.appending(path: "reported"), encoding: .utf8)) ?? ""
            #expect(Set(reported.split(separator: "\n")).subtracting(body) == [])
        }
    }

    static let canInject =
        Command.path(of: "strace").map { (try? Command.run([$0, "-o", "/dev/null", "true"]).status) == 0 } == true

    /// The rename to `.bundle/journal` is the first one, and the commit.
    @Test(.enabled(if: canInject, "strace is not installed or not permitted"), arguments: [1, 2])
    func `that were killed before or after the commit are undone or completed by the next one`(rename: Int) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "A", "--body", "old", in: folder)
            let line = """
                strace -f -o /dev/null -e trace=renameat,renameat2 -e inject=renameat,renameat2:signal=KILL:when=\(rename) \
                "$BUNDLE" edit N A --append new
                """
            #expect(try Tool.shell(line, in: folder).status != 0)
            let isUndone =
                rename == 1
                && !FileManager.default.fileExists(
                    atPath: folder.path + "/N.notebundle/.bundle/journal")
            let status = try Tool.run("status", "N", in: folder)
            #expect(status.status == 1)
            let remains = isUndone ? "an interrupted edit left files" : "an edit was interrupted after it was saved"
            #expect(status.output.contains(remains))
            let opened = try Tool.run("open", "N", in: folder)
            #expect(
                (opened.output + opened.errors).contains(isUndone ? "note: removed the files" : "completed"),
                "\(opened.output)\(opened.errors)")
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
            #expect(try Tool.succeed("show", "N", "A", "--body", in: folder) == (isUndone ? "old\n" : "old\n\nnew\n"))
        }
    }
}
