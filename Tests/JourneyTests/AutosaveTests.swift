import Foundation
import TestSupport
import Testing

/// Editors that save again and again, as processes; each waits until the notebook has what it saved.
@Suite(.waitsForPrograms) struct `An open editor` {
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
            // Nobody knows whether this editor is closed.
            #expect(try Self.drafts(folder).count == 1)
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

    @Test func `that fails and may still be open keeps its file`() throws {
        try TemporaryFolder.with { folder in
            let script = """
                "$BUNDLE" create N >/dev/null; "$BUNDLE" add -n N note --title Heron --body one >/dev/null
                "$BUNDLE" add -n N card --front Q --back A >/dev/null
                printf '#!/bin/sh\nexit 3\n' > gui; chmod +x gui; mkdir tmp
                export HOME=$PWD TMPDIR=$PWD/tmp EDITOR=$PWD/gui
                "$BUNDLE" edit N heron; "$BUNDLE" edit N Q; "$BUNDLE" add -n N note --title New --edit
                "$BUNDLE" add -n N card --edit
                """
            let errors = try Tool.shell(script, in: folder).errors
            let told = errors.split(separator: "\n").filter {
                $0.contains("failed with status 3; nothing was changed; if it is still open, what it saves from now on")
            }
            let drafts = try Self.drafts(folder)
            #expect(told.count == 4 && drafts.count == 4, "\(errors)")
            for draft in drafts { #expect(errors.contains(draft)) }
            // What is typed now is taken over by the next edit.
            let typing = """
                export HOME=$PWD TMPDIR=$PWD/tmp; for f in tmp/*/Heron.md; do echo typed >> "$f"; done; EDITOR=true "$BUNDLE" edit N heron
                EDITOR=false "$BUNDLE" edit N heron; EDITOR=./nothing "$BUNDLE" edit N heron
                """
            let typed = try Tool.shell(typing, in: folder)
            #expect(typed.errors.contains("note: saved what you typed into "), "\(typed)")
            #expect(typed.errors.contains("cannot start the editor"), "\(typed)")
            #expect(try Self.note(folder).contains("typed\n"))
            #expect(try Self.drafts(folder).count == drafts.count)
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

    @Test(arguments: ["TERM", "HUP"])
    func `that saved last before a signal ends the tool has that save in the notebook`(signal: String) throws {
        try Self.edit("echo saved >> \"$file\"; kill -\(signal) $PPID; exec sleep 30") { (folder: URL, result) throws in
            #expect(result.status == (signal == "TERM" ? 143 : 129), "\(result)")
            let (note, drafts) = (try Self.note(folder), try Self.drafts(folder))
            #expect(note.contains("saved\n"))
            #expect(drafts.count == 1 && result.errors.contains("the previous text is in"), "\(result.errors)")
        }
    }

    @Test func `that goes on after a signal, or leaves its own copy, keeps its file`() throws {
        let stubborn = "trap '' HUP; echo saved >> \"$file\"; kill -HUP $PPID; sleep 4"
        try Self.edit(stubborn) { (folder: URL, result) throws in
            #expect(result.status == 129 && result.errors.contains("the editor is still open"), "\(result)")
            #expect(try Self.note(folder).contains("saved\n"))
        }
        try Self.edit("echo typed > \"$file.save\"; kill -HUP $PPID; sleep 1") { (folder: URL, result) throws in
            let copy = result.errors.firstMatch(of: /the editor left (.*)/)?.output.1
            #expect(try String(contentsOfFile: String(copy ?? ""), encoding: .utf8) == "typed\n", "\(result)")
        }
    }

    @Test func `with a signal changes nothing if nothing was saved`() throws {
        try Self.edit("kill -TERM $PPID; sleep 1") { (folder: URL, result) throws in
            #expect(result.status == 143 && !result.errors.contains("note:"), "\(result)")
            #expect(try Self.note(folder).hasSuffix("one\ntwo\n"))
            #expect(try Self.drafts(folder).isEmpty)
        }
    }

    @Test(arguments: [("new", "Inbox/"), ("add N note", "")], [0, 3])
    func `of a new note adds it with the first save, and changes it with the next`(
        verb: (words: String, folder: String), status: Int
    ) throws {
        let script = """
            #!/bin/sh
            notes=N.notebundle/notes/\(verb.folder)
            wait_for() { for i in $(seq 1200); do grep -qs "$1" "$notes"*.md && return; sleep 0.05; done; exit 99; }
            : > "$1"; sleep 0.5
            printf 'Buy mi' > "$1"; wait_for 'title: Buy mi'
            "$BUNDLE" edit N "Buy mi" --tag=+shop > /dev/null
            printf 'Buy milk\n\nand bread\n' > "$1"; wait_for bread
            exit \(status)
            """
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Data(script.utf8).write(to: folder.appending(path: "editor"))
            let call = "chmod +x editor; mkdir tmp; export EDITOR=./editor TMPDIR=$PWD/tmp; "
            let typed = try Tool.shell(
                call
                    + "python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' $BUNDLE \(verb.words)",
                in: folder)
            #expect(typed.status == (status == 0 ? 0 : 2), "\(typed)")
            let notes = folder.appending(path: "N.notebundle/notes/\(verb.folder)")
            let names = try FileManager.default.contentsOfDirectory(atPath: notes.path)
            // The name follows the first line once the editor has ended as it should.
            #expect(names.filter { $0.hasSuffix(".md") } == [status == 0 ? "Buy milk.md" : "Buy mi.md"])
            let text = try String(
                contentsOf: notes.appending(path: names.first { $0.hasSuffix(".md") } ?? ""), encoding: .utf8)
            #expect(text.contains("Buy milk\n\nand bread\n") && text.contains("tags: [shop]"), "\(text)")
            #expect(text.contains(status == 0 ? "title: Buy milk\n" : "title: Buy mi\n"))
            // Nobody knows whether this editor is closed.
            #expect(try Self.drafts(folder).count == 1)
        }
    }

    /// An editor that returns at once, and saves what the user types a moment later.
    private static let detached = """
        #!/bin/sh
        setsid sh -c 'sleep 4; printf "typed\\n" >> "$0"' "$1" > /dev/null 2>&1 &
        """

    /// Waits until a file has what was typed.
    private static func wait(for path: String, in folder: URL) throws {
        let wait = "for i in $(seq 600); do grep -q typed \"$F\" && exit; sleep 0.1; done; exit 99"
        #expect(try Tool.shell("F='\(path)'; \(wait)", in: folder).status == 0)
    }

    @Test func `that returns at once keeps its file, and the next edit takes over what was typed`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "Heron", "--body", "one", in: folder)
            try Data(Self.detached.utf8).write(to: folder.appending(path: "editor"))
            let call = "chmod +x editor; export HOME=$PWD EDITOR=./editor TMPDIR=$PWD; $BUNDLE edit N heron"
            let first = try Tool.shell(call, in: folder)
            #expect(first.status == 1 && !first.errors.contains("nothing was changed"), "\(first)")
            let path = first.errors.firstMatch(of: /is only in (.*\.md)/).map { String($0.output.1) }
            try Self.wait(for: path ?? "", in: folder)
            // Another note leaves it alone, and says so.
            let other = try Tool.shell(
                "HOME=$PWD EDITOR=true TMPDIR=$PWD $BUNDLE add N note --title Owl --edit", in: folder)
            #expect(other.status == 0 && other.errors.contains("takes it over"), "\(other)")
            let second = try Tool.shell("HOME=$PWD EDITOR=true TMPDIR=$PWD $BUNDLE edit N heron", in: folder)
            #expect(second.status == 0 && second.errors.contains("saved what you typed"), "\(second)")
            #expect(try Self.note(folder).hasSuffix("\none\ntyped\n"))
            let third = try Tool.shell("HOME=$PWD EDITOR=true TMPDIR=$PWD $BUNDLE edit N heron", in: folder)
            #expect(third.errors == "note: nothing was changed\n")
        }
    }

    @Test func `of a new note that returns at once keeps its file, and the next says how to add it`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Data(Self.detached.utf8).write(to: folder.appending(path: "editor"))
            let setting = "chmod +x editor; export HOME=$PWD TMPDIR=$PWD EDITOR="
            let first = try Tool.shell(setting + "./editor; $BUNDLE add N note --edit", in: folder)
            #expect(first.status == 1, "\(first)")
            let path = first.errors.firstMatch(of: /--file '(.*\.md)'/).map { String($0.output.1) }
            try Self.wait(for: path ?? "", in: folder)
            let second = try Tool.shell(setting + "true; $BUNDLE add N note --edit", in: folder)
            #expect(second.errors.contains("is not in the notebook"), "\(second)")
            try Tool.succeed("add", "N", "note", "--file", path ?? "", in: folder, environment: ["HOME": folder.path])
            let third = try Tool.shell(setting + "true; $BUNDLE add N note --edit", in: folder)
            #expect(third.errors == "note: nothing was written, so nothing was added\n")
            #expect(try Tool.run("show", "N", "typed", in: folder).status == 0)
        }
    }

    /// A program that saves at once and returns while its window is open, and one that needs long to open it.
    @Test(arguments: [
        "echo early >> \"$1\"; (sleep 4; echo typed >> \"$1\") &", "sleep 6; (sleep 4; echo typed >> \"$1\") &",
    ])
    func `that may still be open keeps its file, whatever it did before`(script: String) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "Heron", in: folder)
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: folder.appending(path: "editor"))
            let setting = "chmod +x editor; export HOME=$PWD TMPDIR=$PWD/tmp; mkdir -p tmp; "
            let first = try Tool.shell(setting + "EDITOR=./editor $BUNDLE edit N heron >/dev/null 2>errors", in: folder)
            #expect(first.status == 0)
            let said = try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8)
            #expect(said.contains("what it saves from now on is only in \(folder.path)/tmp/"), "\(said)")
            #expect(said.contains("code --wait"))
            let path = try #require(said.firstMatch(of: /only in (.*?\.md):/)).output.1
            try Self.wait(for: String(path), in: folder)
            let second = try Tool.shell(setting + "EDITOR=true $BUNDLE edit N heron", in: folder)
            #expect(second.errors.contains("note: saved what you typed into"), "\(second)")
            #expect(try Self.note(folder).contains("typed\n"))
        }
    }

    @Test func `that damages the front matter saves it, and says so`() throws {
        try Self.edit("sed -i 's/^title:.*/title: [unclosed/' \"$file\"") { (folder: URL, result) throws in
            #expect(result.status == 0)
            #expect(
                result.errors.hasPrefix(
                    "note: notes/Heron.md:3:8: the value of “title” cannot be read, and counts as missing\n"))
            #expect(try Self.note(folder).contains("title: [unclosed\n"))
        }
        try Self.edit("printf -- '---\\ntitle: x\\n\\nbody\\n' > \"$file\"") { (folder: URL, result) throws in
            #expect(
                result.errors.hasPrefix(
                    "note: notes/Heron.md: the front matter has no closing “---”, so its lines are text now\n"))
            #expect(try Self.note(folder).hasSuffix("---\ntitle: x\n\nbody\n"))
        }
    }
}
