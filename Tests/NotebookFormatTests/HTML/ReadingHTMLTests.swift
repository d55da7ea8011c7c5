import Foundation
import TestSupport
import Testing

@testable import NotebookLinks
@testable import NotebookMarkdown

/// Targets of a notebook with the items “Heron” and “Owl” and the picture “owl.png”.
private struct FewTargets: HTMLTargets {
    func link(_ name: FoundLink.Name) -> HTMLLink {
        switch name {
        case .wiki("Heron", let heading): .inside("#heron" + (heading.map { ":" + $0 } ?? ""))
        case .destination(let destination) where destination.isExternal:
            destination.rawPath.hasPrefix("https:") ? .outside(name.written) : .none("not opened")
        case .destination(let destination) where destination.path == "Owl.md": .inside("#owl")
        default: .none("not found")
        }
    }

    func embed(_ name: FoundLink.Name) -> HTMLEmbed {
        switch name.written {
        case "owl.png": .picture("data:image/png;base64,AA==")
        case "song.mp3": .sound("song.mp3")
        default: .link(link(name))
        }
    }
}

struct `HTML to be read` {
    private func html(
        _ text: String, keepsLineBreaks: Bool = false, outerLevel: Int = 0, title: String? = nil
    ) -> String {
        let bytes = Array(text.utf8)
        let options = HTMLWriter<FewTargets>.Options(
            idPrefix: "n:", outerLevel: outerLevel, keepsLineBreaks: keepsLineBreaks, title: title)
        var anchors = MarkdownAnchors()
        return HTMLWriter.reading(bytes, in: bytes.indices, FewTargets(), options, &anchors).html
    }

    /// One definition of a task: for pages, for the terminal, and for lists of tasks.
    @Test(arguments: [
        ("- [ ] a", 1), ("- [x] a\n- [X] b\n- [-] c\n- [>] d\n- [é] e", 5), ("- [ ]", 1), ("1. [ ] a\n2. [x] b", 2),
        ("> - [ ] a\n>   1) [x] b", 2), ("- - [ ] a", 1), ("-   [ ] a", 1), ("- [*] a\n- [_] b _c_\n- [`] d", 3),
        ("- \\[ ] a", 0), ("- [ \\] a", 0), ("- [\\] a", 0), ("- &#91; ] a", 0), ("- [*] a* b", 0), ("- [`] a`", 0),
        ("- [x]a", 0), ("- [ab] a", 0), ("- [] a", 0), ("- […] a", 0), ("- `[ ]` a", 0), ("- **[ ]** a", 0),
        ("```\n- [ ] a\n```", 0), ("- ```\n  [ ] a\n  ```", 0), ("[ ] a", 0), ("- a\n  [ ] b", 0), ("- # [ ] a", 0),
        ("- [q] a\n\n[q]: b", 0), ("- [ ]\n  a", 0), ("%%\n- [ ] a\n%%", 0), ("<!--\n- [ ] a\n-->", 0),
    ]) func `has a box for each task that lists of tasks have, and for no other`(text: String, count: Int) {
        #expect(html(text).components(separatedBy: "class=\"task\"").count - 1 == count)
        #expect(MarkdownDocument(Array(text.utf8)).tasks().count == count)
    }

    @Test(arguments: [
        ("~~old~~ and ==new **bold**==", "<p><s>old</s> and <mark>new <strong>bold</strong></mark></p>\n"),
        ("==a ~~b== c~~", "<p><mark>a ~~b</mark> c~~</p>\n"), ("a == b == c", "<p>a == b == c</p>\n"),
        (#"\==a== `==b==`"#, "<p>==a== <code>==b==</code></p>\n"),
        ("before %%hidden%% after", "<p>before  after</p>\n"),
        ("    %%\n    code\n    %%\n%%hidden%%", "<pre tabindex=\"0\"><code>%%\ncode\n%%\n</code></pre>\n"),
        ("<pre>\n%%\n</pre>\n\n%%hidden%%", "<pre>\n%%\n</pre>\n"),
        ("<div>\n<!-- hidden\n\nhidden\n-->\n</div>", "<div>\n</div>\n"),
        ("before <!-- hidden\n\nhidden --> after", "<p>before  after</p>\n"),
        ("$a_b_c$", "<p><span class=\"math\">$a_b_c$</span></p>\n"),
        ("[[Heron]] [[Heron|bird]]", "<p><a href=\"#heron\">Heron</a> <a href=\"#heron\">bird</a></p>\n"),
        ("[[Heron#Song]]", "<p><a href=\"#heron:Song\">Heron › Song</a></p>\n"),
        ("[[Stork]]", "<p><span class=\"broken\" title=\"not found\">Stork</span></p>\n"),
        ("[o](Owl.md)", "<p><a href=\"#owl\">o</a></p>\n"),
        (
            "<https://a.example/?a&b>",
            "<p><a class=\"outside\" rel=\"noreferrer\" href=\"https://a.example/?a&amp;b\">https://a.example/?a&amp;b</a></p>\n"
        ),
        (
            "![An owl](owl.png)",
            "<p><img src=\"data:image/png;base64,AA==\" alt=\"An owl\" loading=\"lazy\" /></p>\n"
        ),
        (
            "![[owl.png|200x100]]",
            "<p><img src=\"data:image/png;base64,AA==\" alt=\"owl.png\" width=\"200\" height=\"100\" loading=\"lazy\" /></p>\n"
        ),
        (
            "![](song.mp3)",
            "<p><audio controls preload=\"none\" aria-label=\"song.mp3\" src=\"song.mp3\"></audio></p>\n"
        ),
        (
            "![[Heron]]", "<p><span class=\"embed\"><a href=\"#heron\">Heron</a></span></p>\n"
        ),
        (
            "- [ ] a\n- [x] b",
            "<ul>\n<li class=\"task\"><input type=\"checkbox\" disabled aria-label=\"To do\" />a</li>\n"
                + "<li class=\"task\"><input type=\"checkbox\" disabled checked aria-label=\"Done\" />b</li>\n</ul>\n"
        ),
        (
            "> [!warning] Cold\n> Water",
            "<div class=\"callout caution\" role=\"note\">\n<p class=\"callout-title\"><strong>Warning:</strong> Cold</p>\n"
                + "<p>Water</p>\n</div>\n"
        ),
        (
            "> [!tip]-\n> Water",
            "<details class=\"callout success\">\n<summary><strong>Tip</strong></summary>\n<p>Water</p>\n</details>\n"
        ),
        (
            "| a | b |\n|---|--:|\n| `1\\|2` | 3 |",
            "<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>\n<thead>\n"
                + "<tr><th scope=\"col\">a</th><th scope=\"col\" class=\"right\">b</th></tr>\n</thead>\n<tbody>\n"
                + "<tr><td><code>1|2</code></td><td class=\"right\">3</td></tr>\n</tbody>\n</table></div>\n"
        ),
        (
            "a[^x]\n\n[^x]: Note",
            "<p>a<sup class=\"footnote\"><a id=\"n:fnref:1\" href=\"#n:fn:1\" aria-label=\"Footnote 1\">"
                + "1</a></sup></p>\n<ol class=\"footnotes\" aria-label=\"Footnotes\">\n<li id=\"n:fn:1\">Note"
                + "<a class=\"back\" href=\"#n:fnref:1\" aria-label=\"Back to the text\">↩</a></li>\n</ol>\n"
        ),
        (
            "[^x] [^x]\n\n[^x]: Note",
            "<p><sup class=\"footnote\"><a id=\"n:fnref:1\" href=\"#n:fn:1\" aria-label=\"Footnote 1\">1</a></sup> "
                + "<sup class=\"footnote\"><a id=\"n:fnref:1:2\" href=\"#n:fn:1\" aria-label=\"Footnote 1\">1</a></sup></p>\n"
                + "<ol class=\"footnotes\" aria-label=\"Footnotes\">\n<li id=\"n:fn:1\">Note"
                + "<a class=\"back\" href=\"#n:fnref:1\" aria-label=\"Back to the text\">↩</a>"
                + "<a class=\"back\" href=\"#n:fnref:1:2\" aria-label=\"Back to the text, place 2\">↩<sup>2</sup></a></li>\n</ol>\n"
        ),
    ])
    func `has what CommonMark lacks`(text: String, expected: String) { #expect(html(text) == expected) }

    /// What is code, and what is text, only the parser of blocks knows.
    @Test(arguments: [
        (
            "1. a\n\n    b %%hidden%% $x_1$ c ^name",
            "<ol>\n<li>\n<p>a</p>\n<p>b  <span class=\"math\">$x_1$</span> c</p>\n</li>\n</ol>\n"
        ),
        (
            "- ```\n  %% a %% $b$ ^c\n  ```\n\nd %%hidden%%",
            "<ul>\n<li>\n<pre tabindex=\"0\"><code>%% a %% $b$ ^c\n</code></pre>\n</li>\n</ul>\n<p>d</p>\n"
        ),
        (
            "> ```\n> %%\n\na %%hidden%% b",
            "<blockquote>\n<pre tabindex=\"0\"><code>%%\n</code></pre>\n</blockquote>\n<p>a  b</p>\n"
        ),
        (
            "```\na\n    ```\n%%b%%\n```\nc %%hidden%%",
            "<pre tabindex=\"0\"><code>a\n    ```\n%%b%%\n</code></pre>\n<p>c</p>\n"
        ),
        (
            "-     %%a%%\n\n%%hidden%%",
            "<ul>\n<li>\n<pre tabindex=\"0\"><code>%%a%%\n</code></pre>\n</li>\n</ul>\n"
        ),
        (
            "a $$\n\n```\n$$\n```",
            "<p>a $$</p>\n<pre tabindex=\"0\"><code>$$\n</code></pre>\n"
        ),
        ("a $b `c$` d", "<p>a $b <code>c$</code> d</p>\n"),
        ("a $5 %%hidden%% and 6$ b", "<p>a <span class=\"math\">$5  and 6$</span> b</p>\n"),
        ("$$\na %%hidden\n$$ hidden%% b$$", "<p><span class=\"math\">$$\na  b$$</span></p>\n"),
        ("a <!-- hidden\n# hidden --> b", "<p>a  b</p>\n"),
        ("[[a <!-- ]] hidden --> b", "<p>[[a  b</p>\n"),
        ("> <!-- hidden\n\na", "<blockquote>\n</blockquote>\n<p>a</p>\n"),
        ("<div>\n$a_b$ ^c\n</div>", "<div>\n$a_b$ ^c\n</div>\n"),
    ])
    func `has comments, formulas and names of blocks where CommonMark has text`(text: String, expected: String) {
        #expect(html(text) == expected)
    }

    @Test(arguments: [
        "a[^x] b\n\n[^x]: c %%hidden\n\nhidden%% last\n", "a[^x]\n\n[^x]: c\n\n    %%hidden%% last\n",
        "a[^x]\n\n[^x]: c\n    %%hidden%%\nlast\n", "a[^x]\n\n[^x]: c\n\n\t%%hidden%% last\n\n\t\te\n",
        "1. a[^x]\n\n    [^x]: %%hidden%%last\n", "a ^[b %%]hidden%% last] c", "a ^[b `]` last] c",
    ])
    func `has no comments in footnotes, which end where they are written`(text: String) {
        let html = html(text)
        #expect(!html.contains("hidden") && !html.contains("%%"), "\(html)")
        let footnote = html.components(separatedBy: "<ol class=\"footnotes\"")
        #expect(footnote.count == 2 && footnote[1].contains("last") && !footnote[0].contains("last"), "\(html)")
    }

    @Test func `ends a footnote in a list item with the item`() {
        let html = html("- a[^x]\n\n  [^x]: note\n\n  b\n- c\n")
        #expect(html.contains("<p>b</p>\n</li>\n<li>\n<p>c</p>"), "\(html)")
        #expect(html.contains("<li id=\"n:fn:1\">note<a "), "\(html)")
    }

    @Test func `has the footnotes of footnotes, to a depth`() {
        let html = html("a[^x] b^[outer] c[^n]\n\n[^x]: see ^[inner ^[innermost]]\n\n    [^n]: nested\n")
        let texts = html.components(separatedBy: "<li id=").dropFirst().map { item in
            String(item.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
        }
        #expect(texts == ["see ", "outer", "nested", "inner ", "innermost"], "\(html)")
        #expect(html.contains("see <sup class=\"footnote\"><a id=\"n:fnref:4\""), "\(html)")
        let deep = self.html(String(repeating: "^[a ", count: 50) + "b" + String(repeating: "]", count: 50))
        #expect(deep.components(separatedBy: "<li id=").count == 11 && deep.contains("a ^[a ^[a"), "\(deep)")
    }

    @Test func `keeps line ends if asked for`() {
        #expect(html("a\nb") == "<p>a\nb</p>\n")
        #expect(html("a\nb", keepsLineBreaks: true) == "<p>a<br />\nb</p>\n")
    }

    @Test func `has headings whose levels follow one another, with an id each`() {
        let text = html("# Heron\n\n### Song\n\n# Song", outerLevel: 2, title: "Heron")
        #expect(
            text == "<a id=\"n:heron\"></a>\n<h3 id=\"n:song\" class=\"heading-3\">Song</h3>\n"
                + "<h3 id=\"n:song-1\" class=\"heading-1\">Song</h3>\n")
    }

    @Test(arguments: [
        ("<b>a</b> <span style=\"x\">b</span> H<sub>2</sub>O", "<p><b>a</b> b H<sub>2</sub>O</p>\n"),
        ("<b onclick=\"x()\">a", "<p><b>a</b></p>\n"),
        ("</div></article>a", "&lt;/article&gt;a\n"),
        ("==<b>a== b</b>", "<p>==<b>a== b</b></p>\n"),
        ("<a href=\"javascript:x()\">a</a>", "<p>a</p>\n"),
        ("<a href=\"Owl.md\">a <a href=\"https://b.example\">b</a></a>", "<p><a href=\"#owl\">a b</a></p>\n"),
        ("<!-- a --> b", " b\n"),
        (
            "<details open ontoggle=\"x()\">\n<summary>More</summary>\n\n*a*\n\n</details>\n\nb",
            "<details open>\n<summary>More</summary>\n<p><em>a</em></p>\n</details>\n<p>b</p>\n"
        ),
        ("> <div>\n\nb", "<blockquote>\n<div>\n</div>\n</blockquote>\n<p>b</p>\n"),
    ])
    func `keeps of a note’s own HTML what only shows`(text: String, expected: String) {
        #expect(html(text) == expected)
    }

    /// What was used against other programs that show Markdown.
    static let injections = [
        "<script>alert(1)</script>", "a <script>alert(1)</script>", "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>",
        "<iframe src=\"javascript:alert(1)\"></iframe>",
        "<style>@import 'https://evil.example'</style>", "<link rel=stylesheet href=//evil.example>",
        "<base href=\"https://evil.example/\">", "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
        "<form action=https://evil.example><input name=a><button>b</button></form>", "<object data=x></object>",
        "<embed src=x>", "<math><mi xlink:href=\"javascript:alert(1)\">a</mi></math>",
        "<video><source onerror=alert(1)>",
        "<a href=\"java&#x0A;script:alert(1)\">a</a>", "<a href=\" javascript:alert(1)\">a</a>",
        "[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](<java\tscript:alert(1)>)",
        "[a](&#106;avascript:alert(1))",
        "[a](data:text/html,<script>alert(1)</script>)", "[a](vbscript:alert(1))", "[a](file:///etc/passwd)",
        "![a](javascript:alert(1))", "![a](x\" onerror=\"alert(1))", "![a](https://evil.example/pixel.png)",
        "[a](https://a.example/\"onmouseover=\"alert(1))", "<https://a.example/\"onclick=alert(1)>",
        "<javascript:alert(1)>",
        "[[\"><script>alert(1)</script>]]", "[[Heron|<img src=x onerror=alert(1)>]]",
        "![[owl.png|1\" onload=\"alert(1)]]",
        "```\"><script>alert(1)</script>\na\n```", "# <script>alert(1)</script>", "# \"onclick=\"alert(1)",
        "| <script>alert(1)</script> |\n|---|\n| <b onmouseover=alert(1)>a</b> |", "- [\"] <script>alert(1)</script>",
        "> [!\"onclick=\"alert(1)] a", "> [!note] <script>alert(1)</script>",
        "a[^\"><script>] b\n\n[^\"><script>]: <script>c",
        "$<script>alert(1)</script>$", "==<script>alert(1)</script>==", "%%<script>",
        "<!--><script>alert(1)</script>-->",
        "<![CDATA[<script>alert(1)</script>]]>", "<?php <script>alert(1)</script> ?>",
        "<textarea><script>alert(1)</script>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<template><script>alert(1)</script></template>",
        "<title><img src=x onerror=alert(1)></title>", "<b/onclick=alert(1)>",
        "<img src=\"owl.png\" alt='\" onload=\"alert(1)'>",
    ]

    /// Reads HTML as a browser does, as far as it must be to find what could run.
    private static func problems(of html: String) -> [String] {
        var (problems, open): ([String], [String]) = ([], [])
        let allowed: Set<String> = [
            "a", "abbr", "audio", "b", "bdi", "blockquote", "br", "cite", "code", "del", "details", "div", "em", "h1",
            "h2", "h3",
            "h4", "h5", "h6", "hr", "i", "img", "input", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp",
            "small",
            "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul", "var",
        ]
        let attributes: Set<String> = [
            "alt", "aria-label", "checked", "class", "controls", "disabled", "height", "href", "id", "loading", "open",
            "preload",
            "rel", "role", "scope", "src", "start", "tabindex", "title", "type", "width",
        ]
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            guard let tag = rest.prefixMatch(of: /(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)( \/)?>/) else {
                problems.append("not a tag: \(rest.prefix(20))")
                continue
            }
            rest = rest[tag.range.upperBound...]
            let name = String(tag.output.2)
            if !allowed.contains(name) { problems.append("element \(name)") }
            if !tag.output.1.isEmpty {
                if open.popLast() != name { problems.append("closing \(name)") }
            } else if !["br", "hr", "img", "input"].contains(name) {
                open.append(name)
            }
            for attribute in String(tag.output.3).matches(of: /\s([a-z-]+)(?:="([^"]*)")?/) {
                if !attributes.contains(String(attribute.output.1)) {
                    problems.append("attribute \(attribute.output.1)")
                }
                let value = String(attribute.output.2 ?? "")
                if attribute.output.1 == "href", !value.hasPrefix("#"), !value.hasPrefix("https://") {
                    problems.append("link \(value)")
                }
                if attribute.output.1 == "src", !value.hasPrefix("data:image/png") {
                    problems.append("source \(value)")
                }
            }
        }
        if !open.isEmpty { problems.append("not closed: \(open)") }
        return problems
    }

    @Test(arguments: injections)
    func `runs nothing`(text: String) {
        for keepsLineBreaks in [false, true] {
            let html = html(text, keepsLineBreaks: keepsLineBreaks, outerLevel: 2, title: "Heron")
            #expect(Self.problems(of: html) == [], "\(html)")
        }
    }

    @Test(arguments: Seeds.some(300))
    func `is closed whatever is written`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let html = html(String(decoding: generator.markdown(), as: UTF8.self))
        #expect(Self.problems(of: html) == [], "\(html)")
    }

    @Test func `has no element that a block quote ends if it began before it`() {
        let html = html("<div>\n\n> </div>\n\nafter\n")
        #expect(
            html.hasPrefix("<div>\n<blockquote>") && html.contains("</blockquote>\n<p>after</p>\n</div>"), "\(html)")
        #expect(html.ranges(of: "</div>").count == 1)
    }

    @Test func `makes up no more than one cell of a row`() {
        #expect(html("|a|b|c|\n|-|-|-|\n|x|\n").contains("<tr><td>x</td><td colspan=\"2\"></td></tr>"))
    }

    @Test func `shows the cells of a row beyond its header`() {
        let table = html("|a|\n|-|\n|x|y|z|\n|u|\n")
        #expect(table.contains("<tr><th scope=\"col\">a</th></tr>"))
        #expect(table.contains("<tr><td>x</td><td>y</td><td>z</td></tr>\n<tr><td>u</td><td colspan=\"2\"></td></tr>"))
    }

    @Test func `pairs brackets, backticks and comments of a line, however many begin`() {
        #expect(html("^[a ^[b] c] d\n").hasPrefix("<p><sup"))
        #expect(html("`a ``b` c`` $x$ <!-- y --> %%z%% end\n").contains("<code>a ``b</code>"))
    }
}
