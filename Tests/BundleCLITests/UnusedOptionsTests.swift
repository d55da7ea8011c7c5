import Testing

/// An option that changes nothing was meant to change something.
struct `An option that a verb would ignore` {
    /// Calls, and what they say.
    private static let calls = [
        ("tag rename a b --where pinned", "--where and ‘rename’ cannot be combined"),
        ("tag ls --where pinned", "--where and ‘ls’ cannot be combined"),
        ("tag color a none --where pinned", "--where and ‘color’ cannot be combined"),
        ("tag --dry-run", "--dry-run and ‘ls’ cannot be combined"),
        ("tag rm a --expect \(String(repeating: "0", count: 64))", "ITEM is missing"),
        ("tasks done Heron 1 --due today", "--due and ‘done’ cannot be combined"),
        ("tasks --priority high", "--priority and ‘ls’ cannot be combined"),
    ]

    @Test(arguments: calls)
    func `is refused before anything changes`(call: String, message: String) throws {
        let workplace = try Workplace()
        for line in [
            "bundle create N", "bundle add N note --title Heron --tag a", "mkdir old && cp -r N.notebundle old",
        ] {
            #expect(try workplace.run(line).status == 0, "\(line)")
        }
        let result = try workplace.run("bundle \(call)")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("bundle: \(message)\nhint: "), "\(result.errors)")
        #expect(try workplace.run("diff -r N.notebundle old/N.notebundle").output.isEmpty)
    }
}
