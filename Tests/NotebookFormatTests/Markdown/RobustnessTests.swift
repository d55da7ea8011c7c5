import TestSupport
import Testing

@testable import NotebookFormat

@Suite struct `Arbitrary bytes` {
    /// Reads everything there is to read, and expects all ranges to be where they can be.
    static func expectSound(_ bytes: [UInt8], from start: Int = 0) {
        let document = MarkdownDocument(bytes, from: start)
        let body = min(max(start, 0), bytes.count)..<bytes.count
        expectSound(document.tree(), in: body)
        for link in document.links() {
            expect(link.range, in: body)
            expect(link.destination.range, in: body)
            if let label = link.labelRange { expect(label, in: link.range) }
        }
        for heading in document.headings() { expect(heading.range, in: body) }
        for definition in document.definitions {
            expect(definition.labelRange, in: definition.range)
            expect(definition.destination.range, in: definition.range)
        }
        #expect(MarkdownPlainText.text(bytes, in: body, limit: 20).count <= 20)
        #expect(MarkdownPlainText.firstLine(bytes, in: body, limit: 20).count <= 20)
    }

    private static func expect(_ inner: Range<Int>, in outer: Range<Int>) {
        if inner.lowerBound < outer.lowerBound || inner.upperBound > outer.upperBound {
            Issue.record("\(inner) is not in \(outer)")
        }
    }

    private static func expectSound(_ blocks: [MarkdownBlock], in outer: Range<Int>) {
        for block in blocks {
            expect(block.range, in: outer)
            switch block.content {
            case .paragraph(let inlines), .heading(_, let inlines): expectSound(inlines, in: block.range)
            case .blockQuote(let blocks): expectSound(blocks, in: block.range)
            case .list(let list):
                for item in list.items {
                    expect(item.range, in: block.range)
                    expectSound(item.blocks, in: item.range)
                }
            case .thematicBreak, .indentedCode, .fencedCode, .html: break
            }
        }
    }

    private static func expectSound(_ inlines: [MarkdownInline], in outer: Range<Int>) {
        var end = outer.lowerBound
        for inline in inlines {
            expect(inline.range, in: end..<outer.upperBound)
            end = min(max(end, inline.range.upperBound), outer.upperBound)
            switch inline.content {
            case .emphasis(let inner), .strong(let inner): expectSound(inner, in: inline.range)
            case .link(let target, let inner), .image(let target, let inner):
                expect(target.textRange, in: inline.range)
                expectSound(inner, in: target.textRange)
            default: break
            }
        }
    }

    @Test(arguments: Seeds.some(100))
    func `of noise are a document`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("[]()<>!*_`\\&;#|\"'/:-+.=~>1 \t\n\r\0a\u{e9}\u{65e5}\u{2014}".utf8)
        for _ in 0..<20 {
            let noise = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                generator.chance(0.9) ? generator.pick(alphabet) : UInt8.random(in: 0...255, using: &generator)
            }
            Self.expectSound(noise, from: Int.random(in: -1...10, using: &generator))
        }
    }

    @Test(arguments: Seeds.some(100))
    func `of random pieces are a document`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 { Self.expectSound(generator.markdown()) }
    }

    @Test(.enabled(if: Corpora.has("commonmark"), Comment(rawValue: Corpora.absent)), arguments: SpecificationExample.all)
    func `of the specification's examples, mutated, are a document`(example: SpecificationExample) {
        Self.expectSound(example.bytes)
        var generator = SeededGenerator(seed: UInt64(example.number))
        for _ in 0..<10 {
            var bytes = example.bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
                let index = bytes.indices.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(generator.pick(Array("[]()<>`*\n\t> ".utf8)), at: index)
                default: bytes.insert(contentsOf: bytes[index...].prefix(10), at: index)
                }
            }
            Self.expectSound(bytes)
        }
    }

    @Test(.enabled(if: Corpora.has("commonmark"), Comment(rawValue: Corpora.absent)), arguments: ["\r\n", "\r"])
    func `with other line ends are the same document`(lineEnd: String) {
        for example in SpecificationExample.all {
            let bytes = Array(example.markdown.replacing("\n", with: lineEnd).utf8)
            let html = HTMLRenderer.render(MarkdownDocument(bytes, options: .commonMark))
            #expect(html.replacing("\r\n", with: "\n") == example.html, "\(example)")
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `Hostile documents` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]

        /// Some text so often that it has a certain length, after a beginning and before an end that is repeated likewise.
        init(_ name: String, _ start: String = "", _ repeated: String, _ end: String = "") {
            let count = 200_000 / (repeated.utf8.count + end.utf8.count)
            testDescription = name
            bytes = Array(
                (start + String(repeating: repeated, count: count) + String(repeating: end, count: count)).utf8)
        }

        init(_ name: String, _ pieces: [String]) {
            testDescription = name
            bytes = Array(pieces.joined().utf8)
        }
    }

    static let cases = [
        Case("block quotes", ">"), Case("block quote lines", "> > > > > > > > > >\n"), Case("brackets", "["), Case("closed brackets", "[", "]"),
        Case("nested links", "[", "](a)"), Case("nested images", "![", "](a)"), Case("image beginnings", "!["), Case("asterisks", "*"),
        Case("openers", "*a "), Case("nested emphasis", "*a ", "b*"), Case("nested strong emphasis", "**a _b ", "c_ d**"),
        Case("emphasis of all lengths", "*x **y ***z "), Case("closers without openers", "_a ", "b* "), Case("intraword", "a**b*c"),
        Case("angle brackets", "<"), Case("tags", "x <a "), Case("attributes", "x ", "<a b=\" <c d=' "), Case("comments", "x ", "<!-- "),
        Case("instructions", "x ", "<? "), Case("declarations", "x ", "<!A "), Case("character data", "x ", "<![CDATA[ "),
        Case("runs of backticks", (1..<600).map { String(repeating: "`", count: $0) + " a " }),
        Case("definitions", (0..<12_000).map { "[a\($0)]: /b\($0)\n" }), Case("equal definitions", "[a]: b\n"),
        Case("definitions and uses", (0..<6_000).map { "[a\($0)]: /b\n\n[b\($0)] [a\($0)]\n\n" }), Case("definition titles", "[a]: b '\n"),
        Case("nested lists", (0..<450).map { String(repeating: " ", count: 2 * $0) + "- a\n" }), Case("items in a line", "- "), Case("numbers in a line", "1. "),
        Case("deep quotes, then lazy lines", String(repeating: "> ", count: 200), "a\n"),
        Case("deep items, then blank lines", String(repeating: "- ", count: 200) + "a\n", "\n"), Case("thematic breaks that are none", "* ", "a"),
        Case("destinations", "[a](b"), Case("escaped destinations", "[a](\\("), Case("bracketed destinations", "[a](<b"), Case("titles", "[a](b \""),
        Case("labels", "[a]["), Case("links in open brackets", "[", "[a](b)"), Case("wiki links", "[[a"), Case("complete wiki links", "[[[a]]"),
        Case("references", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), Case("underlines", "[a]: b\n===\n"), Case("spaces", "a", " "), Case("autolinks", "<ab:"),
        Case("addresses", "<a@b."), Case("tags in a block", "<div>\n", "<a href=x>\n"), Case("comments in a block", "<div>\n", "<!--"),
        Case("scripts in a block", "<div>\n", "<script>"), Case("backslashes", "\\"), Case("U+0000", "\0"), Case("tabs", "-\t"),
    ]

    @Test(arguments: cases)
    func `take no more time than others`(document: Case) {
        let start = ContinuousClock.now
        `Arbitrary bytes`.expectSound(document.bytes)
        _ = MarkdownPlainText.text(document.bytes, in: 0..<document.bytes.count)
        // Some seconds at worst where nothing is optimised, but minutes if the time grew with the square of the length.
        #expect(ContinuousClock.now - start < .seconds(30))
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
        #expect(HTMLRenderer.plain(inlines) == String(text.dropFirst(200).prefix(101)) + (0..<50).map { "](a\($0))" }.joined())
    }
}
