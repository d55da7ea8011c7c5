@testable import NotebookExchange
import NotebookFormat
import TestSupport
import Testing

struct `An element of HTML` {
    /// The elements of the standard (HTML Living Standard, “Index of elements”), and those that it calls obsolete (§16.2).
    private static let standard = """
        a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col \
        colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 \
        h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu \
        meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script \
        search section select slot small source span strong style sub summary sup svg table tbody td template textarea \
        tfoot th thead time title tr track u ul var video wbr acronym applet basefont bgsound big blink center dir font \
        frame frameset listing marquee menuitem nobr noembed noframes plaintext rb rtc strike tt xmp
        """

    /// What becomes of the elements: a page, its text in Markdown, and the codes of its rows.
    private static let fates: [(html: String, markdown: String, codes: [ImportLoss.Code])] = [
        // Text, links and blocks.
        ("<p>a<a href=http://x.y>b</a><wbr>c<br>d</p><hr>", "a[b](http://x.y)c\\\nd\n\n***\n", []),
        ("<abbr title='World Wide Web'>WWW</abbr> <acronym title=X>X</acronym>", "WWW (World Wide Web) X\n", []),
        ("<map><area href=http://x.y alt=b><area></map>", "[b](http://x.y)\n", []),
        (
            "<main><article><header>a</header><section>b</section><footer>c</footer></article></main>", "a\n\nb\n\nc\n",
            []
        ),
        ("<aside>a</aside><nav>b</nav><search>c</search><address>d</address>", "a\n\nb\n\nc\n\nd\n", []),
        ("<div>a</div><center>b</center><marquee>c</marquee>", "a\n\nb\n\nc\n", []),
        (
            "<b>a</b><i>b</i><u>c</u><s>d</s><sub>e</sub><kbd>f</kbd>",
            "**a**<em>b</em><u>c</u>~~d~~<sub>e</sub><kbd>f</kbd>\n", []
        ),
        // A mark of Markdown is none beside an element or another mark if a letter stands on its other side.
        ("a<b><u>b</u></b>c (<i><sub>2</sub></i>)", "a<strong><u>b</u></strong>c (*<sub>2</sub>*)\n", []),
        ("a<b><mark>b</mark></b>c<s><b>d</b></s>", "a<strong>==b==</strong>c<strong>~~d~~</strong>\n", []),
        ("a<b><i>b</i></b>c, a<b><i>b!</i>c</b>", "a***b***c, a<strong><em>b!</em>c</strong>\n", []),
        // Signs that would belong to the marks beside them.
        ("<b>* a:</b> b <b>*</b> <i>c *</i>", "**\\* a:** b **\\*** *c \\**\n", []),
        ("<s>~ a</s> <mark>b =</mark>", "~~\\~ a~~ ==b \\===\n", []),
        ("%%% ~~~a~~~ ===b=== =====", "\\%\\%% \\~\\~~a\\~\\~~ \\=\\==b\\=== \\=====\n", []),
        ("<code>a</code><code>b|</code><code>c</code>", "`a`<code>b&#124;</code>`c`\n", []),
        ("<strong>a</strong> <em>b</em> <del>c</del> <strike>d</strike>", "**a** *b* ~~c d~~\n", []),
        ("<ins>a</ins> <mark>b</mark> <sup>c</sup> <cite>d</cite>", "<u>a</u> ==b== <sup>c</sup> *d*\n", []),
        ("<dfn>a</dfn> <var>b</var> <small>c</small> <big>d</big>", "*a b* c d\n", []),
        ("<bdi>a</bdi> <bdo dir=rtl>b</bdo> <span>c</span> <nobr>d</nobr> <blink>e</blink>", "a b c d e\n", []),
        ("<font color=red>a</font>", "a\n", [.styleDropped]),
        ("<blockquote>a</blockquote><q>b</q>", "> a\n\n“b”\n", []),
        ("<h1>h</h1><h6>b</h6><hgroup><h2>c</h2><p>d</p></hgroup>", "# h\n\n###### b\n\n## c\n\nd\n", []),
        ("<h3>a</h3><h4>b</h4><h5>c</h5>", "### a\n\n#### b\n\n##### c\n", []),
        ("<h4>a<br>b</h4>c&#146;s &#x96; &#128; &#233;", "#### a b\n\nc’s – € é\n", []),
        ("<pre>a\n b</pre><listing>c</listing><xmp><b></xmp>", "```\na\n b\n```\n\n```\nc\n```\n\n```\n<b>\n```\n", []),
        ("<code>a</code> <samp>b</samp> <tt>c</tt>", "`a` `b` `c`\n", []),
        ("<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby><ruby><rb>c</rb><rtc>d</rtc></ruby>", "a(b)cd\n", []),
        ("<time>a</time> <time datetime=2024-01-02></time> <data value=7></data>", "a 2024-01-02 7\n", []),
        // Lists and tables; a list that interrupts no paragraph has a blank line before it.
        (
            "<ul><li>a<ul><li><li>b</ul><li>c<ol start=3><li>d</ol><li>e<ol><li>f</ol></ul>",
            "- a\n\n  -\n  - b\n- c\n\n  3. d\n- e\n  1. f\n", []
        ),
        ("<ul><li>a</ul><ol><li>b</ol><menu><li>c</menu><dir><li>d</dir>", "- a\n\n1. b\n\n- c\n\n* d\n", []),
        ("<dl><dt>a<dd>b</dl>", "**a**\n\nb\n", []),
        ("<ol><li value=7>a<li>b<li value=12>c</ol>", "7. a\n8. b\n\n12) c\n", []),
        ("<ol start=3><li value=3>a<li value=4>b</ol><ul><li value=9>c</ul>", "3. a\n4. b\n\n- c\n", []),
        (
            "<ul><li><input type=checkbox checked> <p>a</p><p>b</p></li><li><input type=checkbox><p>c</p></li></ul>",
            "- [x] a\n\n  b\n\n- [ ] c\n", []
        ),
        (
            "<table><tr><td><code>a\\|b|*</code><td>c\\|d<td><code>e|f</code></table>",
            "| <code>a\\\\&#124;b&#124;\\*</code> | c\\\\\\|d | `e\\|f` |\n| --- | --- | --- |\n", []
        ),
        (
            "<table><tr><td><a href=http://x.y><code>a\\|b</code></a><td><math alttext='\\|x\\|'></math></table>",
            "| [<code>a\\\\&#124;b</code>](http://x.y) | $\\Vert x\\Vert $ |\n| --- | --- |\n", []
        ),
        ("<details><summary>a</summary>b</details>", "- a\n\n  b\n", []),
        (
            """
            <table><caption>a</caption><colgroup><col></colgroup><thead><tr><th>b</th></tr></thead><tbody><tr><td>c</td>
            </tr></tbody><tfoot><tr><td>d</td></tr></tfoot></table>
            """, "a\n\n| b |\n| --- |\n| c |\n| d |\n", []
        ),
        ("<figure><img src=a.png><figcaption>b</figcaption></figure>", "![a.png](A)\n\nb\n", []),
        // Forms.
        ("<form><fieldset><legend>a</legend><label>b</label></fieldset></form>", "a\n\nb\n", []),
        ("<input value=a> <input type=hidden value=b> <input type=radio checked>c", "a ◉ c\n", []),
        ("<p><input type=checkbox checked> a</p>", "- [x] a\n", []),
        ("<button>a</button> <textarea>b</textarea> <output>c</output>", "a b c\n", []),
        ("<select><option>a<option>b<optgroup label=c><option>d</optgroup></select>", "a, b, c: d\n", []),
        ("<meter value=1 max=2></meter> <progress value=3></progress> <meter>c</meter>", "1/2 3 c\n", []),
        ("a<datalist><option>b</datalist>", "a\n", [.hiddenDropped]),
        ("<menuitem label=a></menuitem>", "a\n", []),
        // Files.
        ("<img src=a.png alt=b>", "![b](A)\n", []), ("<img src=none.png>", "![](none.png)\n", [.attachmentMissing]),
        ("<img srcset='b.png 1x, a.png 2x'>", "![a.png](A)\n", [.styleDropped]),
        ("<img src=data:x data-src=a.png>", "![a.png](A)\n", []),
        ("<picture><source srcset=a.png><img src=b.png></picture>", "![b.png](B)\n", [.styleDropped]),
        ("<picture><source srcset=a.png></picture>", "![a.png](A)\n", [.styleDropped]),
        ("<audio controls src=a.png>b</audio>", "![a.png](A)\n", [.hiddenDropped]),
        ("<video poster=a.png src=b.png></video>", "![a.png](A) ![b.png](B)\n", []),
        ("<video><source src=b.png><track src=a.png>c</video>", "![b.png](B) [a.png](A)\n", [.hiddenDropped]),
        ("<video src=none.mp4>c</video>", "c\n", [.attachmentMissing]), ("<video>c</video>", "c\n", []),
        ("<object data=a.png><param>b</object>", "![a.png](A)\n", [.hiddenDropped]),
        ("<object data=none.png>b</object>", "b\n", [.attachmentMissing]), ("<object><p>b</object>", "b\n", []),
        ("<applet>b</applet><embed src=a.png><bgsound src=b.png>", "b![a.png](A)![b.png](B)\n", []),
        ("<iframe src=http://x.y>b</iframe>", "<http://x.y>\n", [.remoteKept]),
        ("<iframe src=x srcdoc='<p>a &amp;lt; <i>b</i>'></iframe>c", "a < *b*\n\nc\n", []),
        ("<iframe src=p0.html title=b></iframe>", "[b](p0.md)\n", []),
        ("<frameset><frame src=p0.html><noframes>b</noframes></frameset>", "[p0.html](p0.md)\n", [.hiddenDropped]),
        // What scripts would make or show.
        ("<noscript>a</noscript><canvas>b</canvas><slot>c</slot>", "abc\n", []),
        ("a<template>b</template><noembed>c</noembed>", "a\n", [.hiddenDropped]),
        ("a<script>b</script><style>c</style><link><meta><base><basefont>", "a\n", []),
        ("<dialog>a</dialog>", "a\n", []),
        ("<svg><title>a</title><text>b</text></svg>", "ab\n", [.noteLost]),
        ("<math><mi>x</mi><annotation encoding=application/x-tex>x^2</annotation></math>", "$x^2$\n", []),
        ("<math><mi>x</mi><mn>2</mn></math>", "x2\n", [.noteLost]),
        ("<math><msup><mi>x</mi><mn>2</mn></msup></math>", "x<sup>2</sup>\n", [.noteLost]),
        (
            "<math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><msqrt><mi>c</mi></msqrt></mrow></mfrac></math>",
            "a/(b+√(c))\n", [.noteLost]
        ),
        ("<html><head><title>t</title></head><body>a<plaintext>b</body>", "ab\n", []),
    ]

    @Test func `is kept, or has a row`() throws {
        var files = Dictionary(uniqueKeysWithValues: Self.fates.enumerated().map { ("p\($0).html", $1.html) })
        (files["a.png"], files["b.png"]) = ("a", "b")
        let notes = try Arrived.files(files)
        // The first page with both shows “a.png” before “b.png”.
        let both = try #require(
            notes.items.values.first { String(decoding: $0.body, as: UTF8.self).contains(") ![b.png]") })
        let pictures = String(decoding: both.body, as: UTF8.self).matches(of: #/\]\(([^()]*)\)/#).map(\.output.1)
        for (index, fate) in Self.fates.enumerated() {
            let name = fate.html.contains("<h1>") ? "h" : fate.html.contains("<title>t") ? "t" : "p\(index)"
            let item = try #require(notes.items["notes/\(name).md"], "\(fate.html)")
            let body = String(decoding: item.body, as: UTF8.self)
                .replacing(#/\]\(([^()]*blobs[^()]*)\)/#) { $0.output.1 == pictures[0] ? "](A)" : "](B)" }
            let rows = notes.report.losses.filter { $0.place == "p\(index).html" }.map(\.code)
            #expect(body == fate.markdown && rows == fate.codes, "\(fate.html): \(body) \(rows)")
        }
    }

    @Test func `of the standard is in the table`() {
        let pages = Self.fates.map(\.html).joined()
        let missing = Self.standard.split(separator: " ").filter { name in
            !pages.contains("<\(name)>") && !pages.contains("<\(name) ")
        }
        #expect(missing == [])
    }
}
