import ForeignData
import Foundation
import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/jex"), "\(Corpora.absent)")) struct `An export of Joplin` {
    @Test(arguments: [0.03, 0.3, 0.95]) func `that is cut off brings what is before the cut`(part: Double) throws {
        let whole = try Arrived.corpus("jex", "03_10_2022.jex")
        let folder = try #require(Corpora.folder("exchange/jex"))
        let bytes = try Data(contentsOf: folder.appending(path: "03_10_2022.jex"))
        try TemporaryFolder.with { place in
            let file = place.path + "/cut.jex"
            try bytes.prefix(Int(Double(bytes.count) * part)).write(to: URL(filePath: file))
            let arrived = try Arrived([file])
            #expect(!arrived.items.isEmpty && arrived.attachments.count < whole.attachments.count)
            #expect(Set(arrived.items.keys).isSubset(of: whole.items.keys))
            #expect(arrived.report.losses.contains { $0.code == .noteDamaged && $0.place == "the rest of the source" })
            #expect(arrived.report.balance.gaps.isEmpty)
        }
    }

    private static let keptAll = Result { try Arrived.corpus("jex", "03_10_2022.jex") }
    private static func all() throws -> Arrived { try keptAll.get() }

    @Test func `keeps notes in their notebooks`() throws {
        #expect(
            try Self.all().paths == [
                "notes/Welcome! (Desktop)/2. Importing and exporting notes.md",
                "notes/Welcome! (Desktop)/3. Synchronising your notes.md", "notes/Welcome! (Desktop)/4. Tips.md",
                "notes/Welcome! (Desktop)/5. Joplin Privacy Policy.md", "notes/Welcome! (Desktop)/Hello.md",
                "notes/Welcome! (Desktop)/helo/1. Welcome to Joplin!.md",
            ])
    }

    @Test func `keeps notebooks without notes as empty folders`() throws {
        let folders = try Self.all().folders
        #expect(folders.contains("Welcome! (Desktop)/uuiu") && folders.contains("Welcome! (Desktop)/uuiu/uoo"))
    }

    @Test func `has titles and dates outside of texts`() throws {
        let item = try Self.all().item("3. Synchronising your notes")
        #expect(item.metadata.created?.description == "2022-05-11T01:43:42Z")
        #expect(item.metadata.modified?.description == "2022-05-13T11:41:37Z")
        let body = String(decoding: item.body, as: UTF8.self)
        #expect(
            body.hasPrefix("# Synchronising your notes\n") && !body.contains("type_: ") && !body.contains("parent_id"))
        #expect(item.metadata.uuid?.description == "eb2284ec-fb56-4da6-bf3e-770381043d23")
    }

    @Test func `keeps tags`() throws {
        let notes = try Self.all()
        #expect(Set(try notes.item("1. Welcome to Joplin!").metadata.tags.map(\.text)) == ["welcome", "mine", "hope"])
        #expect(
            Set(try notes.item("3. Synchronising your notes").metadata.tags.map(\.text)) == [
                "welcome", "sync", "notes",
            ])
        #expect(try notes.item("Hello").metadata.tags.isEmpty)
    }

    @Test func `keeps a note to do with its due date`() throws {
        let item = try Self.all().item("Hello")
        #expect(item.foreignValue(of: "todo") == "true")
        #expect(item.foreignValue(of: "todo_due") == "2022-05-12T20:00:00.980Z")
        #expect(item.foreignValue(of: "todo_completed") == nil)
    }

    @Test func `attaches resources under their names`() throws {
        let notes = try Self.all()
        #expect(
            notes.attachments
                == ["AllClients.png": 448_800, "SubNotebooks.png": 4_704, "WebClipper.png": 8_894, "print.pdf": 17_864])
        #expect(notes.count(.attachments, .stored) == 4)
    }

    @Test func `resolves links to notes`() throws {
        let links = try #require(try Self.all().resolved["notes/Welcome! (Desktop)/4. Tips.md"])
        #expect(links.contains("notes/Welcome! (Desktop)/3. Synchronising your notes.md"))
    }
}

struct `A note of Joplin` {
    @Test func `has brackets as text, which are no links there`() throws {
        let id = "0123456789abcdef0123456789abcdef"
        let note = "A\n\nsee [[B]] and `[[C]]`\n\nid: \(id)\nparent_id: \nmarkup_language: 1\ntype_: 1"
        let notes = try Arrived.files(["\(id).md": note])
        #expect(try notes.body("A").trimmedOfSpace == "see \\[[B]] and `[[C]]`" && notes.report.losses.isEmpty)
    }
}

struct `A notebook of Joplin` {
    @Test func `loses its icon, which is reported`() throws {
        let id = "0123456789abcdef0123456789abcdef"
        let folder = "F\n\nid: \(id)\nparent_id: \nicon: {\"type\":1,\"emoji\":\"🌱\"}\ntype_: 2"
        let notes = try Arrived.files(["\(id).md": folder])
        #expect(notes.folders == ["F"])
        #expect(notes.report.losses.map { "\($0.code.rawValue) \($0.target)" } == ["value-dropped F"])
    }
}

struct `Exports of Joplin with the same notes` {
    private static let ids = ["1", "2", "3", "4"].map { String(repeating: $0, count: 32) }

    /// A note whose text names its year, and which may link to another one.
    private static func note(_ number: Int, _ year: Int, to target: Int? = nil) -> (name: String, text: String) {
        let link = target.map { " [l](:/\(ids[$0 - 1]))" } ?? ""
        let id = ids[number - 1]
        let text = """
            T\(number)

            \(year)\(link)

            id: \(id)
            parent_id:\(" ")
            updated_time: \(year)-01-01T00:00:00.000Z
            type_: 1
            """
        return ("\(id).md", text)
    }

    @Test func `bring the newest version of each, with its links`() throws {
        try TemporaryFolder.with { place in
            let exports = [
                [Self.note(1, 2020, to: 2), Self.note(2, 2020, to: 1), Self.note(3, 2020)],
                [Self.note(2, 2021, to: 3), Self.note(3, 2021), Self.note(4, 2021, to: 2)],
                [Self.note(2, 2019, to: 4), Self.note(3, 2022, to: 1)],
            ]
            var folders: [String] = []
            for (number, notes) in exports.enumerated() {
                folders.append("\(place.path)/\(number)")
                try FileManager.default.createDirectory(atPath: folders[number], withIntermediateDirectories: false)
                for note in notes {
                    try Data(note.text.utf8).write(to: URL(filePath: "\(folders[number])/\(note.name)"))
                }
            }
            let notes = try Arrived(folders)
            #expect(notes.paths == ["notes/T1.md", "notes/T2.md", "notes/T3.md", "notes/T4.md"])
            let bodies = try ["T1", "T2", "T3", "T4"].map { try notes.body($0).trimmedOfSpace }
            #expect(bodies == ["2020 [l](T2.md)", "2021 [l](T3.md)", "2022 [l](T1.md)", "2021 [l](T2.md)"])
            #expect(notes.count(.notes, .merged) == 4 && notes.count(.notes, .added) == 4)
            #expect(notes.count(.links, .resolved) == 4 && notes.count(.links, .dropped) == 2)
        }
    }
}

struct `A link to a heading of a note of Joplin` {
    @Test func `leads to the one that it means, or is reported`() throws {
        let ids = ["1", "2"].map { String(repeating: $0, count: 32) }
        let bodies = ["[a](:/\(ids[1])#dup-2) [b](:/\(ids[1])#dup) [c](:/\(ids[1])#nope)", "# Dup\n\n# Dup\n\n# Dup"]
        let notes = try Arrived.files(
            Dictionary(
                uniqueKeysWithValues: zip(ids, bodies).map { id, body in
                    ("\(id).md", "T\(id.prefix(1))\n\n\(body)\n\nid: \(id)\nparent_id: \ntype_: 1")
                }))
        #expect(try notes.body("T1") == "[a](T2.md#dup-1) [b](T2.md#dup) [c](T2.md#nope)\n")
        #expect(notes.losses(.linkUnresolved) == 1 && notes.count(.links, .resolved) == 2)
    }
}
