import Foundation
import TestSupport
import Testing

/// Editors that save again and again, as processes; each waits until the notebook has what it saved.
@Suite struct `An open editor` {
    /// An editor: `wait TEXT` ends when the note has the text, and fails after a minute.
    private static let head = """
        #!/bin/sh
        file="$1"; note=N.notebundle/notes/Heron.md
        wait_for() { for i in $(seq 1200); do grep -q "$1" $note && return; sleep 0.05; done; exit 99; }

        """

    private static func edit(_ script: String, _ body: (URL, Command.Result) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "Heron", "--body", "one\ntwo", in: folder)
            try Data((head + script).utf8).write(to: folder.appending(path: "editor"))
            let result = try Tool.shell(
                "chmod +x editor; mkdir tmp; EDITOR=./editor TMPDIR=$PWD/tmp $BUNDLE edit N heron", in: folder)
            try body(folder, result)
        }
    }

    private static func note(_ folder: URL) throws -> String {
        try String(contentsOf: folder.appending(path: "N.notebundle/notes/Heron.md"), encoding: .utf8)
    }

    private static func drafts(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "tmp").path)
    }

    @Test func `saves into the notebook each time`() throws {
        let script = """
            echo first >> "$file"; wait_for first
            "$BUNDLE" edit N heron --append "by somebody else" > /dev/null
            sed -i s/one/ONE/ "$file"; wait_for ONE
            sed -i s/two/TWO/ "$file"
            """
        try Self.edit(script) { folder, result in
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("merged both versions"))
            let text = try Self.note(folder)
            for line in ["ONE", "TWO", "first", "by somebody else"] { #expect(text.contains(line + "\n")) }
            #expect(try Self.drafts(folder).isEmpty)
            #expect(try Tool.run("validate", "N", in: folder).status == 0)
        }
    }

    @Test func `that crashes loses nothing`() throws {
        try Self.edit("echo saved >> \"$file\"; wait_for saved; kill -9 $$") { (folder: URL, result) throws in
            #expect(result.status == 2)
            #expect(result.errors.contains("what it saved is in the notebook"), "\(result.errors)")
            let (note, drafts) = (try Self.note(folder), try Self.drafts(folder))
            #expect(note.contains("saved\n"))
            // The text before is kept: the editor may have been interrupted while it wrote.
            #expect(drafts.count == 1 && result.errors.contains(drafts.first ?? "?"))
        }
    }

    @Test func `that crashes while it saves leaves its file`() throws {
        let script = "echo saved >> \"$file\"; wait_for saved; echo unsaved >> \"$file\"; exit 3"
        try Self.edit(script) { (folder: URL, result) throws in
            #expect(result.status == 2)
            #expect(result.errors.contains("what you typed is in"), "\(result.errors)")
            let (note, drafts) = (try Self.note(folder), try Self.drafts(folder))
            #expect(note.contains("saved\n"))
            #expect(drafts.count == 1)
        }
    }
}
