/// Texts that are the worst case of a construct: of a scanner that looks for what ends it, of one that nests it, and of one
/// that remembers what was open.
public enum WorstCases {
    /// A text that grows by repetition.
    public struct Shape: Sendable, CustomStringConvertible {
        let name: String
        let text: @Sendable (Int) -> String

        /// Its parts.
        public var description: String { name }

        /// A text of about this many bytes.
        public func bytes(_ count: Int) -> [UInt8] { Array(text(count).utf8) }
    }

    /// A text that repeats a part, between a beginning and an end that do not grow.
    private static func repeated(_ part: String, after start: String = "", before end: String = "") -> Shape {
        let name = [start, "(\(part))ⁿ", end].joined().replacing("\n", with: "⏎")
        return Shape(name: name) { count in
            start + String(repeating: part, count: max(1, count / part.utf8.count)) + end
        }
    }

    /// A text whose first half repeats one part, and whose second half repeats another.
    private static func halves(_ first: String, _ second: String, after start: String = "") -> Shape {
        let name = "\(start)(\(first))ⁿ(\(second))ⁿ".replacing("\n", with: "⏎")
        return Shape(name: name) { count in
            start + String(repeating: first, count: max(1, count / first.utf8.count / 2))
                + String(repeating: second, count: max(1, count / second.utf8.count / 2))
        }
    }

    /// A text of numbered parts.
    private static func numbered(_ name: String, _ part: @escaping @Sendable (Int) -> String) -> Shape {
        Shape(name: name.replacing("\n", with: "⏎")) { count in
            var text = ""
            var number = 0
            while text.utf8.count < count {
                text += part(number)
                number += 1
            }
            return text
        }
    }

    /// The pathological inputs of cmark and commonmark.js, and relatives of them.
    public static let commonMark: [Shape] = [
        halves("*a **a ", "b** b*"), repeated("a**b"), repeated("a_ "), repeated("_a "), repeated("*a_ "),
        repeated("**x**_ "), repeated("a***** "), repeated("*_"), repeated("a**b", after: "c* "), repeated("x*y_z~"),
        repeated("a]"), repeated("[a"), repeated("[a]("), repeated("[a](<b"), repeated("[a](b"),
        repeated("![[]()", after: "["),
        halves("[", "]"), halves("[", "a](b)"), halves("[", "](x"), repeated("[a](\"x"), repeated("[a](b \""),
        repeated("[a](b '"),
        repeated("[a](b ("), repeated("[x]: u\n"), repeated("[\\\\... a"), repeated("[a][b]"), repeated("[a] [a]"),
        repeated("![["),
        repeated("[]"), repeated("<"), repeated("<>"), repeated("<a "), repeated("<a b="), repeated("<a b=\""),
        repeated("<a b='c\""),
        repeated("<!--"), repeated("a <!--", after: "x "), repeated("<!--\n"), repeated("<!--\n\n"),
        repeated("<!-- a -->"),
        repeated("a <!-- b\n\nc --> d "), repeated("<?"), repeated("x <?"), repeated("<!A "), repeated("x <!A "),
        repeated("<![CDATA["), repeated("x <![CDATA["), repeated("</"), repeated("</a"), repeated("<a@"),
        repeated("<a:"),
        numbered("`…`ⁿ apart") { String(repeating: "`", count: $0 % 400 + 1) + "e " }, repeated("`a``b"), repeated("`"),
        repeated("` ` ", after: "``"), repeated("&"), repeated("&amp;"), repeated("&#"), repeated("&a"), repeated("\\"),
        repeated("\\*"), repeated("a\\\n"), repeated("a  \n"), repeated("a\n"), repeated(" ", after: "a", before: "b"),
        repeated("\t"), repeated("> "), repeated(">"), repeated("> > > > > > > > > > a\n"), repeated("> a\n"),
        repeated("> a\nb\n\n"),
        numbered("> nested") { "\(String(repeating: "> ", count: $0 % 200))a\n" }, repeated("- "), repeated("- a\n"),
        repeated("- a\n\n"), repeated("* - + "), repeated("1. "), repeated("1. a\n"), repeated("- > "),
        numbered("- nested") { "\(String(repeating: "  ", count: $0 % 200))- a\n" }, repeated("-\n"),
        repeated("- - a\n\n b\n"),
        repeated("#"), repeated("# a\n"), repeated("# \n"), repeated("####### a"),
        numbered("# unequal") { "# h\($0)\n" },
        repeated("# a #", after: "# "), repeated("a\n=\n"), repeated("a\n===\n", after: "[x]: y\n"), repeated("="),
        repeated("---\n"),
        repeated("- - -"), repeated("***"), repeated("_ "), repeated("    a\n"), repeated("    a\n\n\n"),
        repeated("```\n"),
        repeated("```a\n\n"), repeated("~~~ a\n"), repeated("```"), repeated("\n"), repeated("\r"),
        repeated("[a]: b\n\n"),
        numbered("[a…]: b") { "[a\($0)]: b 'c'\n" },
        numbered("[a…]: b and [a…]") { "[a\($0)]: b\n\n[a\($0)] [a0]\n\n" },
        repeated("[a]: b '\n"), repeated("[a]: <b\n"), repeated("[a]:"), repeated("[", after: "[a]: b "),
        repeated("<div>\n"),
        repeated("<div>\n\n"), repeated("<b>"), repeated("a<b>"), halves("<b>", "</i>"), halves("a<b>", "</i>"),
        halves("<i>", "</i>"),
        halves("<div>", "</p>"), halves("<div>\n\n", "</div>\n\n"), halves("<div>\n\n", "<p>\n\n"), repeated("</b>"),
        halves("<b>", "<a href=x>"), halves("a<b>", "<a href=x>"), repeated("<a href=x>"), repeated("<img src=x>"),
        repeated("<b a=1 c>"),
        repeated(" a=1", after: "<b", before: ">"), repeated(" href=1", after: "a <b", before: ">"),
        repeated("<pre>\n"), repeated("<script>\n"),
        repeated("<script>x</scripty>"), repeated("<sub>"), repeated("a<sub>"), repeated("a<sup>1</sup>"),
        repeated("<br>"), repeated("<style>a"),
        repeated("<p>a</p>"), repeated("https://a.b "), repeated("é"), repeated("é_"), repeated("e\u{301}*"),
        repeated("\u{0}"), repeated("🧑‍🧑"),
        repeated("\u{301}"), repeated("\u{301}\u{316}", after: "#a"), halves("![", "](a)"),
        Shape(name: "[a]: …⏎([a])ⁿ") { count in
            "[a]: " + String(repeating: "u", count: max(1, count / 2)) + "\n\n"
                + String(repeating: "[a] ", count: max(1, count / 8))
        },
    ]

    /// Those of our own constructs.
    public static let own: [Shape] = [
        repeated("=="), repeated("==a"), repeated("==a== "), repeated("==a ==b "), repeated("~~"), repeated("~~a"),
        repeated("~~a~~ "),
        halves("==a~~b ", "c== "), halves("~~a==b ", "c~~ "), repeated("\\==a=="), repeated("==a<b>"),
        repeated("*==a* "), repeated("%%"),
        repeated("%%a%% "), repeated("a%%"), repeated(" %%a\n"), repeated("%%\n\n"), repeated("a%%b\n"),
        repeated("%% a"), repeated("[["),
        repeated("[[a"), repeated("[[a]"), repeated("[[a]]"), repeated("[[a|"), repeated("[[a#"),
        repeated("[[a#b|c]] "), repeated("[[#", before: "]]"),
        repeated("#a", after: "[[b", before: "]]"), repeated("[[|"), repeated("![["), repeated("![[a"),
        repeated("![[a.png]]"), repeated("![[a.png|1"),
        numbered("[[a…]]") { "[[a\($0)]] " }, numbered("[a](…)") { "[a](b\($0).md) " }, repeated("{{"),
        repeated("{{c1::"), repeated("{{c1::a"),
        repeated("{{c1::a}} "), halves("{{c1::", "}}"), repeated("{{c1::a::b}} "), repeated("{{c1::a::"),
        numbered("{{c…::") { "{{c\($0)::a}} " },
        halves("{{c1::a ", "== "), repeated("{", after: "{{c1::"), repeated("{{c1::}"), repeated("`{{c1::"),
        repeated("$"), repeated("$a"), repeated("$a$ "),
        repeated("$a "), repeated("$$"), repeated("$$a"), repeated("$$a$$ "), repeated("$$a\n"), repeated("$\\"),
        repeated("$1"), repeated("$$\n\n"), repeated("{", after: "$$", before: "$$"),
        repeated("\\frac", after: "$$", before: "$$"), repeated("x^", after: "$$", before: "$$"),
        repeated("\\left(", after: "$$", before: "$$"),
        repeated("a&", after: "$$\\begin{matrix}", before: "\\end{matrix}$$"),
        repeated("\\\\", after: "$$", before: "$$"), repeated("\\begin{matrix}", after: "$$", before: "$$"),
        repeated("\\alpha", after: "$$", before: "$$"), repeated("a", after: "$$\\", before: "$$"),
        repeated("{x}", after: "$$\\frac", before: "$$"), repeated("\\text{a}", after: "$$", before: "$$"),
        repeated("%\n", after: "$$", before: "a$$"), repeated("1.", after: "$$", before: "$$"),
        repeated("\\$a$"), repeated("|"), repeated("|a"), repeated("|a|\n|-|\n"), repeated("|a|b|\n|-|\n"),
        repeated("|a|\n", after: "|a|\n|-|\n"),
        repeated("|-"), repeated("|-|\n"), repeated("\\|", after: "a|b\n-|-\n"), repeated("`|", after: "a|b\n-|-\n"),
        repeated("a|b\n"),
        Shape(name: "|a…|⏎|-…|⏎(|⏎)ⁿ") { count in
            let row = { (cell: String) in String(repeating: "|" + cell, count: max(1, count / 8)) + "|\n" }
            return row("a") + row("-") + String(repeating: "|\n", count: max(1, count / 4))
        },
        Shape(name: "|a…|⏎|-…|") { count in
            let row = { (cell: String) in String(repeating: "|" + cell, count: max(1, count / 4)) + "|\n" }
            return row("a") + row("-")
        },
        repeated("[^a"), repeated("[^a]"), repeated("[^a] ", before: "\n\n[^a]: b\n"), repeated("[^a]: b\n\n"),
        repeated("[^a]: [^a]\n\n"),
        numbered("[^…]: b") { "[^\($0)]: b\n\n" }, numbered("[^…][^…]: b") { "[^\($0)]\n\n[^\($0)]: b\n\n" },
        repeated("^["), repeated("^[a"),
        repeated("^[a] "), halves("^[", "]"), repeated("^[a]\n\n"), repeated(" ^a"), repeated("a ^b\n\n"),
        numbered("a ^b…") { "a ^b\($0)\n\n" },
        repeated("^"), repeated("[^1]: a\n    b\n"), repeated("[^a]: b\n\n    [^b]: c\n\n"), repeated("> [!note]\n"),
        repeated("> [!note] a\n> b\n\n"),
        repeated("> [!"), repeated("[!a] ", after: "> "), repeated("> [!note]- a\n> > [!tip] b\n"), repeated("#a"),
        repeated("#a "), repeated("#a/"),
        repeated("#a/b"), repeated("#a//", after: " "), repeated("/", after: "#a"), repeated("# #"), repeated("#1 "),
        numbered("#a…") { "#a\($0) " }, repeated("#é "),
        repeated("- [ ] a\n"), repeated("- [ ] "), repeated("- [x] a @due\n"), repeated("[ ] "),
        repeated("- [ ] a #b [[c]] ==d==\n"),
        repeated("<<<<<<< a\n"), repeated("<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n"),
        repeated("=======\n", after: "<<<<<<< a\n"),
        halves("# h\n", "[[#h#h]]\n"), halves("# a\n## b\n", "[[#b#a]] [[#a#b#b]]\n"),
        repeated(">>>>>>> a\n"), repeated("||||||| a\n", after: "<<<<<<< a\n"), repeated("@"), repeated("a b"),
        repeated("ab. "), repeated("a"), repeated("白"),
    ]

    /// Front matter, before one line of text.
    public static let frontMatter: [Shape] = [
        numbered("key…: value") { "k\($0): v\n" }, repeated("key: value\n"), repeated("tags: [a, b]\n"),
        repeated("a, ", after: "tags: [", before: "b]\n"),
        repeated("\u{301}\u{316}", after: "tags: [", before: "]\n"),
        repeated("\u{301}\u{316}", after: "a: b", before: "\n"),
        repeated("- a\n", after: "tags:\n"), numbered("- tag…") { ($0 == 0 ? "tags:\n" : "") + "- t\($0)\n" },
        repeated("[", after: "a: ", before: "\n"), repeated("{", after: "a: ", before: "\n"),
        repeated("\"", after: "a: ", before: "\n"), repeated("'", after: "a: ", before: "\n"),
        repeated("\\", after: "a: \"", before: "\"\n"), repeated("a: ", before: "\n"), repeated(": ", before: "\n"),
        repeated("# a\n"), repeated(" # a", after: "a: b", before: "\n"),
        repeated("  b: c\n", after: "a:\n"), repeated("- - ", after: "a:\n", before: "\n"),
        repeated("  b\n", after: "a: |\n"), repeated("\n", after: "a: |\n"),
        repeated("  b\n", after: "a: \"\n"), repeated("[[a]] ", after: "a: \"", before: "\"\n"),
        repeated("\"[[a]]\", ", after: "a: [", before: "b]\n"),
        repeated("- \"[[a]]\"\n", after: "a:\n"), repeated("a", after: "title: ", before: "\n"),
        repeated("&a ", after: "a: ", before: "\n"), repeated("? a\n"),
        repeated("[a](b) ", after: "a: ", before: "\n"), repeated("a, ", after: "aliases: [", before: "b]\n"),
    ].map { shape in Shape(name: shape.name) { "---\n" + shape.text($0) + "---\ntext\n" } }
}
