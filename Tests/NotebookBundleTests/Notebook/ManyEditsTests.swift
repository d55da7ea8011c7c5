import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

@testable import NotebookFiles
@testable import NotebookFormat

struct `Many changes in one edit` {
    @Test func `find free names for equal titles`() throws {
        let notebook = try MemoryNotebook(title: "N")
        _ = try notebook.edit { draft in
            for _ in 0..<30 {
                var note = try NewItem(.note, text: "")
                note.title = "Same"
                try draft.add(note)
            }
            _ = try draft.rename(draft.shown(BundlePath("notes/Same 7.md")), to: "Other")
            // The number that became free is taken first.
            var note = try NewItem(.note, text: "")
            note.title = "SAME"
            #expect(try draft.add(note).path.text == "notes/SAME 7.md")
            note.title = "other"
            #expect(try draft.add(note).path.text == "notes/other 2.md")
        }
        #expect(try notebook.items().count == 32)
    }

    @Test func `find attachments that the draft has already, and those of the notebook`() throws {
        let notebook = try MemoryNotebook(title: "N")
        let file = Attachment(name: "a.txt", size: 1) { write in try write([0x61]) }
        let first = try notebook.edit { draft in try draft.addBlob(file) }.result
        _ = try notebook.edit { draft in
            #expect(try draft.addBlob(file) == first)
            let other = Attachment(name: "b.txt", size: 1) { write in try write([0x62]) }
            let path = try draft.addBlob(other)
            #expect(try draft.addBlob(Attachment(name: "c.txt", size: 1) { write in try write([0x62]) }) == path)
        }
    }
}
