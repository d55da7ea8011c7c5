import Foundation
import TestSupport
import Testing

/// Two people work on one notebook in two branches, and git merges them.
@Suite(.waitsForPrograms, .enabled(if: Command.path(of: "git") != nil, "git is not installed"))
struct `A notebook that git has merged` {
    /// A repository with a notebook `N.notebundle` and a note of two paragraphs; `mine` and `theirs` are lines of a
    /// shell, each followed by a commit in a branch of its own, and the merge stays as git leaves it.
    private static func merge(_ folder: URL, mine: String, theirs: String) throws -> Command.Result {
        let line = """
            set -e
            git init -q -b main . && git config user.name T && git config user.email t@example.org
            "$BUNDLE" create N >/dev/null
            printf 'First paragraph.\\n\\nA line between.\\n\\nAnother line.\\n\\nLast paragraph.\\n' | "$BUNDLE" add N note --title Note >/dev/null
            git add -A && git commit -qm base
            git checkout -q -b theirs && \(theirs) && git commit -qam theirs
            git checkout -q main && \(mine) && git commit -qam mine
            git merge -q theirs >merge.log 2>&1 || true
            """
        return try Tool.shell(line, in: folder, environment: ["GIT_CONFIG_NOSYSTEM": "1", "HOME": folder.path])
    }

    /// Changes a text as an editor does, and seals it; the clock has gone on by then.
    private static func edit(_ from: String, _ to: String, date: String) -> String {
        "sed -i.bak -e 's/\(from)/\(to)/' -e 's/^modified: .*/modified: \(date)/' N.notebundle/notes/Note.md"
            + " && rm N.notebundle/notes/*.bak && \"$BUNDLE\" seal N >/dev/null"
    }

    @Test func `is sealed where two have edited different paragraphs`() throws {
        try TemporaryFolder.with { folder in
            let made = try Self.merge(
                folder, mine: Self.edit("First", "My first", date: "2030-01-01T00:00:00Z"),
                theirs: Self.edit("Last", "Their last", date: "2030-01-02T00:00:00Z"))
            try #require(made.status == 0, "\(made.errors)")
            let note = folder.appending(path: "N.notebundle/notes/Note.md")
            try #require(try String(contentsOf: note, encoding: .utf8).contains("<<<<<<<"), "git sees a conflict")
            let sealing = try Tool.run("seal", "N", in: folder)
            #expect(sealing.status == 0, "\(sealing.errors)")
            #expect(sealing.output.contains("resolved   notes/Note.md\n"), "\(sealing.output)")
            let text = try String(contentsOf: note, encoding: .utf8)
            #expect(text.contains("modified: 2030-01-02T00:00:00Z\n") && !text.contains("<<<<<<<"))
            #expect(text.contains("My first paragraph.") && text.contains("Their last paragraph."))
            #expect(try Tool.run("validate", "N", "--ignore", "NB415", in: folder).status == 0)
        }
    }

    @Test func `is repaired as it is sealed`() throws {
        try TemporaryFolder.with { folder in
            let tag = { (name: String) in "\"$BUNDLE\" tag N add \(name) Note >/dev/null" }
            let made = try Self.merge(
                folder, mine: tag("mine"), theirs: "sleep 1 && " + tag("theirs"))
            try #require(made.status == 0, "\(made.errors)")
            let note = folder.appending(path: "N.notebundle/notes/Note.md")
            try #require(try String(contentsOf: note, encoding: .utf8).contains("<<<<<<<"), "git sees a conflict")
            let repair = try Tool.run("repair", "N", in: folder)
            let rebuilt = "rebuilt    notes/Note.md (merged the dates and tags of both versions)\n"
            #expect(repair.output.contains(rebuilt), "\(repair.output)")
            let text = try String(contentsOf: note, encoding: .utf8)
            #expect(text.contains("\ntags: [mine, theirs]\n") && !text.contains("<<<<<<<"), "\(text)")
            #expect(try Tool.run("validate", "N", in: folder).status == 0)
        }
    }

    @Test func `is refused where both have edited one paragraph, unless both are wanted`() throws {
        try TemporaryFolder.with { folder in
            let made = try Self.merge(
                folder, mine: Self.edit("First", "My first", date: "2030-01-01T00:00:00Z"),
                theirs: Self.edit("First", "Their first", date: "2030-01-01T00:00:00Z"))
            try #require(made.status == 0, "\(made.errors)")
            let refused = try Tool.run("seal", "N", in: folder)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("notes/Note.md:8:1: conflict markers of git"), "\(refused.errors)")
            #expect(refused.errors.contains("--with-conflicts"))
            #expect(try Tool.run("seal", "N", "--with-conflicts", in: folder).status == 0)
            #expect(try Tool.run("validate", "N", "--ignore", "NB415", in: folder).output.contains("NB408"))
            // What was sealed like that keeps nobody from sealing other edits.
            #expect(try Tool.shell("echo New >N.notebundle/notes/New.md", in: folder).status == 0)
            #expect(try Tool.run("seal", "N", in: folder).status == 0)
        }
    }

    @Test func `is refused where two titles are marked, unless both are wanted`() throws {
        try TemporaryFolder.with { folder in
            let made = try Self.merge(
                folder, mine: Self.edit("title: Note", "title: Mine", date: "2030-01-01T00:00:00Z"),
                theirs: Self.edit("title: Note", "title: Theirs", date: "2030-01-02T00:00:00Z"))
            try #require(made.status == 0, "\(made.errors)")
            let refused = try Tool.run("seal", "N", in: folder)
            #expect(refused.status == 1 && refused.errors.contains("notes/Note.md:3:1: conflict markers of git"))
            #expect(try Tool.run("seal", "N", "--with-conflicts", in: folder).status == 0)
            let text = try String(
                contentsOf: folder.appending(path: "N.notebundle/notes/Note.md"), encoding: .utf8)
            #expect(text.contains("title: Theirs\n") && text.contains("title: Mine"), "\(text)")
        }
    }

    @Test(arguments: ["ls", "status", "validate", "show Note", "search first", "archive", "tag ls"])
    func `is told as that by every verb`(verb: String) throws {
        try TemporaryFolder.with { folder in
            let made = try Self.merge(
                folder, mine: Self.edit("First", "My first", date: "2030-01-01T00:00:00Z"),
                theirs: Self.edit("Last", "Their last", date: "2030-01-02T00:00:00Z"))
            try #require(made.status == 0, "\(made.errors)")
            let words = verb.split(separator: " ").map(String.init)
            let name = words[0] == "tag" ? ["tag", "N", "ls"] : [words[0], "N"] + words.dropFirst()
            let result = try Tool.shell("\"$BUNDLE\" \(name.joined(separator: " "))", in: folder)
            let said = result.output + result.errors
            #expect(result.status == 1, "\(said)")
            #expect(said.contains("merged by git; ") && said.contains("seal’"), "\(said)")
        }
    }
}
