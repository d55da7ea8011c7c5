import Foundation
import NotebookBundle
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// Templates and daily notes, as programs use them.
struct `A notebook with templates` {
    /// 2026-11-20T10:05:00Z.
    static let time = Timestamp(clamping: 1_795_169_100)
    static let now = LocalMoment(time, secondsFromUTC: 0)

    private static func notebook(_ items: [(folder: String, title: String, text: String)] = []) throws -> MemoryNotebook
    {
        let notebook = try MemoryNotebook(title: "N", environment: .fixed(at: time))
        try notebook.edit { draft in
            for row in items {
                var new = try NewItem(.note, file: Array(row.text.utf8))
                new.title = row.title
                new.folder = try FolderPath(row.folder)
                _ = try draft.add(new)
            }
        }
        return notebook
    }

    private static func body(_ item: Item, _ notebook: MemoryNotebook) throws -> String {
        try notebook.read { try $0.file(of: item).bodyText }
    }

    @Test func `lists and finds them by their names`() throws {
        let notebook = try Self.notebook([
            ("Templates", "Meeting", "a"), ("Templates/Work", "Review: Q1", "b"), ("", "Other", "c"),
        ])
        try notebook.read { snapshot in
            let templates = snapshot.listing.templates(.note)
            #expect(templates.map(\.name) == ["Meeting", "Work/Review- Q1"])
            #expect(snapshot.listing.templates(.card).isEmpty)
            for name in ["meeting", "Meeting", "MEETING"] {
                #expect(try snapshot.listing.template(name).title == "Meeting")
            }
            for name in ["Work/Review- Q1", "review- q1", "Review: Q1"] {
                #expect(try snapshot.listing.template(name).title == "Review: Q1")
            }
            let folder = try FolderPath("Templates")
            #expect(throws: NotebookError.noSuchTemplate("Meting", folder, like: ["Meeting"])) {
                try snapshot.listing.template("Meting")
            }
            #expect(
                throws: NotebookError.noSuchTemplate(
                    "qqqq", folder, like: ["Meeting", "Work/Review- Q1"])
            ) { try snapshot.listing.template("qqqq") }
            #expect(throws: NotebookError.self) { try snapshot.listing.template("Meeting", .card) }
        }
    }

    @Test func `has one note for each day`() throws {
        let notebook = try Self.notebook([("Templates", "Daily", "# {{title}} {{date:ddd}}\n\n{{cursor}}\n")])
        let made = try notebook.edit { try $0.dailyNote(for: Self.now) }.result
        #expect(made.isNew)
        #expect(made.item.path.text == "notes/Daily/2026-11-20.md")
        #expect(made.cursor == 18)
        #expect(try Self.body(made.item, notebook) == "# 2026-11-20 Fri\n\n\n")
        let again = try notebook.edit { try $0.dailyNote(for: Self.now, appending: Array("- x".utf8)) }.result
        #expect(!again.isNew)
        #expect(again.item.uuid == made.item.uuid)
        #expect(try Self.body(again.item, notebook) == "# 2026-11-20 Fri\n\n\n- x\n")
        let tomorrow = try #require(Self.now.day("tomorrow"))
        let next = try notebook.edit { try $0.dailyNote(for: tomorrow, appending: Array("- y".utf8)) }.result
        #expect(try Self.body(next.item, notebook) == "# 2026-11-21 Sat\n\n- y\n")
        #expect(next.item.created == Self.time)
    }

    @Test func `has the tags and the pin of the text that it begins with`() throws {
        let text = Array("---\ntags: [birds]\npinned: true\n---\n\n- x\n".utf8)
        let note = try Self.notebook().edit { try $0.dailyNote(for: Self.now, appending: text) }.result.item
        #expect(note.isPinned && note.tags.map(\.text) == ["birds"] && note.title == "2026-11-20")
    }

    @Test func `puts it where the settings say`() throws {
        let notebook = try Self.notebook([("Patterns", "Day", "at {{time}}"), ("journal/2026", "x", "y")])
        try notebook.edit { draft in
            try draft.describe { description in
                description.settings.places.dailyFolder = try FolderPath("Journal")
                description.settings.places.dailyName = DatePattern("YYYY/MM: MMMM/dddd Do")
                description.settings.places.dailyTemplate = "day"
                description.settings.places.templateFolder = try FolderPath("Patterns")
            }
        }
        let note = try notebook.edit { try $0.dailyNote(for: Self.now) }.result.item
        #expect(note.path.text == "notes/journal/2026/11- November/Friday 20th.md")
        #expect(note.title == "Friday 20th")
        #expect(try Self.body(note, notebook) == "at 10:05\n")
        // The settings survive writing and reading, and follow a folder.
        try notebook.edit { try $0.relocateFolder(try FolderPath("Patterns"), to: try FolderPath("Old/Patterns")) }
        let places = try notebook.read { $0.listing.description.settings.places }
        #expect(places.templateFolder.text == "Old/Patterns")
        #expect(places.dailyName.text == "YYYY/MM: MMMM/dddd Do")
    }

    @Test func `needs the template that is named, and not the default one`() throws {
        let notebook = try Self.notebook()
        #expect(throws: NotebookError.self) { try notebook.edit { try $0.dailyNote(for: Self.now, template: "Dayly") } }
        try notebook.read { #expect($0.listing.items.isEmpty) }
        #expect(try notebook.edit { try $0.dailyNote(for: Self.now) }.result.isNew)
    }

    @Test func `takes a file that somebody else made for that day`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("B.notebundle", in: place.path, title: "B")
            let folder = place.appending(path: "B.notebundle/notes/Daily")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("from Obsidian".utf8).write(to: folder.appending(path: "2026-11-20.md"))
            let note = try notebook.edit { try $0.dailyNote(for: Self.now, appending: Array("- x".utf8)) }.result
            #expect(!note.isNew)
            #expect(note.item.uuid != nil)
            let text = try String(contentsOf: folder.appending(path: "2026-11-20.md"), encoding: .utf8)
            #expect(text.contains("\ncreated: ") && text.hasSuffix("from Obsidian\n\n- x\n"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["2026-11-20.md"])
            // A copy of it for the next day is another item.
            try Data(text.utf8).write(to: folder.appending(path: "2026-11-21.md"))
            let tomorrow = try #require(Self.now.day("tomorrow"))
            let next = try notebook.edit { try $0.dailyNote(for: tomorrow) }.result.item
            #expect(next.uuid != nil && next.uuid != note.item.uuid)
            let other = folder.appending(path: "2026-11-22.md")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
            let later = try #require(tomorrow.day("tomorrow"))
            #expect(throws: NotebookError.taken("notes/Daily/2026-11-22.md")) {
                try notebook.edit { try $0.dailyNote(for: later) }
            }
        }
    }
}
