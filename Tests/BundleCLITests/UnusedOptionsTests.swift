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
        ("folder add Sub --to Parent", "--to and ‘add’ cannot be combined"),
        ("folder rename A B --to Q", "--to and ‘rename’ cannot be combined"),
        ("folder add X --before Q", "--before and ‘add’ cannot be combined"),
        ("folder ls --icon x", "--icon and ‘ls’ cannot be combined"),
        ("folder order A --no-links", "--no-links and ‘order’ cannot be combined"),
        ("smart add One pinned --name Two --before Today", "--name and ‘add’ cannot be combined"),
        ("smart rm Today --query pinned", "--query and ‘rm’ cannot be combined"),
        ("smart order Today --icon x", "--icon and ‘order’ cannot be combined"),
        ("smart --icon x", "--icon and ‘ls’ cannot be combined"),
        ("library use N --sync x", "--sync and ‘use’ cannot be combined"),
        ("library --name x", "--name and ‘ls’ cannot be combined"),
        ("library places foo", "unexpected argument “foo”"), ("library ls foo", "unexpected argument “foo”"),
        ("config list sortOrder", "unexpected argument “sortOrder”"),
        ("create M --report x.json", "--report needs --from"),
        ("create M --tags-column 3", "--tags-column needs --from"),
        ("create M --from-format csv", "--from-format needs --from"),
        ("create M --password-file secret", "--password-file needs --from"),
        ("study --history Heron --where pinned", "--where and --history cannot be combined"),
        ("study --suspend Heron --new 3", "--new and --suspend cannot be combined"),
        ("study --release Heron --tag a", "--tag and --release cannot be combined"),
        ("study --held --ahead 2", "--ahead and --held cannot be combined"),
        ("view --once --no-open --idle 5", "--once and --idle cannot be combined"),
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
