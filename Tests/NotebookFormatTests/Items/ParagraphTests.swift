import Testing

@testable import NotebookFormat
@testable import NotebookText

struct `A paragraph that is added to an item` {
    private static func added(_ text: String, to body: String, atStart: Bool = false, under: String? = nil) throws
        -> String
    {
        let file = try ItemFile(Array(body.utf8))
        let section = under.flatMap { file.sections(named: $0).first }
        return String(decoding: try file.adding(Array(text.utf8), atStart: atStart, in: section).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", "x", "x\n"), ("a\n", "x", "a\n\nx\n"), ("a", "x", "a\n\nx\n"), ("a\n\n", "x\n", "a\n\nx\n"),
        ("a\n\n\n", "x", "a\n\n\nx\n"), ("> q\n", "x", "> q\n\nx\n"), ("- a\n", "x", "- a\n\nx\n"),
        ("- a\n", "- b", "- a\n- b\n"), ("- a\n", "* b", "- a\n\n* b\n"), ("- a\n", "  more", "- a\n  more\n"),
        ("1. a\n", "2. b", "1. a\n2. b\n"), ("| a |\n|---|\n", "| b |", "| a |\n|---|\n| b |\n"),
        ("a\r\n", "x", "a\r\n\r\nx\r\n"), ("---\ntitle: t\n---\n", "x", "---\ntitle: t\n---\n\nx\n"),
        ("- a\n\n- b\n\n", "- c", "- a\n\n- b\n\n- c\n"), ("a\n", "\n\nx\n\n", "a\n\nx\n"),
    ])
    func `stands alone at the end, unless it continues a list or table`(body: String, text: String, after: String)
        throws
    {
        #expect(try Self.added(text, to: body) == after)
    }

    @Test(arguments: [
        ("a\n", nil), ("```\na\n", 0), ("```\na\n```\n", nil), ("<!-- a\n", 0), ("b\n\n%% a\n\nc", 3), ("%% a %%", nil),
        ("- ```\n  a\n", nil), ("> ```\n", nil), ("<script>\n", 0), ("<div>\n", nil), ("    a\n", nil), ("", nil),
        ("---\ntitle: t\n---\n~~~", 17),
    ])
    func `would be in a block that nothing closes`(body: String, open: Int?) throws {
        #expect(try ItemFile(Array(body.utf8)).openBlock == open)
    }

    @Test(arguments: [
        ("", "x", "x\n"), ("a\n", "x", "x\n\na\n"), ("- a\n", "- b", "- b\n- a\n"),
        ("---\ntitle: t\n---\n\na\n", "x", "---\ntitle: t\n---\n\nx\n\na\n"),
        ("---\ntitle: t\n---\na\n", "x", "---\ntitle: t\n---\nx\n\na\n"), ("# A\n", "x", "x\n\n# A\n"),
    ])
    func `stands alone at the beginning`(body: String, text: String, after: String) throws {
        #expect(try Self.added(text, to: body, atStart: true) == after)
    }

    @Test(arguments: [
        ("# A\n\na\n\n# B\n", false, "# A\n\na\n\nx\n\n# B\n"), ("# A\n\na\n\n# B\n", true, "# A\n\nx\n\na\n\n# B\n"),
        ("# A\n\n# B\n", false, "# A\n\nx\n\n# B\n"), ("# A\n# B\n", false, "# A\n\nx\n# B\n"),
        ("# A", true, "# A\n\nx\n"),
        ("# A\na\n", true, "# A\n\nx\n\na\n"), ("# A\n\na\n\n## A2\n", false, "# A\n\na\n\nx\n\n## A2\n"),
        ("A\n===\n\na", false, "A\n===\n\na\n\nx\n"),
    ])
    func `stands in a section`(body: String, atStart: Bool, after: String) throws {
        #expect(try Self.added("x", to: body, atStart: atStart, under: "a") == after)
    }
}
