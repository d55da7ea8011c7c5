@testable import NotebookText
import Testing

@testable import NotebookFormat
@testable import NotebookStore

struct `A card without a title` {
    static let fronts: [(String, String?)] = [
        ("What *is* a `heron`?", "What *is* a `heron`?"), ("\n  \t\n## Q\tone\r\nmore", "## Q one"),
        ("![](../blobs/x.png)\n\nWhich?", "![](../blobs/x.png)"), ("\u{C}\u{2028}\nsecond", "second"),
        ("[[a|b]] \u{85}", "[[a|b]]"), ("", nil), ("\u{1}", nil), ("<!-- x -->", "<!-- x -->"),
        (String(repeating: "x", count: 59) + " yz", String(repeating: "x", count: 59)),
        (String(repeating: "x", count: 59) + "e\u{301}", String(repeating: "x", count: 59) + "e"),
        (String(repeating: "🏴", count: 61), String(repeating: "🏴", count: 60)), ("\u{A0}a\u{3000}", "\u{A0}a\u{3000}"),
    ]

    @Test(arguments: fronts)
    func `is listed under a line of its front as it stands`(front: String, title: String?) throws {
        let file = try ItemFile(Array("\(front)\n\n---\n\nback\n".utf8))
        #expect(ReadableItem(file, type: .card).firstLine.map { Array($0.utf8) } == title.map { Array($0.utf8) })
    }
}

struct `Normal forms` {
    @Test func `are those of the Unicode that is pinned`() {
        // Unicode 16.0 gave U+16D68 the decomposition U+16D67 U+16D67.
        for text in ["\u{16D67}\u{16D67}", "\u{16D68}"] {
            #expect(text.composed.isIdentical(to: text) && text.decomposed.isIdentical(to: text))
        }
        #expect("e\u{301}\u{16D67}\u{16D67}e\u{301}".composed.isIdentical(to: "é\u{16D67}\u{16D67}é"))
    }
}
