import Testing

@testable import BundleCLI

struct `A line that is typed in bash` {
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

struct `A half-typed query` {
    private static func dates(_ field: String) -> [String] {
        ["==", "!=", "<", "<=", ">", ">=", "in"].map { "\(field) \($0)" }
    }

    private static func texts(_ field: String) -> [String] {
        ["==", "!=", "<", "<=", ">", ">=", "contains", "matches", "in"].map { "\(field) \($0)" }
    }

    static let queries: [(text: String, found: [String]?)] = [
        ("t", ["title", "tag", "trashed", "task.open", "task.done", "task.cancelled", "task.due"]),
        ("pinned == true and c", ["pinned == true and created"].flatMap(dates)),
        ("not (kin", ["not (kind ==", "not (kind !=", "not (kind in"]), ("mod", dates("modified")),
        ("task.du", dates("task.due")), ("task.due ", dates("task.due")),
        ("modified ", dates("modified")),
        ("kind == note and pin", ["=", "!"].map { "kind == note and pinned \($0)=" }),
        ("tag == 'we", ["tag == 'wetland'", "tag == 'wetland' and", "tag == 'wetland' or"]),
        (
            "kind == note and tag under \"w",
            ["kind == note and tag under \"wetland\"", "kind == note and tag under \"water\""]
        ),
        ("folder == 'b", ["folder == 'Birds'", "folder == 'Birds' and", "folder == 'Birds' or"]),
        ("title == 'x", []), ("tag == 'x' ", nil), ("x == 'a", nil), ("x ", nil),
        ("prop.", ["prop.rating", "prop.\"due date\"", "prop.rank"]),
        ("not (Prop.'", ["'rating'", "'due date'", "'rank'"].map { "not (Prop.\($0)" }),
        ("pinned == true or prop.\"du", texts("pinned == true or prop.\"due date\"")),
        ("prop.rat", texts("prop.rating")),
        ("prop.rating ", texts("prop.rating")), ("pro", ["prop.rating", "prop.\"due date\"", "prop.rank"]),
        ("prop.x", []),
        ("prop.rating == ", nil),
    ]

    @Test(arguments: queries)
    func `is continued, and never by a single word that ends it`(text: String, found: [String]?) {
        let candidates = QueryCompletion(text)?.candidates(
            tags: { ["wetland", "water"] }, folders: { ["Birds"] }, properties: { ["rating", "due date", "rank"] })
        #expect(candidates == found)
    }
}
