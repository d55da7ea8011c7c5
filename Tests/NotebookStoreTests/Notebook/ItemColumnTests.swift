import NotebookFormat
import Testing

@testable import NotebookStore

struct `A column of items` {
    @Test(arguments: [
        ("title", "title"), ("prop.status", "status"), ("property.a b", "a b"), ("status", "status"), ("tags", "tag"),
        ("linksto", "linksTo"),
    ])
    func `is a field, or else a property`(text: String, name: String) { #expect(ItemColumn(text)?.name == name) }

    @Test(arguments: ["", "prop.", "prop", "mentions", "a\nb"])
    func `is not everything`(text: String) { #expect(ItemColumn(text) == nil) }
}
