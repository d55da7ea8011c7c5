import TestSupport
import Testing

@testable import NotebookMarkdown

struct `Plain text` {
    static func text(_ markdown: String, limit: Int = .max) -> String {
        let bytes = Array(markdown.utf8)
        return MarkdownPlainText.text(bytes, in: 0..<bytes.count, limit: limit)
    }

    static func firstLine(_ markdown: String, limit: Int = .max) -> String {
        let bytes = Array(markdown.utf8)
        return MarkdownPlainText.firstLine(bytes, in: 0..<bytes.count, limit: limit)
    }

    @Test(arguments: [
        ("", ""), ("a *b* __c__ `d`", "a b c d"), ("[a](b) ![c](d) <ee:f> [g]", "a c ee:f [g]"),
        ("[a][b]\n\n[b]: c", "a"),
        ("[[a]] [[b|c]] [[d#e]] ![[f.png|300]] [[#g]] [[h|]]", "a c d#e 300 #g h"), ("a\nb  \nc\\\nd", "a b\nc\nd"),
        ("# a\n\nb\n===\n\n- c\n- d\n\n> e\n\n***\n\nf", "a\nb\nc\nd\ne\nf"), ("```x\na\n b\n```\n\n    c", "a\n b\nc"),
        ("a <b>c</b> <!-- d --> &amp; \\* &copy; **", "a c  & * © **"),
        ("<div>\n <b>a</b> &lt;\n<!-- b -->\n\n</div>", "a <"),
        ("***a** b*", "a b"), ("**a*", "*a"), ("a\0b", "a\u{FFFD}b"), ("[a]: b\n[c]: d", ""),
        ("[x] a\n\n- [ ] b\n- [x] c", "[x] a\n[ ] b\n[x] c"),
    ])
    func `has no markup`(markdown: String, text: String) { #expect(Self.text(markdown) == text) }

    @Test(arguments: [
        ("", ""), ("\n\n  a b  \nc", "a b"), ("# *a* #\n\nb", "a"), ("***\n\n- \n- b", "b"), ("![](x)\n\na", "a"),
        ("> - `a`", "a"),
        ("<!-- a -->\n\nb", "b"), ("[a]: b\n\nc", "c"), ("```\n\n  a\n```", "a"), ("a  \nb", "a"), ("a\\\nb", "a"),
        ("&nbsp;\n\na", "a"),
        ("[x]\n\n[X]: y", "x"),
    ])
    func `has a first line`(markdown: String, line: String) { #expect(Self.firstLine(markdown) == line) }

    @Test(arguments: [(0, ""), (1, "a"), (2, "a"), (3, "a b"), (60, "a b e\u{301}🏳️‍🌈"), (5, "a b e\u{301}".description)])
    func `is cut between characters, and has no space at its ends`(limit: Int, line: String) {
        #expect(Self.firstLine("  *a* b e\u{301}🏳️‍🌈", limit: limit) == (limit == 5 ? "a b e\u{301}" : line))
    }

    @Test func `is cut to so many characters`() {
        let markdown = String(repeating: "e\u{301}x\n\n", count: 500)
        for limit in [0, 1, 2, 3, 100, 999, 1499, 1500] {
            #expect(Self.text(markdown, limit: limit).count == min(limit, 1499))
        }
    }

    @Test func `is found without reading all of a long text`() {
        let long = Array(String(repeating: "abc *def* [[g]]\n\n", count: 200_000).utf8)
        let time = ProcessorTime.seconds {
            for _ in 0..<100 {
                #expect(MarkdownPlainText.text(long, in: 0..<long.count, limit: 10) == "abc def g\n")
                #expect(MarkdownPlainText.firstLine(long, in: 0..<long.count, limit: 10) == "abc def g")
            }
        }
        #expect(time < 5)
    }

    @Test func `knows definitions that come later`() {
        let text = "[a] [b]\n\n" + String(repeating: "x\n\n", count: 1000) + "[b]: c"
        #expect(Self.text(text, limit: 5) == "[a] b")
        #expect(Self.firstLine(text) == "[a] b")
    }

    @Test func `of a part of a file ends with that`() {
        let bytes = Array("---\na: b\n---\n\n# a\n\n---\n\nb [x]\n\n[x]: y".utf8)
        #expect(MarkdownPlainText.text(bytes, in: 14..<18) == "a")
        #expect(MarkdownPlainText.text(bytes, in: 24..<bytes.count) == "b x")
        #expect(MarkdownPlainText.firstLine(bytes, in: 14..<14) == "")
        #expect(MarkdownDocument(bytes, in: 14..<18).headings().map(\.text) == ["a"])
    }

    @Test(arguments: Seeds.some(50))
    func `with a limit is the beginning of that without`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = generator.markdown()
            let all = MarkdownPlainText.text(bytes, in: 0..<bytes.count)
            let limit = Int.random(in: 0...40, using: &generator)
            #expect(MarkdownPlainText.text(bytes, in: 0..<bytes.count, limit: limit) == String(all.prefix(limit)))
        }
    }
}

struct `Headings` {
    @Test func `have a level, a text and a place`() {
        let text = "# a *b*\n\n> ## [c](d) ##\n\n- e\nf\n===\n\ng\nh `i`\n---\n\n####### no\n\n#\n\n```\n# no\n```\n"
        let bytes = Array(text.utf8)
        let headings = MarkdownDocument(bytes).headings()
        #expect(headings.map(\.level) == [1, 2, 2, 1])
        #expect(headings.map(\.text) == ["a b", "c", "g h i", ""])
        #expect(
            headings.map { String(decoding: bytes[$0.range], as: UTF8.self) } == [
                "# a *b*", "## [c](d) ##", "g\nh `i`\n---", "#",
            ])
    }
}
