import ForeignData
import Foundation
import NotebookMarkdown
import TestSupport
import Testing

struct `Foreign data` {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func `has the MD5 digests of RFC 1321, in any pieces`(_ text: String, _ digest: String) {
        #expect(MD5.hexadecimal(Array(text.utf8)) == digest)
        var pieces = MD5()
        for byte in text.utf8 { pieces.update([byte]) }
        #expect(pieces.finish() == digest)
    }

    @Test func `in base64 may have any line breaks`() {
        var decoder = Base64Decoder()
        let bytes = ["QUJ", "D\r\nRA", "=="].flatMap { decoder.decode(Array($0.utf8)) }
        #expect(bytes == Array("ABCD".utf8) && !decoder.isDamaged)
    }

    @Test(arguments: [1, 7, 64, 127, 128, 1000])
    func `has the same digests and the same base64 in any pieces`(_ size: Int) {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        var (whole, parts) = (SHA512(), SHA512())
        whole.update(bytes)
        for piece in pieces { parts.update(piece) }
        #expect(whole.hexadecimal() == parts.hexadecimal())
        for inLines in [false, true] {
            var encoder = Base64Encoder(inLines: inLines)
            let text = pieces.map { encoder.encode($0) }.joined() + encoder.finish()
            #expect(text.replacing("\n", with: "") == Data(bytes).base64EncodedString())
            let lengths = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.count)
            #expect(inLines ? lengths.dropLast().allSatisfy { $0 == 76 } : lengths.count == 1)
            var decoder = Base64Decoder()
            #expect(decoder.decode(Array(text.utf8)) == bytes)
        }
    }

    @Test func `in messages of Protocol Buffers is read, and damage is refused`() {
        let message = ProtobufFields([0x08, 0x96, 0x01, 0x12, 0x02, 0x68, 0x69])
        #expect(message?.number(1) == 150 && message?.text(2) == "hi")
        #expect(ProtobufFields([0x12, 0x05, 0x68]) == nil && ProtobufFields([0x08]) == nil)
    }
}

struct `An XML scanner` {
    private static func events(_ text: String, pieces size: Int = 1 << 16) throws -> [XMLScanner.Event] {
        let bytes = Array(text.utf8)
        var offset = 0
        var scanner = XMLScanner {
            defer { offset = min(offset + size, bytes.count) }
            return Array(bytes[offset..<min(offset + size, bytes.count)])
        }
        var events: [XMLScanner.Event] = []
        while let event = try scanner.next() {
            if case .text(let text) = event, case .text(let before)? = events.last {
                events[events.count - 1] = .text(before + text)
            } else {
                events.append(event)
            }
        }
        return events
    }

    @Test(arguments: [1, 3, 1 << 16])
    func `finds elements, attributes and text, in any pieces`(_ size: Int) throws {
        let text = """
            <?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><!-- c -->
            <a b='1 &amp; "2"' c="x>y">one &lt;&#33;<![CDATA[<two>]]]]><![CDATA[>]]><d/>&unknown;</a>
            """
        let expected: [XMLScanner.Event] = [
            .start("a", [.init("b", "1 & \"2\""), .init("c", "x>y")]),
            .text(Array("one <!<two>]]>".utf8)), .start("d", []), .end("d"), .text(Array("&unknown;".utf8)), .end("a"),
        ]
        #expect(try Self.events(text, pieces: size) == expected)
    }

    @Test(arguments: ["<a>", "<a", "<a><![CDATA[x", "", "<a></b>", "<a/><b/>", "x<![CDATA[y]]>"])
    func `refuses what is cut off or not well-formed`(_ text: String) {
        #expect(throws: XMLProblem.self) { try Self.events(text) }
    }

    @Test func `bounds the depth of elements`() {
        #expect(throws: XMLProblem.self) { try Self.events(String(repeating: "<a>", count: 300)) }
    }
}

struct `HTML as Markdown` {
    private struct Plain: HTMLRules {
        func destination(of link: HTMLElement, text: String) -> String? { link["href"] }
        func picture(_ element: HTMLElement) -> HTMLReplacement { .inline("![](\(element["src"] ?? ""))") }
        func lost(_ loss: HTMLLoss) {}
        func hidden(_ element: HTMLElement) {}
        func flattened(_ element: HTMLElement) {}
    }

    private static func markdown(_ html: String) -> String {
        var converter = HTMLMarkdown(Plain())
        return converter.markdown(HTMLTree.nodes(html))
    }

    @Test(arguments: [
        ("<p>a<p>b", "a\n\nb\n"), ("a<br>b", "a\\\nb\n"), ("<b>bold </b>and", "**bold** and\n"),
        ("<b>a</b><i>b</i>", "**a**<em>b</em>\n"), ("x<b>(y)</b>z", "x<strong>(y)</strong>z\n"),
        ("<h2>a <b>b</b></h2>", "## a **b**\n"), ("<ul><li>a<li>b</ul>", "- a\n- b\n"),
        ("<ol start=3><li>a</li></ol>", "3. a\n"), ("<ul><li>a<ul><li>b</ul></ul>", "- a\n  - b\n"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n"), ("<blockquote>a<p>b</blockquote>", "> a\n>\n> b\n"),
        ("<pre><code class=\"language-c\">a\n b</code></pre>", "```c\na\n b\n```\n"), ("<code>a`b</code>", "``a`b``\n"),
        ("<a href=\"x y\">t</a>", "[t](x%20y)\n"), ("!<a href=x>t</a>", "\\![t](x)\n"),
        ("<table><tr><td>a|b<td>c</table>", "| a\\|b | c |\n| --- | --- |\n"), ("a<hr>b", "a\n\n***\n\nb\n"),
        ("<script>x</script>a<style>b</style>", "a\n"), ("<div hidden>x</div>a", "a\n"),
        ("<input type=checkbox checked> a", "- [x] a\n"), ("a &amp;amp; &lt;b>", "a \\&amp; \\<b>\n"),
        ("<ruby>漢<rt>かん</rt></ruby>", "漢(かん)\n"), ("</p>a</b></div>", "a\n"), ("", ""),
        ("a  b\u{A0}\n<b> c\u{2028}d </b> e", "a b **c d** e\n"), ("日\u{3000} 本 <i>\u{3000}</i> ", "日\u{3000} 本\n"),
        (
            "caf&eacute cr&egraveme &copy 2020 A&nbspB a&ltb &#8217 &#x1F600",
            "café crème © 2020 A B a\\<b ’ 😀\n"
        ),
        (
            "&notit; &amplt; &#0000008211; &#150 &#; &# &x <a href='x?a=1&copy=2&regx&#65y&amp'>t</a>",
            "¬it; \\&lt; – – \\&#; &# &x [t](x?a=1&copy=2&regxAy&)\n"
        ),
        ("a \u{3000} b", "a \u{3000}b\n"), ("*\u{301}a *a_\u{301}", "*\u{301}a \\*a_\u{301}\n"),
    ])
    func `keeps what it means`(_ html: String, _ markdown: String) { #expect(Self.markdown(html) == markdown) }

    @Test(arguments: [
        "# a", "- a", "1. a", "> a", "*a*", "_a_", "a_b_c", "a * b", "[a](b)", "![a](b)", "`a`", "<b>", "&amp;",
        "~~a~~",
        "==a==", "#tag", "# ", "$a$", "***", "---", "===", "| a |", "a\\b", "\\*", "[ ] a", "~~~", "1) a", "+ a",
        "%%a%%",
        "a ^b", "[[a]]",
    ])
    func `escapes text that looks like Markdown`(_ text: String) {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let markdown = Self.markdown("<p>\(escaped)</p>")
        let bytes = Array(markdown.utf8)
        let shown = MarkdownPlainText.text(bytes, in: bytes.indices, limit: 1000)
        #expect(shown == text.trimmingCharacters(in: .whitespaces), "\(markdown)")
    }

    @Test(arguments: ["a", "é", "“", "—", "\u{A0}", "\u{3000}", "\u{2028}", "\u{600}", "\u{301}", "\t", "\n", "漢", "👍"])
    func `says the same with one space and with two`(_ sign: String) {
        for text in ["x \(sign) y", "\(sign) x", "x \(sign)", "x\(sign) y z", "x y \(sign)z <b>\(sign) </b>w "] {
            #expect(Self.markdown(text) == Self.markdown(text.replacing(" ", with: "  ")), "\(text)")
        }
    }

    @Test func `survives any nesting`() {
        for tag in ["b", "div", "ul><li", "table><tr><td", "a href=x", "blockquote"] {
            #expect(!Self.markdown(String(repeating: "<\(tag)>", count: 2_000) + "x").isEmpty)
        }
    }
}
