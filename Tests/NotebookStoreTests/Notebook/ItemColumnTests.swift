import NotebookFormat
import Testing

@testable import NotebookStore

struct `A column of items` {
    @Test(arguments: [
        ("title", "title"), ("prop.status", "status"), ("property.a b", "a b"), ("status", "status"), ("tags", "tag"),
        ("linksto", "linksTo"), ("prop.'a b'", "a b"), ("prop.\"it's\"", "it's"), ("prop.'it''s'", "it's"),
        ("prop.'", "'"),
    ])
    func `is a field, or else a property`(text: String, name: String) { #expect(ItemColumn(text)?.name == name) }

    @Test(arguments: ["", "prop.", "prop", "mentions", "a\nb"])
    func `is not everything`(text: String) { #expect(ItemColumn(text) == nil) }
}
