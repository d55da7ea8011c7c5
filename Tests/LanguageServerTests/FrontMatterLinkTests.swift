import EditorWire
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

/// Wiki links in front matter, which the server rewrites as YAML spells them.
struct `Links in front matter` {
    /// Front matter with the same link in both quotation marks, spelled for each.
    private static func front(_ single: String, _ double: String) -> String {
        "---\nrel: '[[\(single)]]'\nq: \"[[\(double)]]\"\n---\n"
    }

    @Test(arguments: [
        ("It's", "It''s", "It's"), ("a \"b\" c", "a \"b\" c", "a \\\"b\\\" c"),
    ])
    func `follow a heading, also away from a name with escapes`(name: String, single: String, double: String) throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": Self.front("A#Old", "A#Old")])
        func rename(_ text: String, _ name: String) throws {
            try editor.apply(
                try editor.ask("textDocument/rename", in: "notes/A.md", text, ("newName", .text(name))))
        }
        try rename("# O▮ld\n", name)
        #expect(try editor.saved("notes/B.md") == Self.front("A#" + single, "A#" + double))
        try rename("# \(name)▮\n", "New")
        #expect(try editor.saved("notes/B.md") == Self.front("A#New", "A#New"))
    }

    @Test func `follow a title where the editor cannot rename the file`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "text\n"], .withoutFileEdits)
        let text = Self.front("B", "B") + "▮[[B]]\n"
        try editor.apply(
            try editor.ask("textDocument/rename", in: "notes/A.md", text, ("newName", .text("It's \"x\""))))
        #expect(
            editor.texts["notes/A.md"] == Self.front("It''s \"x\"", "It's \\\"x\\\"") + "[[It's \"x\"]]\n")
    }
}
