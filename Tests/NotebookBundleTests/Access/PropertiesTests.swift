import NotebookTestSupport
import TestSupport
import NotebookBundle
import Testing

/// Properties, as programs read and change them.
struct `Properties in the library` {
    static func notebook() throws -> MemoryNotebook {
        let notebook = try MemoryNotebook(title: "N")
        let texts = [
            "---\ntitle: A\nrating: 4\nauthors: [Jane, Joe]\n---\n\nx\n", "---\ntitle: B\nRating: good\n---\n\n#x\n",
            "no front matter\n",
            "---\ntitle: C\nrating: 4\n---\n",
        ]
        try notebook.edit { draft in
            for text in texts { _ = try draft.add(try NewItem(.note, file: Array(text.utf8))) }
        }
        return notebook
    }

    @Test func `are counted with their kinds and values`() throws {
        let uses = try Self.notebook().properties()
        #expect(uses.map(\.key) == ["authors", "rating"])
        #expect(uses.map(\.items) == [1, 3])
        #expect(uses[1].kinds.map { "\($0.kind) \($0.items)" } == ["number 2", "text 1"])
        #expect(uses[1].values.map { "\($0.value) \($0.count)" } == ["4 2", "good 1"])
        #expect(uses[0].values.map(\.value) == ["Jane", "Joe"])
    }

    @Test func `select items in a query`() throws {
        let found = try Self.notebook().items(matching: try Query("prop.rating >= 4 and prop.authors == 'joe'"))
        #expect(found.map(\.title) == ["A"])
    }

    @Test func `change in an edit, all or none`() throws {
        let notebook = try Self.notebook()
        let item = try #require(try notebook.items(matching: try Query("title == 'A'")).first)
        var change = ItemChange()
        change.properties = [("rating", .single(PropertyScalar(typed: "5"))), ("authors", nil)]
        try notebook.edit { draft in _ = try draft.edit(item.path, change) }
        #expect(try notebook.file(of: item).properties.map(\.key) == ["rating"])
        #expect(try notebook.file(of: item).property("RATING")?.value.scalars.first?.number == 5)
        change.properties = [("rating", .single(PropertyScalar(typed: "6"))), ("authors", nil)]
        #expect(throws: NotebookError.noSuchProperty("authors", item.path, like: [])) {
            try notebook.edit { draft in _ = try draft.edit(item.path, change) }
        }
        #expect(try notebook.file(of: item).property("rating")?.value.scalars.first?.number == 5)
    }

    @Test(arguments: ["title", "Tags", "uuid"])
    func `are not keys of the format`(key: String) throws {
        let notebook = try Self.notebook()
        let item = try #require(try notebook.items().first)
        var change = ItemChange()
        change.properties = [(key, .single(PropertyScalar(typed: "x")))]
        let error = #expect(throws: NotebookError.self) {
            try notebook.edit { draft in _ = try draft.edit(item.path, change) }
        }
        #expect(error == .notAProperty(key))
        #expect(error?.remedy != nil)
    }
}
