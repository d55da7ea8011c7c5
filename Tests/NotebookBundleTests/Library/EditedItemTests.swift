import NotebookBundle
import NotebookFiles
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import NotebookText
import Testing

/// An editor that saves again and again, while others change the notebook.
struct `An item that is open in an editor` {
    static let time = Timestamp(clamping: 1_795_169_100)

    private struct Place {
        let notebook: MemoryNotebook
        let item: Item
        var edited: EditedItem
        /// The text in the editor.
        var text: String

        init(_ body: String = "one\ntwo\nthree\n") throws {
            notebook = try MemoryNotebook(title: "N", environment: .fixed(at: time))
            item = try notebook.edit { try $0.add(try NewItem(.note, file: Array(body.utf8))) }.result
            let item = item
            text = try notebook.read { String(decoding: try $0.file(of: item).bytes, as: UTF8.self) }
            edited = EditedItem(item, Array(text.utf8))
        }

        /// Changes the text in the editor, and saves it.
        mutating func type(_ old: String, _ new: String, isOpen: Bool = true) throws -> SavedText? {
            text = text.replacing(old, with: new)
            return try edited.save(Array(text.utf8), in: notebook, whileOpen: isOpen)?.result
        }

        /// Somebody else changes the item.
        func change(_ old: String, _ new: String) throws {
            let body = try body.replacing(old, with: new)
            try notebook.edit { draft in
                var change = ItemChange()
                change.body = Array(body.utf8)
                return try draft.edit(item.path, change)
            }
        }

        var body: String { get throws { try notebook.read { try $0.file(of: item).bodyText } } }
    }

    @Test func `is saved each time, and not without need`() throws {
        var place = try Place()
        #expect(try place.type("one", "one!") != nil)
        #expect(try place.type("", "") == nil)
        #expect(try place.type("three", "three!")?.isMerged == false)
        #expect(try place.body == "one!\ntwo\nthree!\n")
        #expect(try place.type("", "", isOpen: false) == nil)
    }

    @Test func `keeps the front matter that is typed`() throws {
        var place = try Place()
        _ = try place.type("two", "2")
        _ = try place.type("title: one", "title: Other\nstatus: \"new\"")
        let item = place.item
        let file = try place.notebook.read { try $0.file(of: item) }
        #expect(file.metadata.title == "Other")
        #expect(file.metadata.uuid == place.item.uuid)
        #expect(file.foreignValue(of: "status") == "new")
        #expect(file.bodyText == "one\n2\nthree\n")
    }

    @Test func `is merged with what others change in between`() throws {
        var place = try Place()
        _ = try place.type("one", "1")
        try place.change("three", "3")
        #expect(try place.type("1", "1!")?.isMerged == true)
        #expect(try place.body == "1!\ntwo\n3\n")
        // The editor still has the old third line.
        #expect(try place.type("1!", "1!!")?.conflicts == 0)
        try place.change("two", "2")
        #expect(try place.type("1!!", "1")?.conflicts == 0)
        #expect(try place.body == "1\n2\n3\n")
    }

    @Test func `gets conflict markers once, when the editor is closed`() throws {
        var place = try Place()
        _ = try place.type("one", "1")
        try place.change("two", "theirs")
        #expect(try place.type("two", "mine") == nil)
        #expect(try place.body == "1\ntheirs\nthree\n")
        #expect(try place.type("mine", "mine, again") == nil)
        let saved = try #require(try place.type("", "", isOpen: false))
        #expect(saved.conflicts == 1)
        let body = try place.body
        #expect(body.contains("mine, again"))
        #expect(body.contains("theirs"))
        #expect(body.ranges(of: "<<<<<<<").count == 1)
    }

    @Test func `waits for a text that can be an item`() throws {
        var place = try Place()
        #expect(throws: NotebookError.self) { try place.type("title: one", "no key") }
        #expect(try place.body == "one\ntwo\nthree\n")
        _ = try place.type("no key", "title: one\nkey: x")
        _ = try place.type("two", "2")
        #expect(try place.body == "one\n2\nthree\n")
    }

    @Test func `comes back from the trash`() throws {
        var place = try Place()
        _ = try place.type("one", "1")
        let item = place.item
        try place.notebook.edit { _ = try $0.moveToTrash([try $0.shown(item.path)]) }
        #expect(try place.type("1", "1!")?.isRestored == true)
        #expect(try place.body == "1!\ntwo\nthree\n")
        #expect(try place.type("1!", "one")?.isRestored == false)
    }
}
