import TestSupport
import Testing

@testable import NotebookLinks
@testable import NotebookMarkdown

struct `A formula` {
    /// The MathML of a formula without its frame; `nil` if it stays as it is written.
    private func math(_ tex: String) -> String? {
        let html = MathMLWriter.html("$\(tex)$")
        guard html.hasPrefix("<math><semantics>"), let end = html.firstRange(of: "<annotation") else { return nil }
        return String(html[..<end.lowerBound].dropFirst("<math><semantics>".count))
    }

    @Test(arguments: [
        ("a^2", "<msup><mi>a</mi><mn>2</mn></msup>"),
        (#"\frac12"#, "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        (#"\sqrt[3]{x}"#, "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        ("x_i^{10}", "<msubsup><mi>x</mi><mi>i</mi><mn>10</mn></msubsup>"),
        ("f''", "<msup><mi>f</mi><mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">″</mo></msup>"),
        ("3.14", "<mn>3.14</mn>"),
        (
            "a=-b",
            "<mrow><mi>a</mi><mo>=</mo><mo form=\"prefix\">−</mo><mi>b</mi></mrow>"
        ),
        ("a<b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"),
        (#"\alpha\to\Omega"#, "<mrow><mi>α</mi><mo stretchy=\"false\">→</mo><mi mathvariant=\"normal\">Ω</mi></mrow>"),
        (#"\sin x"#, "<mrow><mi>sin</mi><mspace width=\"0.17em\"></mspace><mi>x</mi></mrow>"),
        (
            #"\sum_{i}^n"#, "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>"
        ),
        (#"\int_0^1"#, "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>"),
        (#"\mathbb{R}"#, "<mi>ℝ</mi>"), (#"\mathcal{L}"#, "<mi>ℒ</mi>"),
        (#"\mathbf{x1}"#, "<mrow><mi>𝐱</mi><mn>𝟏</mn></mrow>"),
        (#"\mathrm{kg}"#, "<mi>kg</mi>"), (#"\mathrm d"#, "<mi mathvariant=\"normal\">d</mi>"),
        (#"\boldsymbol\alpha"#, "<mi>𝜶</mi>"),
        (#"\text{if }"#, "<mtext>if\u{A0}</mtext>"),
        (#"\hat x"#, "<mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">^</mo></mover>"),
        (#"\not="#, "<mo>=\u{338}</mo>"),
        (
            #"\left(x\right."#,
            "<mrow><mo form=\"prefix\" fence=\"true\" stretchy=\"true\" symmetric=\"true\">(</mo><mi>x</mi></mrow>"
        ),
        (
            #"\begin{array}{lr}a&b\\c\end{array}"#,
            "<mtable columnalign=\"left right\"><mtr><mtd class=\"left\"><mi>a</mi></mtd><mtd class=\"right\"><mi>b</mi>"
                + "</mtd></mtr><mtr><mtd class=\"left\"><mi>c</mi></mtd></mtr></mtable>"
        ),
        (#"{n \choose k}"#, #"\binom nk"#), (#"a \over b"#, #"\frac ab"#), (#"x % a comment"#, "x"),
        (#"\textcolor{RED}{x}"#, "<mstyle mathcolor=\"red\"><mi>x</mi></mstyle>"),
    ])
    func `is MathML`(tex: String, wanted: String) {
        #expect(math(tex) == (wanted.hasPrefix("<") ? wanted : math(wanted)))
    }

    @Test func `is displayed on lines of its own between two pairs of dollar signs, with its source`() {
        let html = MathMLWriter.html("$$\na &< b\n$$")
        #expect(html == "<span class=\"math\">$$\na &amp;&lt; b\n$$</span>", "a sign of a table outside one")
        let shown = MathMLWriter.html("$$a\n< b$$")
        #expect(
            shown.hasPrefix(
                "<span class=\"formula\" role=\"group\" aria-label=\"Formula\" tabindex=\"0\"><math display=\"block\">")
        )
        #expect(
            shown.contains("<annotation encoding=\"application/x-tex\">a &lt; b</annotation></semantics></math></span>")
        )
    }

    @Test(arguments: [
        #"\foo"#, "{", "}", "a^b^c", "a_", "^", #"\frac1"#, #"\left(x"#, #"x\right)"#, #"\begin{matrix}a"#, #"a&b"#,
        #"\begin{matrix}a\end{array}"#, #"\text{$x$}"#, #"\textcolor{red;x:y}{z}"#, #"\begin{array}{|c|}a\end{array}"#,
        #"\def\x{y}\x"#, #"\href{javascript:1}{x}"#, "#1", "\\", "",
    ])
    func `stays as it is written if anything in it is not known`(tex: String) {
        #expect(math(tex) == nil)
        #expect(MathMLWriter.html("$\(tex)$").hasPrefix("<span class=\"math\">$"))
    }

    private static let words = [
        "{", "}", "^", "_", "&", "\\\\", "x", "12", ".", "'", "-", "(", "]", "[", " ", "\n", "%", "$", "<", "é",
        "\\frac", "\\sqrt",
        "\\left", "\\right", "\\middle|", "\\begin{matrix}", "\\end{matrix}", "\\begin{cases}", "\\end{cases}",
        "\\text{a b}",
        "\\mathbb", "\\hat", "\\sum", "\\limits", "\\lim", "\\over", "\\displaystyle", "\\not", "\\big", "\\alpha",
        "\\xrightarrow",
        "\\substack{", "\\color{red}", "\\,", "\\", "\\bf", "\\tag{1}", "\\operatorname{f}",
    ]

    @Test(arguments: Seeds.some(300)) func `is source or a tree, whatever it consists of`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let count = Int.random(in: 1...9, using: &generator)
            let html = MathMLWriter.html("$" + (0..<count).map { _ in generator.pick(Self.words) }.joined() + "$")
            var open: [Substring] = []
            for tag in html.split(separator: "<").map({ $0.prefix { $0 != ">" } }) {
                let name = tag.drop { $0 == "/" }.prefix { $0 != " " }
                if tag.hasPrefix("/") { #expect(open.popLast() == name, "\(html)") } else { open.append(name) }
            }
            #expect(open.isEmpty, "\(html)")
            // Browsers show an element with too few or too many parts as an error.
            for (name, parts) in [
                ("mfrac", 2), ("msubsup", 3), ("munderover", 3), ("mroot", 2), ("msup", 2), ("mover", 2),
            ] {
                #expect(Self.counts(name, in: html).allSatisfy { $0 == parts }, "\(name) in \(html)")
            }
        }
    }

    /// How many elements each element of a name has directly in it.
    private static func counts(_ name: String, in html: String) -> [Int] {
        var (open, found): ([(name: Substring, count: Int)], [Int]) = ([], [])
        for tag in html.split(separator: "<").map({ $0.prefix { $0 != ">" } }) {
            if tag.hasPrefix("/") {
                if let last = open.popLast(), last.name == name { found.append(last.count) }
            } else {
                if let last = open.indices.last { open[last].count += 1 }
                open.append((tag.prefix { $0 != " " }, 0))
            }
        }
        return found
    }

    @Test func `nests and grows only to a limit`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "\\frac{1}{", count: depth) + "x" + String(repeating: "}", count: depth)
        }
        #expect(math(nested(8)) != nil && math(nested(11)) == nil)
        #expect(math(String(repeating: "\\sqrt", count: 9000)) == nil)
        #expect(
            math(String(repeating: "a", count: 10_000)) != nil && math(String(repeating: "a", count: 10_001)) == nil)
    }

    @Test func `in a block quote has none of its marks`() {
        let text = Array("> > $$\n> > a >\n>> b\n> > $$\n".utf8)
        let source = ReadingSource(text, text.indices)
        #expect(source.formulas == ["$$\n a >\n b\n $$"])
    }
}
