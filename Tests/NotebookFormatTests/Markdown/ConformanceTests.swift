import TestSupport
import Testing

@testable import NotebookMarkdown

@Suite(.enabled(if: Corpora.has("commonmark"), Comment(rawValue: Corpora.absent)))
struct `The Markdown parser, by the examples of the specification` {
    @Test func `are all there`() { #expect(SpecificationExample.all.count >= 652) }

    @Test(arguments: SpecificationExample.all)
    func `gives the expected HTML`(example: SpecificationExample) {
        let document = MarkdownDocument(example.bytes, options: .commonMark)
        #expect(HTMLRenderer.render(document) == example.html)
    }
}
