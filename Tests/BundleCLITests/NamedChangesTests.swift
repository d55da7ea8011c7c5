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
}
