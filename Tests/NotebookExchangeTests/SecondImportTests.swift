import ForeignData
import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange"), "\(Corpora.absent)")) struct `A second import` {
    private static let sources = [
        "enex/linked_notes.enex", "enex/test-3NotesWithSameName.enex", "enex/tasks.enex", "keep",
        "anki/mixed-legacy-2.apkg", "anki/made-with-anki-26.09.3/cards.txt", "notion/database-row.html",
        "bear/backup.bear2bk", "textbundle/Ulysses Export.zip", "html", "roam/shapes.json",
        "csv/comprehensive-test.csv", "opml/states.opml", "simplenote/simplenote.zip", "dayone", "tomboy",
    ]

    @Test func `of the same exports finds nothing new`() throws {
        let folder = try #require(Corpora.folder("exchange"))
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let sources = Self.sources.map { FileLocation(path: folder.appending(path: $0).path) }
            let first = try notebook.importItems(from: sources, locations: places).result
            #expect(first.added.count > 80 && first.updated.isEmpty)
            let second = try notebook.importItems(from: sources, locations: places).result
            #expect(second.added.map(\.path.text) == [] && second.updated.map(\.path.text) == [])
            #expect(second.transfers.flatMap(\.unchanged).count == first.added.count)
        }
    }
}

struct `A second import of notes with the same title and date` {
    private static func enex(_ notes: [(title: String, text: String)]) -> String {
        let notes = notes.map { note in
            """
            <note><title>\(note.title)</title><created>20200101T000000Z</created><content><![CDATA[<en-note><div>\
            \(note.text)</div></en-note>]]></content></note>
            """
        }
        return "<?xml version=\"1.0\"?><en-export>\(notes.joined())</en-export>"
    }

    private static func csv(_ texts: [String]) -> String {
        "title,content,created\n" + texts.map { "A,\($0),2020-01-01\n" }.joined()
    }

    /// Imports some texts one after the other; gives what each import changed, and the texts by their uuids at the end.
    private static func imported(_ name: String, _ texts: [String]) throws -> (rows: [String], bodies: [[String]]) {
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            var rows: [String] = []
            var bodies: [[String]] = []
            for text in texts {
                let file = place.path + "/" + name
                try Data(text.utf8).write(to: URL(filePath: file))
                let result = try notebook.importItems(from: [FileLocation(path: file)], locations: places).result
                rows.append("\(result.added.count) \(result.updated.count) \(result.transfers[0].unchanged.count)")
                bodies.append(
                    try notebook.read { snapshot in
                        try snapshot.listing.items.sorted {
                            $0.uuid.map(\.description) ?? "" < $1.uuid.map(\.description) ?? ""
                        }.map {
                            String(decoding: try snapshot.file(of: $0).body, as: UTF8.self).trimmedOfSpace
                        }
                    })
            }
            return (rows, bodies)
        }
    }

    @Test(arguments: ["csv", "enex", "untitled"])
    func `finds nothing new, and updates the one that changed`(format: String) throws {
        func source(_ texts: [String]) -> String {
            if format == "csv" { return Self.csv(texts) }
            let titles = format == "enex" ? ["T", "T", "T"] : ["", "   ", ""]
            return Self.enex(zip(titles, texts).map { ($0, $1) })
        }
        let name = format == "csv" ? "t.csv" : "t.enex"
        let found = try Self.imported(
            name,
            [
                ["one word", "two words"], ["one word", "two words"], ["one word", "two words more"],
                ["two words more", "one word"],
            ].map(source))
        #expect(found.rows == ["2 0 0", "0 0 2", "0 1 1", "0 0 2"])
        #expect(found.bodies[0] == found.bodies[1] && found.bodies[2] == found.bodies[3])
        #expect(found.bodies[2] == found.bodies[0].map { $0 == "two words" ? "two words more" : $0 })
    }
}

struct `A note without a date` {
    private static let table = "title,content,created\nOld,a,2020-01-01\nNew,b,\nWrong,c,soon\n"

    @Test func `has the date of its import, not that of another note`() throws {
        try TemporaryFolder.with { place in
            let file = FileLocation(path: place.path + "/t.csv")
            try Data(Self.table.utf8).write(to: URL(filePath: file.path))
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try notebook.importItems(from: [file], locations: places)
            let made = try NotebookDirectory.create("M.notebundle", in: place.path, from: [file], locations: places)
            for notebook in [notebook, made.notebook] {
                let years = try notebook.read { snapshot in
                    snapshot.listing.items.map { "\($0.title) \("\($0.created)".hasPrefix("2020-01-01"))" }.sorted()
                }
                #expect(years == ["New false", "Old true", "Wrong false"])
            }
        }
    }

    @Test func `is reported if it was changed before it was created`() throws {
        let arrived = try Arrived.text(
            "title,content,created,modified\nA,a,2020-01-02,2020-01-01\nB,b,,2020-01-01\n", named: "t.csv")
        #expect(arrived.losses(.dateInvalid) == 1)
        let dates = arrived.items.values.map { "\($0.metadata.created?.description.prefix(10) ?? "")" }.sorted()
        #expect(dates == ["2020-01-01", "2020-01-02"])
        #expect(arrived.items.values.allSatisfy { $0.metadata.modified == nil })
    }
}

struct `An edit by another program that nobody sealed` {
    @Test func `stays if a newer export is older than it`() throws {
        func notes(_ text: String, _ year: Int) -> String {
            """
            {"activeNotes":[{"id":"a","content":"Title\\n\(text)","creationDate":"2020-01-01T00:00:00Z",\
            "lastModified":"\(year)-01-01T00:00:00Z"}],"trashedNotes":[]}
            """
        }
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func take(_ text: String, _ year: Int) throws -> Transfer {
                let file = FileLocation(path: place.path + "/notes.json")
                try Data(notes(text, year).utf8).write(to: URL(filePath: file.path))
                return try #require(try notebook.importItems(from: [file], locations: places).result.transfers.first)
            }
            let added = try take("one", 2021).added
            let path = place.path + "/N.notebundle/" + (try #require(added.first)).path.text
            let edited = try Data(contentsOf: URL(filePath: path)) + Data("mine\n".utf8)
            try edited.write(to: URL(filePath: path))
            #expect(try take("two", 2022).newer.count == 1)
            #expect(try Data(contentsOf: URL(filePath: path)) == edited)
            // The source wins if it was changed later still.
            #expect(try take("three", 2099).updated.count == 1)
        }
    }
}

struct `A note of Google Keep of which nothing stayed` {
    @Test func `is the same note, by its time in microseconds`() throws {
        func note(_ text: String) -> String {
            """
            {"title":"","textContent":"\(text)","isTrashed":false,"isPinned":false,"isArchived":false,"color":"DEFAULT",\
            "createdTimestampUsec":1700000000000001,"userEditedTimestampUsec":17000000000\(text.utf8.count)0001}
            """
        }
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func take(_ text: String) throws -> Transfer {
                let file = FileLocation(path: place.path + "/k.json")
                try Data(note(text).utf8).write(to: URL(filePath: file.path))
                return try #require(try notebook.importItems(from: [file], locations: places).result.transfers.first)
            }
            #expect(try take("milk").added.count == 1)
            let second = try take("bread")
            #expect(second.updated.count == 1 && second.added.isEmpty && second.kept.count == 1)
        }
    }
}
