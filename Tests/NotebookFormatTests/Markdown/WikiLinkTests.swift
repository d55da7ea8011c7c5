import Testing

@testable import NotebookMarkdown

struct `Wiki links` {
    struct Case: Sendable, CustomTestStringConvertible {
        let markdown: String
        let html: String
        var testDescription: String { markdown }

        init(_ markdown: String, _ html: String) {
            self.markdown = markdown
            self.html = html
        }
    }

    @Test(
        arguments: [
            ("[[X]]", "X", nil, nil), ("[[ X y ]]", "X y", nil, nil), ("[[X|l a]]", "X", nil, "l a"),
            (#"[[X\|l]]"#, "X", nil, "l"),
            ("[[X#H]]", "X", "H", nil), ("[[#H]]", "", "H", nil), ("[[X#^b]]", "X", "^b", nil),
            ("[[X#H|l]]", "X", "H", "l"),
            (#"[[X#H\|l]]"#, "X", "H", "l"), ("[[X|a#b]]", "X", nil, "a#b"), ("[[X|a|b]]", "X", nil, "a|b"),
            ("[[A#B#C]]", "A", "B#C", nil),
            ("[[X|]]", "X", nil, ""), ("[[a/b.md]]", "a/b.md", nil, nil),
            ("[[*a* &amp; \\_]]", "*a* &amp; \\_", nil, nil),
            ("[[é日|ü]]", "é日", nil, "ü"),
        ] as [(String, String, String?, String?)])
    func `have a target, a heading and a label`(markdown: String, target: String, heading: String?, label: String?)
        throws
    {
        for prefix in ["", "!"] {
            let bytes = Array(("> a " + prefix + markdown).utf8)
            let link = try #require(MarkdownDocument(bytes).links().first)
            guard case .wikiLink(let wiki) = link.kind else {
                Issue.record("\(link)")
                continue
            }
            #expect((wiki.target, wiki.heading, wiki.label) == (target, heading, label))
            #expect(wiki.isEmbed == !prefix.isEmpty)
            #expect(link.range == 4..<bytes.count)
            func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
            #expect(text(wiki.targetRange) == target)
            #expect(wiki.headingRange.map(text) == heading)
            #expect(wiki.labelRange.map(text) == label)
            #expect(link.destination.range == wiki.targetRange)
            #expect(link.destination.text == target)
        }
    }

    @Test(arguments: [
        Case("[[a]] b", "<wiki>a</wiki> b"),
        Case("[[foo]]\n\n[foo]: foo.md", "<wiki>foo</wiki>"),
        Case("[[foo]](bar)", "<wiki>foo</wiki>(bar)"),
        Case("[[foo]][bar]\n\n[bar]: u", "<wiki>foo</wiki><a href=\"u\">bar</a>"),
        Case("[bar][[foo]]\n\n[bar]: u", "<a href=\"u\">bar</a><wiki>foo</wiki>"),
        Case("[a [[b]] c](d)", "[a <wiki>b</wiki> c](d)"),
        Case("[a ![[b]] c](d)", "<a href=\"d\">a <wiki>b</wiki> c</a>"),
        Case("![a [[b]] c](d)", "<img src=\"d\" alt=\"a b c\" />"),
        Case("*[[a*b]]*", "<em><wiki>a*b</wiki></em>"),
        Case("[[[a]]]", "[<wiki>a</wiki>]"),
        Case("[[a\nb]]", "[[a\nb]]"),
        Case("[[]] [[ ]] [[#]] [[|a]] [[# |a]] [[ # #|a]]", "[[]] [[ ]] [[#]] [[|a]] [[# |a]] [[ # #|a]]"),
        Case("[[a]b]] [[a[b]]", "[[a]b]] [[a[b]]"),
        Case(#"\[[a]] [\[a]] !\[[a]]"#, "[[a]] [[a]] ![[a]]"),
        Case(#"\![[a]]"#, "!<wiki>a</wiki>"),
        Case(
            "`[[a]]` <xx:[[a]]> <b c=\"[[a]]\">",
            "<code>[[a]]</code> <a href=\"xx:%5B%5Ba%5D%5D\">xx:[[a]]</a> <b c=\"[[a]]\">"),
        Case("[[a`]] `b`", "<wiki>a`</wiki> <code>b</code>"),
        Case("[x]([[a]])", "<a href=\"%5B%5Ba%5D%5D\">x</a>"),
        Case("[[a|*b*]]", "<wiki>*b*</wiki>"),
        Case("![[a.png|300]]", "<wiki>300</wiki>"),
        Case("[[a", "[[a"),
        Case("[ ] [[a]] [x]", "[ ] <wiki>a</wiki> [x]"),
    ])
    func `take precedence over brackets, and nothing else`(example: Case) {
        let document = MarkdownDocument(Array(example.markdown.utf8))
        #expect(HTMLRenderer.render(document) == "<p>\(example.html)</p>\n")
    }

    @Test func `are text where the extension is off`() {
        let document = MarkdownDocument(Array("[[a]] ![[b]]".utf8), options: .commonMark)
        #expect(HTMLRenderer.render(document) == "<p>[[a]] ![[b]]</p>\n")
    }
}
