import TestSupport
import Testing

@testable import NotebookLinks
@testable import NotebookMarkdown

@Suite(.enabled(if: Corpora.has("commonmark"), Comment(rawValue: Corpora.absent)))
struct `HTML as CommonMark writes it, by the examples of the specification` {
    @Test(arguments: SpecificationExample.all)
    func `is the expected HTML`(example: SpecificationExample) {
        let document = MarkdownDocument(example.bytes, options: .commonMark)
        #expect(HTMLWriter.commonMark(document) == example.html)
    }
}
