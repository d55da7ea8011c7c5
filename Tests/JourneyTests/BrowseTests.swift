import Foundation
import TestSupport
import Testing

/// Somebody browses at a terminal, which Python's `pty` provides.
@Suite(.waitsForPrograms, .enabled(if: Command.path(of: "python3") != nil, "python3 is not installed"))
struct `Browsing at a terminal` {
    private static func prepared(_ body: (URL) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            for (title, text) in [("Heron", "At the [[Weir]]."), ("Weir", "A sill of stones."), ("Owl", "At night.")] {
                try Tool.succeed("add", "note", "--title", title, "--body", text, "--folder", "Birds", in: folder)
            }
            try body(folder)
        }
    }

    private static func browse(
        _ steps: [[String]], _ notebook: String = "N", in folder: URL, environment: [String: String] = [:]
    ) throws -> Command.Result {
        try TypedSession.run(
            ["browse", notebook], steps, in: folder,
            environment: ["HOME": folder.path, "XDG_DATA_HOME": "", "TZ": "UTC"].merging(environment) { $1 })
    }

    /// What the terminal shows before the tool leaves the screen.
    private static func screen(_ output: String, width: Int = 80, height: Int = 24) -> TerminalModel {
        var terminal = TerminalModel(width: width, height: height)
        let pieces = output.components(separatedBy: "\u{1B}[?1049l")
        terminal.write(pieces.dropLast().joined())
        return terminal
    }

    /// The titles of the notebook, sorted.
    private static func titles(_ options: String..., in folder: URL) throws -> [String] {
        let output = try Command.run([Tool.path, "ls", "N", "--json"] + options, in: folder).output
        let answer = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return (answer?["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }.sorted()
    }

    private static let leaving = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
    private static let hint = "q quit"

    @Test(arguments: [[:], ["LC_ALL": "C"]])
    func `shows three panes, and leaves the terminal as it was`(environment: [String: String]) throws {
        try Self.prepared { folder in
            let result = try Self.browse([[Self.hint, "q"]], in: folder, environment: environment)
            #expect(result.status == 0, "\(result.output)")
            #expect(result.output.hasSuffix(Self.leaving))
            let screen = Self.screen(result.output)
            #expect(screen.isAlternate && screen.texts[0] == "N · All items · 3 items")
            #expect(screen.texts[1].hasPrefix("›All items"))
            // NO_COLOR is set: looks without colours.
            #expect(screen.rows.joined().allSatisfy { !$0.look.contains("3") })
        }
    }

    @Test(arguments: [(1, 129), (2, 130), (3, 131), (15, 143)])
    func `leaves the terminal as it was whatever ends it`(signal: Int, status: Int) throws {
        try Self.prepared { folder in
            let result = try Self.browse([[Self.hint, "SIGNAL \(signal)"]], in: folder)
            #expect(result.status == status, "\(result.status)")
            #expect(result.output.hasSuffix(Self.leaving))
        }
    }

    @Test func `renames, deletes, undoes, and makes notes in the editor`() throws {
        try Self.prepared { folder in
            let result = try Self.browse(
                [
                    [Self.hint, "s"], ["sorted by created", "/weir"], ["weir", "\r"], [Self.hint, "r"],
                    ["New title: ", "\u{15}Mill weir 鷺\r"], ["renamed", "\u{1B}"], [Self.hint, "d"],
                    ["to the trash?", "y"], ["; u undoes that", "u"], ["undid the ", "a"],
                    ["Title of the new note: ", "Kite\r"], ["Kite", "q"],
                ], in: folder, environment: ["EDITOR": "echo 'Over the field.' >>"])
            #expect(result.status == 0, "\(result.output)")
            #expect(try Self.titles(in: folder) == ["Heron", "Kite", "Mill weir 鷺", "Owl"])
            #expect(try Self.titles("--trash", in: folder).isEmpty)
            #expect(try Tool.succeed("show", "N", "Heron", "--body", in: folder).contains("[[Mill weir 鷺]]"))
            #expect(try Command.run([Tool.path, "validate", "N"], in: folder).status == 0)
        }
    }

    @Test func `opens the days of a month: makes a note, marks its day, and finds it again`() throws {
        try Self.prepared { folder in
            let result = try Self.browse(
                [
                    [Self.hint, "C"], ["(Enter makes it)", "]jg\r"], ["made “", "C"], ["•", "\r"], ["e edit", "q"],
                ], in: folder)
            #expect(result.status == 0, "\(result.output)")
            let day = Date.now.formatted(.iso8601.year().month().day())
            #expect(try Self.titles(in: folder) == [day, "Heron", "Owl", "Weir"].sorted())
            let parts = result.output.components(separatedBy: "made “")
            #expect((parts.first ?? "").contains("notes/Daily/\(day).md (Enter makes it)"))
            #expect(!(parts.last ?? "").contains("(Enter makes it)"), "the note of the chosen day is there")
        }
    }

    @Test func `does not ask again if it is told so`() throws {
        try Self.prepared { folder in
            let result = try Self.browse(
                [[Self.hint, "d"], ["to the trash?", "a"], ["; u undoes that", "d"], ["; u undoes that", "q"]],
                in: folder)
            #expect(result.status == 0, "\(result.output)")
            #expect(try Self.titles(in: folder).count == 1 && Self.titles("--trash", in: folder).count == 2)
            let setting = try Tool.succeed(
                "config", "get", "confirmDelete", in: folder, environment: ["HOME": folder.path])
            #expect(setting.contains("false"))
        }
    }

    @Test func `shows what others change, by itself`() throws {
        try Self.prepared { folder in
            let command = "HOME=\(folder.path) '\(Tool.path)' add note --title Zander --body Fish -n '\(folder.path)/N'"
            let result = try Self.browse([[Self.hint, "RUN \(command)"], ["Zander", "q"]], in: folder)
            #expect(result.status == 0, "\(result.output)")
            #expect(Self.screen(result.output).texts[0] == "N · All items · 4 items")
        }
    }

    @Test func `says that others use the notebook, and shows the item when they are done`() throws {
        try Self.prepared { folder in
            let hold = """
                import fcntl, os, time
                for path in ("N.notebundle", "N.notebundle/manifest.json"):
                    fcntl.flock(os.open(path, os.O_RDONLY), fcntl.LOCK_EX)
                open("held", "w").close()
                end = time.time() + 120
                while not os.path.exists("seen") and time.time() < end:
                    time.sleep(0.05)
                """
            try Data(hold.utf8).write(to: folder.appending(path: "hold.py"))
            let result = try Self.browse(
                [
                    [Self.hint, "RUN python3 hold.py & until test -e held; do sleep 0.05; done"], ["", "j"],
                    ["others are using the notebook", "RUN touch seen"], ["night.", "q"],
                ], in: folder)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test func `remembers which folders are open`() throws {
        try Self.prepared { folder in
            try Tool.succeed("folder", "N", "add", "Birds/Deep", in: folder)
            let first = try Self.browse([[Self.hint, "hj"], ["l open", "l"], ["Deep", "q"]], in: folder)
            #expect(first.status == 0, "\(first.output)")
            let second = try Self.browse([["Deep", "q"]], in: folder)
            #expect(second.status == 0, "\(second.output)")
        }
    }

    @Test func `follows the size of the terminal`() throws {
        try Self.prepared { folder in
            let result = try Self.browse(
                [[Self.hint, "/ow"], ["ow", "SIZE 40 12"], ["\u{1B}[2J", "\u{1B}"], ["a new", "q"]],
                in: folder)
            #expect(result.status == 0, "\(result.output)")
            let last = "\u{1B}[2J" + (result.output.components(separatedBy: "\u{1B}[2J").last ?? "")
            let screen = Self.screen(last, width: 40, height: 12)
            #expect(screen.texts[0].hasPrefix("N · All items") && screen.texts.count == 12)
        }
    }

    @Test func `reads archives, and changes nothing in them`() throws {
        try Self.prepared { folder in
            try Tool.succeed("archive", "N", in: folder)
            let result = try Self.browse(
                [["read only", "d"], ["an archive cannot be changed", "q"]], "N.notebundle.zip", in: folder)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test func `needs a terminal`() throws {
        try Self.prepared { folder in
            let result = try Command.run([Tool.path, "browse", "N"], in: folder)
            #expect(
                result.status == 64 && result.errors.contains("cannot browse without a terminal"), "\(result.errors)")
        }
    }
}
