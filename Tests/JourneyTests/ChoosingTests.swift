import Foundation
import TestSupport
import Testing

/// Somebody chooses one of several items at a terminal, which Python's `pty` provides.
@Suite(.waitsForPrograms, .enabled(if: Command.path(of: "python3") != nil, "python3 is not installed"))
struct `Choosing an item` {
    private static let made = Result {
        let folder = try TemporaryFolder.lasting()
        try Tool.succeed("create", "N", in: folder.url)
        for (title, text) in [
            ("Zettelkasten", "A box."), ("Zettel und Karten", "Slips."), ("Übersicht der Zettel", "鷺 all."),
        ] {
            try Tool.succeed("add", "note", "--title", title, "--body", text, in: folder.url)
        }
        return folder
    }

    static let picks: [(steps: [[String]], status: Int32, shown: String)] = [
        ([["Which item is “zett”?", "\u{1B}[B\r"]], 0, "A box."),
        ([["Which item", "kasten"], ["1 of 3", "\r"]], 0, "A box."),
        ([["Which item", "ubers"], ["1 of 3", "\r"]], 0, "鷺 all."),
        ([["Which item", "\u{1B}"]], 1, "nothing was chosen for “zett”"),
        // As Ctrl-C ends other programs.
        ([["Which item", "\u{3}"]], 128 + 2, ""),
        ([["│ ", "qqq"], ["nothing matches", "\u{15}"], ["(3)", "\u{1B}"]], 1, "nothing was chosen"),
    ]

    @Test(arguments: picks.indices, [[:], ["LC_ALL": "C"]])
    func `narrows, moves, shows the text, and leaves the terminal as it was`(
        number: Int, environment: [String: String]
    ) throws {
        let (steps, status, shown) = Self.picks[number]
        let folder = try Self.made.get().url
        let result = try TypedSession.run(["show", "zett"], steps, in: folder, environment: environment)
        #expect(result.status == status, "\(result.output)")
        let last = result.output.components(separatedBy: "\u{1B}[J").last ?? ""
        #expect(shown.isEmpty || last.contains(shown), "\(result.output)")
    }

    @Test func `is for people: programs get the candidates`() throws {
        let folder = try Self.made.get().url
        for words in [["show", "zett"], ["show", "zett", "--json"]] {
            let result = try Command.run([Tool.path] + words, in: folder)
            #expect(
                result.status == 1 && result.output.isEmpty && result.errors.contains("matches 3 items"), "\(result)")
        }
        let json = try TypedSession.run(["show", "zett", "--json"], [], in: folder)
        #expect(json.status == 1 && json.output.contains("matches 3 items"), "\(json.output)")
    }

    @Test func `asks before it replaces what was found by a part`() throws {
        let made = try Self.made.get()
        try TemporaryFolder.with { folder in
            _ = try Command.run(["/bin/cp", "-R", made.path + "/N.notebundle", folder.path])
            let question = "Use notes/Zettelkasten.md for “kasten”?"
            let kept = try TypedSession.run(["edit", "kasten", "--body", ""], [[question, "n\n"]], in: folder)
            #expect(kept.status == 1, "\(kept.output)")
            #expect(try Tool.succeed("show", "Zettelkasten", "--body", in: folder) == "A box.\n")
            let gone = try TypedSession.run(["edit", "kasten", "--body", "New."], [[question, "y\n"]], in: folder)
            #expect(gone.status == 0, "\(gone.output)")
            #expect(try Tool.succeed("show", "Zettelkasten", "--body", in: folder) == "New.\n")
            // Whoever chooses has been asked.
            let chosen = try TypedSession.run(
                ["rename", "zett", "Slips"], [["Which item", "kasten"], ["1 of 3", "\r"]], in: folder)
            #expect(chosen.status == 0 && chosen.output.contains("notes/Slips.md"), "\(chosen.output)")
        }
    }

    @Test func `is drawn for the size that the terminal has`() throws {
        let folder = try Self.made.get().url
        let result = try TypedSession.run(
            ["show", "zett"], [["Zettelkasten.md", "SIZE 30 8"], ["…", "\u{1B}"]], in: folder)
        let drawings = result.output.components(separatedBy: "\u{1B}[J").filter { $0.contains("Zettel") }
        let last = try #require(drawings.last)
        let lines = last.components(separatedBy: "\u{1B}[")[0].split { $0.isNewline }
        #expect(drawings.count >= 2 && lines.allSatisfy { $0.count < 30 }, "\(result.output)")
    }

    @Test func `is not for terminals that cannot move the cursor`() throws {
        let folder = try Self.made.get().url
        let result = try TypedSession.run(["show", "zett"], [], in: folder, environment: ["TERM": "dumb"])
        #expect(result.status == 1 && result.output.contains("matches 3 items"), "\(result.output)")
    }

    @Test func `asks before it deletes what was found by a part`() throws {
        let made = try Self.made.get()
        try TemporaryFolder.with { folder in
            _ = try Command.run(["/bin/cp", "-R", made.path + "/N.notebundle", folder.path])
            let kept = try TypedSession.run(["rm", "kasten"], [["to the trash?", "n\n"]], in: folder)
            #expect(kept.output.contains("Zettelkasten"), "\(kept.output)")
            #expect(try Tool.succeed("ls", in: folder).split(separator: "\n").count == 3)
            let gone = try TypedSession.run(["rm", "kasten"], [["to the trash?", "y\n"]], in: folder)
            #expect(gone.status == 0, "\(gone.output)")
            #expect(try !Tool.succeed("ls", in: folder).contains("kasten"))
        }
    }
}
