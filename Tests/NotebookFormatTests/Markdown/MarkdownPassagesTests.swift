import Testing

@testable import NotebookMarkdown

struct `The passages of a text` {
    private static let text = """
        # One ^top

        First. ^first

        ## Two

        > quoted ^quote

        - a ^item
          more

        %%
        ## Hidden
        hidden ^hidden
        %%

        ## Three

        | a |
        |---|

        ^table

        # Two

        last ^LAST

        """

    @Test(arguments: [
        ("one", "# One ^top … ^table"), ("two", "## Two … %%"), ("three", "## Three … ^table"),
        ("two-1", "# Two … last ^LAST"),
    ])
    func `are sections up to the next heading that is not below`(fragment: String, wanted: String) throws {
        let bytes = Array(Self.text.utf8)
        let range = try #require(MarkdownPassages(MarkdownDocument(bytes)).section(fragment))
        let lines = String(decoding: bytes[range], as: UTF8.self).split(separator: "\n")
        #expect("\(lines.first ?? "") … \(lines.last ?? "")" == wanted)
    }

    @Test(arguments: [
        ("first", "First. ^first"), ("quote", "> quoted ^quote"), ("table", "| a |\n|---|"), ("last", "last ^LAST"),
        ("top", "# One ^top"), ("hidden", nil), ("none", nil),
    ])
    func `are named blocks outside comments`(name: String, wanted: String?) {
        let bytes = Array(Self.text.utf8)
        let range = MarkdownPassages(MarkdownDocument(bytes)).block(name)
        #expect(range.map { String(decoding: bytes[$0], as: UTF8.self) } == wanted)
    }
}
