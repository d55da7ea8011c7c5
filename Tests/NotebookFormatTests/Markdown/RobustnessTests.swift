import TestSupport
import Testing

@testable import NotebookMarkdown

struct `Arbitrary bytes` {
    /// Reads everything there is to read, and expects all ranges to be where they can be.
    static func expectSound(_ bytes: [UInt8], from start: Int = 0) {
        let document = MarkdownDocument(bytes, from: start)
        let body = min(max(start, 0), bytes.count)..<bytes.count
        expectSound(document.tree(), in: body)
        expectSound(document.tree(withTables: true), in: body)
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
            case .table(let table): for cell in table.rows.joined() { expectSound(cell, in: block.range) }
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

    @Test(
        .enabled(if: Corpora.has("commonmark"), Comment(rawValue: Corpora.absent)), arguments: SpecificationExample.all)
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
