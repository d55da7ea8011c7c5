import Testing

/// What ‘log’ and ‘undo’ say of a change that had consequences.
struct `A change that had consequences` {
    /// The latest line of the log after some commands, without its number and time, and what undoing it says.
    private static func named(_ lines: [String]) throws -> (log: String, undone: String) {
        let workplace = try Workplace()
        for line in ["create N"] + lines {
            let result = try workplace.run("bundle \(line)")
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
        let log = try workplace.run("bundle log --limit 1").output
        return (String(log.drop { $0 != ":" }.dropFirst(3)), try workplace.run("bundle undo").output)
    }

    @Test func `is named after the item that came back, not after one that got its earlier text with it`() throws {
        let (log, undone) = try Self.named([
            "add note --title Aa --body k", "add note --title Zz --tag t --body g", "merge-items Aa Zz", "restore Zz",
        ])
        #expect(log == "  restore  “Zz” from the trash (and 1 more)\n")
        #expect(undone == "undid the restoring of “Zz” (and 1 more)\n")
    }

    @Test func `is named after the folder that was renamed, not after the only one in it`() throws {
        let (log, undone) = try Self.named(["add note --title x --folder A/B/C --body y", "folder rename A Q"])
        #expect(log == "  folder  folder A/ to Q/ (1 item)\n")
        #expect(undone == "undid the rename of folder A/ (1 item)\n")
    }

    @Test(arguments: [[], ["folder add A/D"], ["add note --title z --folder A --body y"]])
    func `is named after the folder that was moved, not after the one that it was in`(others: [String]) throws {
        let added = ["add note --title x --folder A/B/C --body y", "add note --title w --folder A/B --body y"]
        let (log, undone) = try Self.named(added + others + ["folder move A/B --to Q"])
        #expect(log == "  folder  folder A/B/ to Q/B/ (2 items)\n")
        #expect(undone == "undid the move of folder A/B/ (2 items)\n")
    }

    @Test func `is one of tags in texts, too, which are no links`() throws {
        let (log, undone) = try Self.named([
            "add note --title x --body #birds", "add note --title y --tag birds --body b", "tag rename birds aves",
        ])
        #expect(log == "  tag  +aves -birds on “y” (and 1 more)\n")
        #expect(undone == "undid the change of #birds to #aves on “y” (and 1 more)\n")
    }

    @Test func `is one of tags alone, although the text of the same item has the tag, too`() throws {
        let (log, undone) = try Self.named(["add note --title x --tag birds --body #birds", "tag rename birds aves"])
        #expect(log == "  tag  +aves -birds on “x”\n")
        #expect(undone == "undid the change of #birds to #aves on “x”\n")
    }

    @Test(arguments: [
        ("rm --where \"folder == 'A'\"", " to the trash (and 63 more)"),
        ("tag --where \"folder == 'A'\" --add t", "  +t on 50 items (and 14 more)"),
        ("folder rm A", "  folder A/ to the trash (64 items)"),
        ("folder rename A B", "  folder A/ to B/ (64 items)"),
    ])
    func `says how many items it changed, also if these are more than it looks at`(call: String, end: String) throws {
        let doubled = Array(repeating: "duplicate --where \"folder == 'A'\"", count: 6)
        let (log, undone) = try Self.named(["add note --title n --body b --folder A"] + doubled + [call])
        #expect(log.hasSuffix("\(end)\n"), "\(log)")
        #expect(undone.hasSuffix(String(end.suffix(11)) + "\n"), "\(undone)")
    }

    @Test func `is undone without a word about links that lead to the same item as before, at its old path`() throws {
        let workplace = try Workplace()
        let lines = ["create N", "add note --title x --folder A --body y", "add note --title z --body [[x]]"]
        for line in lines + ["folder rename A Q"] { _ = try workplace.run("bundle \(line)") }
        let undo = try workplace.run("bundle undo")
        #expect(undo.output == "undid the rename of folder A/ (1 item)\n" && undo.errors.isEmpty, "\(undo)")
        // A nearer item of the same name is another one.
        _ = try workplace.run("bundle add note --title x --body y")
        let other = try workplace.run("bundle undo")
        #expect(other.errors == "note: notes/z.md:8:1  [[x]] leads to notes/A/x.md\n")
    }
}
