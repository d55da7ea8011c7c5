import TestSupport
import Testing

@testable import NotebookMarkdown

struct `Hostile documents` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]

        /// Some text as often as gives 8,000 bytes, or 50,000 with `NOTEBUNDLE_EXHAUSTIVE=1`, after a beginning, and an end as often as the text.
        init(_ name: String, _ repeated: String, after start: String = "", then end: String = "") {
            let size = Environment["NOTEBUNDLE_EXHAUSTIVE"] == "1" ? 50_000 : 8_000
            let count = size / (repeated.utf8.count + end.utf8.count)
            self.init(name, [start, String(repeating: repeated, count: count), String(repeating: end, count: count)])
        }

        init(_ name: String, _ pieces: [String]) {
            testDescription = name
            bytes = Array(pieces.joined().utf8)
        }
    }

    static let blocks = [
        Case("block quotes", ">"),
        Case("lines of block quotes", "> > > > > > > > > >\n"),
        Case("nested lists", (0..<220).map { String(repeating: " ", count: 2 * $0) + "- a\n" }),
        Case("items in a line", "- "),
        Case("numbers in a line", "1. "),
        Case("items and tabs", "-\t"),
        Case("lazy lines in deep quotes", "a\n", after: String(repeating: "> ", count: 200)),
        Case("blank lines in deep lists", "\n", after: String(repeating: "- ", count: 200) + "a\n"),
        Case("no thematic break", ["a\n\n", String(repeating: "* ", count: 25_000), "a"]),
        Case("definitions", (0..<4_000).map { "[a\($0)]: /b\($0)\n" }),
        Case("equal definitions", "[a]: b\n"),
        Case("definitions and uses", (0..<2_000).map { "[a\($0)]: /b\n\n[b\($0)] [a\($0)]\n\n" }),
        Case("titles of definitions", "[a]: b '\n"),
        Case("underlined definitions", "[a]: b\n===\n"),
        Case("tags in a block", "<a href=x>\n", after: "<div>\n"),
        Case("comments in a block", "<!--", after: "<div>\n"),
        Case("scripts in a block", "<script>", after: "<div>\n"),
    ]

    static let inlines = [
        Case("brackets", "["),
        Case("closed brackets", "[", then: "]"),
        Case("nested links", "[", then: "](a)"),
        Case("nested images", "![", then: "](a)"),
        Case("beginnings of images", "!["),
        Case("asterisks", "*"),
        Case("openers", "*a "),
        Case("nested emphasis", "*a ", then: "b*"),
        Case("nested strong emphasis", "**a _b ", then: "c_ d**"),
        Case("delimiters of all lengths", "*x **y ***z "),
        Case("closers without openers", "_a ", then: "b* "),
        Case("delimiters in words", "a**b*c"),
        Case("angle brackets", "<"),
        Case("tags", "x <a "),
        Case("attributes", "<a b=\" <c d=' ", after: "x "),
        Case("comments", "<!-- ", after: "x "),
        Case("processing instructions", "<? ", after: "x "),
        Case("declarations", "<!A ", after: "x "),
        Case("character data", "<![CDATA[ ", after: "x "),
        Case("runs of backticks", (1..<320).map { String(repeating: "`", count: $0) + " a " }),
        Case("destinations", "[a](b"),
        Case("escaped destinations", "[a](\\("),
        Case("bracketed destinations", "[a](<b"),
        Case("titles", "[a](b \""),
        Case("labels", "[a]["),
        Case("links in open brackets", "[", then: "[a](b)"),
        Case("beginnings of wiki links", "[[a"),
        Case("wiki links", "[[[a]]"),
        Case("character references", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        Case("spaces", ["a", String(repeating: " ", count: 50_000), "a"]),
        Case("autolinks", "<ab:"),
        Case("email addresses", "<a@b."),
        Case("backslashes", "\\"),
        Case("U+0000", "\0"),
    ]

    @Test(arguments: blocks + inlines)
    func `take no more time than others`(document: Case) {
        let time = ProcessorTime.seconds {
            `Arbitrary bytes`.expectSound(document.bytes)
            _ = MarkdownPlainText.text(document.bytes, in: 0..<document.bytes.count)
        }
        // Some seconds at worst where nothing is optimised, but minutes if the time grew with the square of the length.
        #expect(time < 20)
    }

    /// As in cmark.
    @Test func `repeat definitions no more often than they are long, or a hundred thousand bytes are`() {
        for (length, rest) in [(12_000, 0), (400, 200_000), (400, 0)] {
            let definition = "[a]: \(String(repeating: "u", count: length))\n\n"
            let uses = String(repeating: "[a] ", count: 400) + "\n\n" + String(repeating: "[a]\n\n", count: 300)
            let text = definition + uses + String(repeating: "x", count: rest)
            let document = MarkdownDocument(Array(text.utf8))
            let expected = min(700, max(100_000, text.utf8.count) / length)
            #expect(document.links().count { !$0.holdsDestination } == expected)
            let shown = HTMLRenderer.render(document).ranges(of: "<a href=").count
            #expect(shown == expected)
        }
    }

    @Test func `are nested no deeper than the limit`() {
        func depth(_ blocks: [MarkdownBlock]) -> Int {
            blocks.map { block in
                switch block.content {
                case .blockQuote(let blocks): 1 + depth(blocks)
                case .list(let list): 2 + depth(list.items.flatMap(\.blocks))
                default: 0
                }
            }.max() ?? 0
        }
        for marker in ["> ", "- ", "1. ", ">"] {
            for count in [49, 50, 51, 99, 100, 101, 1000] {
                let text = String(repeating: marker, count: count) + "a"
                let found = depth(MarkdownDocument(Array(text.utf8)).tree())
                #expect(found == min(marker.contains(">") ? count : 2 * count, BlockParser.maximumDepth))
                #expect(`Plain text`.text(text).hasSuffix("a"))
            }
        }
    }

    @Test func `keep what is nested too deep as text, and its links`() {
        let count = 150
        let text = String(repeating: "![", count: count) + "x" + (0..<count).map { "](a\($0))" }.joined()
        let document = MarkdownDocument(Array(text.utf8))
        #expect(document.links().map(\.destination.text) == (0..<count).reversed().map { "a\($0)" })
        var inlines = [MarkdownInline]()
        if case .paragraph(let found)? = document.tree().first?.content { inlines = found }
        var depth = 0
        while case .image(_, let inner)? = inlines.first?.content {
            inlines = inner
            depth += 1
        }
        #expect(depth == InlineTreeBuilder.maximumDepth)
        #expect(
            HTMLRenderer.plain(inlines) == String(text.dropFirst(200).prefix(101))
                + (0..<50).map { "](a\($0))" }.joined())
    }
}
