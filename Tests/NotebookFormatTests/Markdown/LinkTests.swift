import TestSupport
import Testing

@testable import NotebookMarkdown

struct `Links of a document` {
    @Test(
        .enabled(if: Corpora.has("commonmark"), Comment(rawValue: Corpora.absent)), arguments: SpecificationExample.all)
    func `are those of the specification's HTML`(example: SpecificationExample) {
        let document = MarkdownDocument(example.bytes, options: .commonMark)
        let links = document.links()
        // What is in the description of an image is not in the HTML.
        let descriptions = links.compactMap { link in
            switch link.kind {
            case .image, .referenceImage: link.labelRange
            default: nil
            }
        }
        let found = links.compactMap { link -> String? in
            guard !descriptions.contains(where: { $0.contains(link.range.lowerBound) }) else { return nil }
            switch link.kind {
            case .definition: return nil
            case .attribute: return String(decoding: example.bytes[link.destination.range], as: UTF8.self)
            default: return HTMLRenderer.encoded(link.destination.text)
            }
        }
        let expected = example.html.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
        #expect(found == expected)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let markdown: String
        let links: [String]
        var testDescription: String { markdown }

        init(_ markdown: String, _ links: String...) {
            self.markdown = markdown
            self.links = links
        }
    }

    /// What a link is and how it is written: the form, the destination, its spelling, the construct and the label.
    static func description(_ link: MarkdownLink, in bytes: [UInt8]) -> String {
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let name =
            switch link.kind {
            case .link: "link"
            case .image: "image"
            case .referenceLink(let index): "link by \(index)"
            case .referenceImage(let index): "image by \(index)"
            case .definition(let index): "definition \(index)"
            case .autolink: "autolink"
            case .attribute(let name): name
            case .wikiLink(let link): link.isEmbed ? "embed" : "wiki link"
            }
        let brackets = link.destination.form == .bracketed ? "<>" : ""
        let label = link.labelRange.map { " “\(text($0))”" } ?? ""
        return
            "\(name)\(brackets) to “\(link.destination.text)” by “\(text(link.destination.range))” in “\(text(link.range))”\(label)"
    }

    @Test(arguments: [
        Case(#"a [b](c "t") d"#, #"link to “c” by “c” in “[b](c "t")” “b”"#),
        Case("[](<a b>)", "link<> to “a b” by “a b” in “[](<a b>)” “”"),
        Case("[a]()", "link to “” by “” in “[a]()” “a”"),
        Case("[a](  <>  )", "link<> to “” by “” in “[a](  <>  )” “a”"),
        Case(#"![a](b\_c&amp;d%20e)"#, #"image to “b_c&d%20e” by “b\_c&amp;d%20e” in “![a](b\_c&amp;d%20e)” “a”"#),
        Case(
            "[![a](b)](c)", "link to “c” by “c” in “[![a](b)](c)” “![a](b)”", "image to “b” by “b” in “![a](b)” “a”"),
        Case(
            "[A b]\n\n> [x]: <y z>\n> [a  B]: c 't'",
            "link by 1 to “c” by “c” in “[A b]” “A b”", "definition 0<> to “y z” by “y z” in “[x]: <y z>” “x”",
            "definition 1 to “c” by “c” in “[a  B]: c 't'” “a  B”"),
        Case(
            "![x][a] [a][]\n\n[a]: u\n[a]: v", "image by 0 to “u” by “u” in “![x][a]” “x”",
            "link by 0 to “u” by “u” in “[a][]” “a”", "definition 0 to “u” by “u” in “[a]: u” “a”",
            "definition 1 to “v” by “v” in “[a]: v” “a”"),
        Case(
            "<ab:c> <d@e.f>", "autolink to “ab:c” by “ab:c” in “<ab:c>”",
            "autolink to “mailto:d@e.f” by “d@e.f” in “<d@e.f>”"),
        Case(
            #"x <a href="b&amp;c"><img SRC='d e' alt=f src=g/> `<a href="h">`"#,
            #"href to “b&c” by “b&amp;c” in “<a href="b&amp;c">”"#,
            "src to “d e” by “d e” in “<img SRC='d e' alt=f src=g/>”",
            "src to “g/” by “g/” in “<img SRC='d e' alt=f src=g/>”"),
        Case("> - [a\n>   b](\n>   c)", "link to “c” by “c” in “[a\n>   b](\n>   c)” “a\n>   b”"),
        Case("    [a](b)\n\n```\n[a](b)\n```\n\n`[a](b)` \\[a](b)"),
        Case("a\r\n> [b](c)\r\n> [d](e)", "link to “c” by “c” in “[b](c)” “b”", "link to “e” by “e” in “[d](e)” “d”"),
        Case("# [a](b) #\n\n[c](d)\n---", "link to “b” by “b” in “[a](b)” “a”", "link to “d” by “d” in “[c](d)” “c”"),
    ])
    func `have a kind, a destination and places`(example: Case) {
        let bytes = Array(example.markdown.utf8)
        #expect(MarkdownDocument(bytes).links().map { Self.description($0, in: bytes) } == example.links)
    }

    @Test(arguments: [
        Case("<div>\n<a href=\"x\"\n   title=y>z</a>\n</div>", "x"),
        Case("<img src=a><IMG SRC = 'b'>\n<p data-src=c xsrc=d srcset=e>", "a", "b"),
        Case("<div>\n<!-- <a href=a> --><a href=b>\n<? <a href=c> ?><a href=d>", "b", "d"),
        Case("<div>\n<!-- <a href=a>\n</div>"),
        Case("<script src=\"a\">\nx = '<img src=\"b\">'\n</script><img src=c>", "a", "c"),
        Case("<style>\n<a href=b>\n"),
        Case("<div>\n<a href=>\n<a href>\n<a href=b\"c>\n<a href=\"\">", ""),
        Case("<div>\n<a href='&eacute;&#x20;&unknown;\\a'>", "é &unknown;\\a"),
        Case("> <div>\n> <a\n> href=\"a\n> b\">\n> </div>", "a\nb"),
        Case("<textarea><a href=b></textarea><a href=c>", "c"),
        Case("a <script> <a href=b> </script>", "b"),
        Case("<![CDATA[ <a href=b> ]]>\n\n<!A <a href=b>\n"),
        Case("<table><tr><td background=x><a\nhref\n=\na>", "a"),
    ])
    func `of HTML are its href and src`(example: Case) {
        let document = MarkdownDocument(Array(example.markdown.utf8))
        #expect(document.links().map(\.destination.text) == example.links)
    }

    @Test func `are in the order of the source`() {
        let text =
            "[a](1)\n\n[x]: 2\n\n<div><img src=3><a href=4></div>\n\n- [[5]]\n  [![b](7)](6) <uu:8>\n\n[x] [y]\n\n[y]: <9>"
        #expect(
            MarkdownDocument(Array(text.utf8)).links().map(\.destination.text) == [
                "1", "2", "3", "4", "5", "6", "7", "uu:8", "2", "9", "9",
            ])
    }

    @Test func `begin where the body does`() {
        let text = "---\na: \"[b](c)\"\n---\n[d](e)"
        let links = MarkdownDocument(Array(text.utf8), from: 20).links()
        #expect(links.map(\.destination.text) == ["e"])
        #expect(links.map(\.range) == [20..<26])
    }
}
