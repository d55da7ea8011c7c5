import NotebookBundle
import TestSupport
import Testing

@testable import BundleCLI

/// How ‘show’ renders Markdown.
struct `A note as it is read` {
    static func lines(
        _ text: String, width: Int = 60, isStyled: Bool = false, opensLinks: Bool = false, keepsLineBreaks: Bool = false
    ) -> [String] {
        let bytes = Array(text.utf8)
        let options = MarkdownRenderer.Options(
            width: width, hasHyperlinks: opensLinks, keepsLineBreaks: keepsLineBreaks)
        return MarkdownRenderer.lines(bytes, in: bytes.indices, Style(isEnabled: isStyled), options)
    }

    @Test func `has tables whose columns are aligned, also with wide characters`() {
        #expect(
            Self.lines("| Name | Size | Where |\n|:--|--:|:-:|\n| Heron | 3 | weir |\n| 白鷺 | 12 | `a\\|b` |\n|x|\n")
                == [
                    "Name  │ Size │ Where", "──────┼──────┼──────", "Heron │    3 │ weir", "白鷺  │   12 │  a|b",
                    "x     │      │",
                ])
    }

    @Test func `has a box for a task, unless it is escaped`() {
        #expect(Self.lines("- [ ] a\n- \\[ ] b\n- [*] c* d\n") == ["☐ a", "• [ ] b", "• [] c d"])
    }

    @Test(arguments: [30, 40, 60, 80])
    func `has tables that fit the width`(width: Int) {
        let text = """
            before
            a | b | c
            --|--|--
            one two three four five | `averyveryverylongwordthatdoesnotfitanywhere` | 白鷺白鷺白鷺白鷺 and more words
            x | [[Grey heron\\|bird]] | https://example.org/a/long/address/that/goes/on
            """
        let lines = Self.lines(text, width: width)
        #expect(lines[0] == "before")
        #expect(lines.dropLast(2).allSatisfy { $0.columns <= width }, "\(lines)")
        // No letter is lost.
        let shown = lines.joined().filter { !" │┼─┈".contains($0) }
        #expect(shown.filter { $0 == "鷺" }.count == 4)
        #expect(Self.lines(text, width: 200).contains { $0.contains("averyveryverylongwordthatdoesnotfitanywhere") })
    }

    @Test func `shows what common tags of HTML mean, and hides comments`() {
        #expect(
            Self.lines("a <b>bold</b> H<sub>2</sub>O m<sup>2</sup> <!-- no --> <br> <i>x") == ["a bold H₂O m²", "<i>x"])
        #expect(
            Self.lines("<u>a <b>b</b></u>", isStyled: true)
                == ["\u{1B}[4ma\u{1B}[0m \u{1B}[1m\u{1B}[4mb\u{1B}[0m\u{1B}[0m"])
        #expect(Self.lines("x<sub>ab</sub> <foo>y</foo>") == ["x<sub>ab</sub> <foo>y</foo>"])
        #expect(Self.lines("<!-- a\nb -->\n\ntext") == ["text"])
        #expect(Self.lines("<img src=\"a/b.png\" alt='a bird'>") == ["[image: a bird, b.png]"])
        #expect(Self.lines("<div>\nx\n</div>") == ["<div>", "x", "</div>"])
    }

    @Test func `hides names of blocks`() {
        #expect(Self.lines("A text. ^a1-b\n\n- item ^x\n\n^y\n\n`c ^d`\n") == ["A text.", "", "• item", "", "c ^d"])
        #expect(Self.lines("a ^ b\n\na^b\n\n```\nx ^y\n```\n") == ["a ^ b", "", "a^b", "", "    x ^y"])
    }

    @Test func `tells headings apart, and says the title of a callout once`() {
        #expect(Self.lines("# One\n\n## Two\n\n### Three\n") == ["One", "═══", "", "Two", "───", "", "Three"])
        #expect(Self.lines("> [!tip] Tip\n> x\n") == ["┃ Tip", "┃ x"])
        #expect(Self.lines("[[Note#Part|Note#Part]] [[Note|other]]") == ["Note#Part other [1]", "", "[1] Note"])
    }

    @Test func `takes no paragraph for a table that is none`() {
        for text in ["a | b\n--|--|--\n", "a\n\\|--|\n", "a | b\nc | d\n"] {
            #expect(!Self.lines(text).contains { $0.contains("┼") }, "\(text)")
        }
    }

    @Test func `numbers footnotes in the order of their first use, and lists them so`() {
        #expect(
            Self.lines("x[^z] y^[in] z[^1] x[^z]\n\n[^1]: one[^q]\n\n[^z]: two\n\n[^no]: unused\n\n[^q]: deep\n") == [
                "x[^1] y[^2] z[^3] x[^1]", "", "[^1] two", "", "[^2] in", "", "[^3] one[^4]", "", "[^4] deep", "",
                "[^5] unused",
            ])
    }

    @Test func `has the footnotes of footnotes`() {
        #expect(
            Self.lines("a[^x] b^[outer]\n\n[^x]: see ^[inner] and[^n]\n\n    [^n]: nested\n") == [
                "a[^1] b[^2]", "", "[^1] see [^3] and[^4]", "", "[^2] outer", "", "[^3] inner", "", "[^4] nested",
            ])
    }

    @Test func `leaves out comments in list items, and nothing of their code`() {
        #expect(Self.lines("1. a\n\n    b %%hidden%% c\n") == ["1. a", "", "   b c"])
        #expect(Self.lines("- ```\n  %% a %%\n  ```\n\nb %%hidden%%\n") == ["•     %% a %%", "", "b"])
    }

    @Test func `has callouts, tasks and footnotes`() {
        let text = """
            > [!warning]+ Take *care*
            > of it
            >
            > - x

            > [!TIP]
            > Body

            > [!not] a quote]

            - [ ] open
            - [x] done
            - [-] other
            - plain

            1. [X] first

            Text[^1] and [^none] and[^long].

            [^1]: One
            [^long]: Two
                three

                four
            """
        #expect(
            Self.lines(text) == [
                "┃ Warning: Take care", "┃ of it", "┃", "┃ • x", "", "┃ Tip", "┃ Body", "", "┃ Not: a quote]", "",
                "☐ open", "☑ done", "☒ other", "• plain", "", "1. ☑ first", "", "Text[^1] and [^none] and[^2].",
                "",
                "[^1] One", "", "[^2] Two three", "", "     four",
            ])
    }

    @Test(arguments: [
        ("a ==b== c", "a b c"), ("a ~~b **c**~~ d", "a ~~b c~~ d"), ("a \\==b== c", "a ==b== c"),
        ("a == b == c", "a == b == c"),
        ("`==a==` ~~x", "==a== ~~x"), ("1 %%hidden%% 2", "1 2"), ("100%% sure", "100%% sure"), ("`%%a%%`", "%%a%%"),
        ("$a_1 * b_2$ and $c*d$", "$a_1 * b_2$ and $c*d$"), ("$\\{x\\}$", "$\\{x\\}$"),
        ("costs $5 and *$6*", "costs $5 and $6"),
        ("`$a$` $`x`$", "$a$ $`x`$"), ("[x](a$b$c.md)", "x [1]"), ("a&amp;b ==c&lt;== \\*", "a&b c< *"),
        ("a\tb `c\td`", "a b c d"), ("- [ ]\tdo", "☐ do"), ("- […]", "• […]"),
    ])
    func `has marks, comments and formulas`(text: String, shown: String) {
        #expect(Self.lines(text).first == shown)
    }

    @Test func `styles marks on a terminal`() {
        #expect(Self.lines("==a== ~~b~~", isStyled: true) == ["\u{1B}[7ma\u{1B}[0m \u{1B}[9mb\u{1B}[0m"])
    }

    @Test func `leaves out comments of several lines, and keeps formulas of several lines`() {
        #expect(Self.lines("a\n%%\nb\n\nc\n%%\nd\n\n%% e %%\n") == ["a d"])
        #expect(Self.lines("$$\na_1 \\\\\n  b\n$$\n") == ["$$", "a_1 \\\\", "b", "$$"])
        #expect(Self.lines("$$\r\na_1\r\n$$\r\n") == ["$$", "a_1", "$$"])
        #expect(Self.lines("```\n%% a %% $b$\n```\n") == ["    %% a %% $b$"])
        #expect(Self.lines("a %% b\n\nc\n") == ["a"])
        #expect(Self.lines("a\n\n<!-- b\n\nc\n") == ["a"])
    }

    @Test func `keeps line ends if they are wanted`() {
        #expect(Self.lines("a\nb  \nc\n") == ["a b", "c"])
        #expect(Self.lines("a\nb  \nc\n", keepsLineBreaks: true) == ["a", "b", "c"])
    }

    @Test func `names the language of code`() {
        #expect(
            Self.lines("```swift title=x\nlet a\n```\n\n~~~\nb\n~~~\n") == ["    ─ swift", "    let a", "", "    b"])
    }

    @Test func `numbers the destinations that it does not show`() {
        let text = """
            [a](https://example.org/a) [b](Birds/Grey%20heron.md) [Grey heron](Birds/Grey%20heron.md) [a](https://example.org/a)
            <https://example.org/b> [[Grey heron]] [[Grey heron|bird]] [c](#part) ![p](https://example.org/p.png)
            """
        #expect(
            Self.lines(text, width: 200) == [
                "a [1] b [2] Grey heron a [1] https://example.org/b Grey heron bird [3] c [image: p] [4]", "",
                "[1] https://example.org/a", "[2] Birds/Grey heron.md", "[3] Grey heron",
                "[4] https://example.org/p.png",
            ])
    }

    @Test func `links on terminals that open links`() {
        let lines = Self.lines("[a b](https://example.org/\u{E9}) [n](n.md)", isStyled: true, opensLinks: true)
        #expect(lines[0].contains("\u{1B}]8;;https://example.org/%C3%A9\u{1B}\\"))
        #expect(lines.count == 1)
    }

    @Test func `shows embeds by the names under which they were attached`() {
        let text =
            "![Alt](../blobs/heron.0123456789abcdef.jpg) ![[blobs/call.0123456789abcdef.mp3]] ![[p.png|300]] ![[A#B]] ![heron](heron.png)"
        #expect(
            Self.lines(text, width: 200) == [
                "[image: Alt, heron.jpg] [file: call.mp3] [image: p.png] [note: A#B] [image: heron.png]"
            ])
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color", "VTE_VERSION": "6003"], true),
        (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], false), ([:], false),
        (["TERM_PROGRAM": "iTerm.app"], true), (["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false),
        (["FORCE_HYPERLINK": "1"], true),
    ])
    func `knows terminals that open links`(environment: [String: String], opens: Bool) {
        #expect(Hyperlinks.areShown(in: environment) == opens)
    }

    @Test(arguments: Seeds.some(200))
    func `survives anything`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "==", "~~", "%%", "$", "$$", "[^1]", "[^1]: ", "|", "--|--", "\n", "\n\n", "> [!x]", "- [ ] ", "a", " b ",
            "`", "```\n",
            "\\", "[x](y)", "[[z|w]]", "![[p.png]]", "&amp;", "*", "    ", "\t", "白", "\r\n", "<br>", "\u{F0000}",
        ]
        let text = (0..<Int.random(in: 0...60, using: &generator)).map { _ in generator.pick(parts) }.joined()
        for width in [10, 40, 80] {
            let lines = Self.lines(text, width: width, isStyled: generator.chance(0.5))
            #expect(!lines.contains { $0.contains("\n") })
        }
    }
}

struct `A row of a list` {
    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("白鷺白鷺", 5, "白鷺…"), ("白鷺白鷺", 4, "白…"),
        ("\u{1B}[1mabc\u{1B}[0mdef", 5, "\u{1B}[1mabc\u{1B}[0md…\u{1B}[0m"),
        ("\u{1B}[1mabc\u{1B}[0m", 3, "\u{1B}[1mabc\u{1B}[0m"),
    ])
    func `is cut to a width`(text: String, width: Int, cut: String) { #expect(FittedText.cut(text, to: width) == cut) }

    @Test(arguments: [
        ("aa bb cc", 8, ["aa bb cc"]), ("aa bb cc", 5, ["aa bb", "  cc"]), ("aa bb cc", 4, ["aa", "  bb", "  cc"]),
        ("      aa bb", 9, ["      aa", "  bb"]), ("averylongword b", 5, ["avery", "  lon", "  gwo", "  rd", "  b"]),
    ])
    func `is wrapped between words`(text: String, width: Int, lines: [String]) {
        #expect(FittedText.wrapped(text, to: width, indent: 2) == lines)
    }
}
