import Testing

@testable import BundleCLI

@Suite struct `A line that is typed in bash` {
    private static let breaks = " \t\n\"'@><=;|&(:"

    static let lines: [(line: String, words: [String], last: String)] = [
        ("bundle sh", ["bundle"], "sh"), ("bundle show ", ["bundle", "show"], ""),
        (#"bundle show Grey\ h"#, ["bundle", "show"], "Grey h"),
        (#"bundle show "Grey h"#, ["bundle", "show"], "Grey h"), ("bundle show 'Grey h", ["bundle", "show"], "Grey h"),
        (#"bundle show 'Field Notes' Gr"ey h"#, ["bundle", "show", "Field Notes"], "Grey h"),
        (#"bundle show Field\ Notes G"#, ["bundle", "show", "Field Notes"], "G"),
        (#"bundle show "a\"b\c" '' x"#, ["bundle", "show", #"a"b\c"#, ""], "x"),
        ("bundle search tag:we", ["bundle", "search"], "tag:we"), ("bundle ls --tag=we", ["bundle", "ls"], "--tag=we"),
        (#"bundle show \"#, ["bundle", "show"], ""),
    ]

    @Test(arguments: lines)
    func `is read without its quotation marks`(line: String, words: [String], last: String) {
        let typed = TypedLine(line, breaks: Self.breaks)
        #expect(typed.words == words)
        #expect(typed.last == last)
    }

    static let insertions: [(line: String, candidates: [String], texts: [String])] = [
        ("bundle show Gr", ["Grey heron"], [#"Grey\ heron"#]),
        (#"bundle show Grey\ h"#, ["Grey heron"], [#"Grey\ heron"#]),
        // readline replaces what follows the open mark.
        (#"bundle show "Grey h"#, ["Grey heron"], ["Grey heron"]),
        (#"bundle show "Gr"#, [#"Grey "$x" `y` \"#], [#"Grey \"\$x\" \`y\` \\"#]),
        ("bundle show 'Gr", ["Grey's"], [#"Grey'\''s"#]), (#"bundle show Gr"ey h"#, ["Grey heron"], ["ey heron"]),
        (#"bundle show "Grey""#, ["Grey heron", "Egret"], [#"\ heron"#]),
        ("bundle search tag:we", ["tag:wetland"], ["wetland"]), ("bundle ls --tag=", ["--tag=a b"], [#"a\ b"#]),
        ("bundle show x", ["x;rm -r $HOME"], [#"x\;rm\ -r\ \$HOME"#]),
        // What several share must not erase what was typed, nor end with half an escape.
        ("bundle show cake", ["A cake", "Big cake"], [#"A\ cake"#, #"Big\ cake"#, " "]),
        ("bundle show Ap", ["Ap x", "Ap(y"], [#"Ap\ x"#, #"Ap\(y"#, "Ap"]),
        ("bundle show ap", ["Apple", "apple pie"], ["Apple", #"apple\ pie"#]),
    ]

    @Test(arguments: insertions)
    func `gets completions in its own quotation`(line: String, candidates: [String], texts: [String]) {
        #expect(TypedLine(line, breaks: Self.breaks).insertions(of: candidates) == texts)
    }
}

@Suite struct `A half-typed query` {
    static let queries: [(text: String, found: [String]?)] = [
        ("ta", ["tag"]), ("pinned == true and cre", ["pinned == true and created"]), ("not (kin", ["not (kind"]),
        ("tag == 'we", ["tag == 'wetland'"]),
        ("kind == note and tag under \"", ["kind == note and tag under \"wetland\""]),
        ("folder == 'b", ["folder == 'Birds'"]), ("title == 'x", []), ("tag == 'x' ", nil), ("tag ", nil),
        ("x == 'a", nil),
    ]

    @Test(arguments: queries)
    func `is continued by fields, tags and folders`(text: String, found: [String]?) {
        let candidates = QueryCompletion(text)?.candidates(tags: { ["wetland"] }, folders: { ["Birds"] })
        #expect(candidates == found)
    }
}
