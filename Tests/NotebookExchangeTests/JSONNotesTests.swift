import Foundation
import NotebookBundle
import NotebookFiles
import NotebookPacking
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

@testable import NotebookExchange

struct `Notes in JSON` {
    private static func read(_ text: String) throws -> JSONNotes { try JSONNotes(Array(text.utf8), shown: "x.json") }

    @Test(arguments: [
        (#"[{"title": "T"}, {"title": 7}]"#, "[1].title: 7 is not a text"),
        (
            #"{"items": [{"title": "T"}, {"content": "C", "createdAt": "soon"}]}"#,
            "items[1].createdAt: “soon” is not a date (ISO 8601, or seconds since 2001)"
        ),
        (
            #"[{"title": "T"}, {"title": "U", "modifiedAt": 1e300}]"#,
            "[1].modifiedAt: 1e300 is not a date (ISO 8601, or seconds since 2001)"
        ),
        (
            #"[{"title": "T"}, {"title": "U", "createdAt": 1704445200000}]"#,
            "[1].createdAt: 1704445200000 is not a date (ISO 8601, or seconds since 2001)"
        ),
        (#"[{"title": "T"}, {"colour": "red"}]"#, "[1] has no title, content, front or back"),
        (#"[{"title": "T"}, 5]"#, "[1]: 5 is not an object"),
        (#"[{"title": "T"}, {"title": "U", "id": true}]"#, "[1].id: true is neither a text nor a number"),
        (#"[{"title": "T"}, {"title": "U", "tags": "a"}]"#, "[1].tags: “a” is not a list of tags"),
    ])
    func `come in without those that are no notes, which are told`(text: String, reason: String) throws {
        let notes = try Self.read(text)
        #expect(notes.notes.map(\.note.metadata.title) == ["T"])
        #expect(notes.leftOut == [reason])
    }

    @Test(arguments: [
        ("{}", "not a note: it has no title, content, front or back"),
        (#"{"name": "app", "title": "App"}"#, "not a note: it has no title, content, front or back"),
        ("7", "no notes: it is neither an array nor an object"),
        ("[", "not valid JSON: line 1: expected a value, but the text ends"),
        (#"[{"title": 7}]"#, "no valid notes: [0].title: 7 is not a text"),
    ])
    func `are not what other JSON holds`(text: String, reason: String) throws {
        #expect { try Self.read(text) } throws: { ($0 as? ImportFailure)?.reason == reason }
    }

    @Test func `with one id are two notes, which is told`() throws {
        let text = #"[{"title": "A", "content": "one", "id": "x"}, {"title": "A", "content": "two", "id": "x"}]"#
        let notes = try Arrived.text(text, named: "n.json")
        #expect(Set(notes.items.values.compactMap(\.metadata.uuid)).count == 2)
        #expect(notes.report.lost.map(\.text) == ["[0] got a new uuid: another note has the same"])
    }

    @Test func `are told what is dropped or corrected, each kind once`() throws {
        let notes = try Self.read(
            #"[{"title": "A\nB", "tags": ["a,b", "ok"], "mood": 1}, {"title": "C", "mood": 2, "tags": null}]"#)
        #expect(notes.notes.map(\.note.metadata.title) == ["A B", "C"])
        #expect(notes.notes.first?.note.metadata.tags.map(\.text) == ["ok"])
        #expect(
            notes.lost == [
                "[0].title: “A\\u{A}B” is not a valid title, and became “A B”",
                "[0].tags: “a,b” is not a valid tag, and was dropped",
                "the key “mood” was not imported",
            ])
    }

    @Test func `are known by their id, or by title and date, or by their content, and not by their place`() throws {
        func uuids(_ text: String) throws -> [UniqueIdentifier] {
            try Self.read(text).notes.map { $0.note.identity(in: "").uuid }
        }
        let text = #"{"title": "A", "createdAt": 0, "content": "x"}, {"content": "y"}, {"id": 1, "content": "z"}"#
        let first = try uuids("[\(text)]")
        #expect(try uuids(#"[{"content": "new"}, \#(text)]"#).dropFirst() == first[...])
        #expect(try uuids(#"[{"title": "A", "createdAt": 0, "content": "other"}]"#) == [first[0]])
        #expect(try uuids(#"[{"id": "1", "title": "other"}]"#) == [first[2]])
        #expect(Set(first).count == 3)
        // Equal cards of two decks are two cards.
        let cards = ["\"A\"", "\"B\"", "\"A\""].map { #"{"front": "x", "back": "y", "folder": \#($0)}"# }
        let decks = try uuids("[\(cards.joined(separator: ","))]")
        #expect(decks[0] == decks[2] && decks[0] != decks[1])
        let own = "4bf21ab8-b33a-4e5a-b5b2-3d5f2d7d8d39"
        let note = try #require(try Self.read(#"[{"id": "\#(own)", "title": "T"}]"#).notes.first?.note)
        #expect(note.identity(in: "").uuid.description == own && !note.identity(in: "").isGuessed)
    }

    /// Words that fit into 1,024 bytes, the most that a title has.
    @Test(arguments: [(512, 1_024), (513, 511)])
    func `have as many words of a title that is too long as there is room for`(last: Int, bytes: Int) throws {
        let words = [String(repeating: "a", count: 511), String(repeating: "b", count: last)]
        let title = try Self.read(#"[{"title": "\#(words.joined(separator: "\\n"))"}]"#).notes.first?.note.metadata
            .title
        #expect(title?.utf8.count == bytes)
    }

    /// Brings notes into a bundle.
    private static func bring(_ text: String) throws -> (conversion: JSONImport, paths: Set<String>) {
        try TemporaryFolder.with { place in
            let environment = NotebookEnvironment(
                now: { Timestamp(clamping: 1_767_225_600) }, random: { 1 },
                open: { path, _, _ in try DirectoryFiles(path) })
            var bundle = try NewBundle("N.notebundle", in: place.path, environment: environment)
            var conversion = JSONImport()
            try conversion.bring(try read(text), from: "x.json", into: &bundle)
            return (conversion, Set(conversion.origins.keys.map(\.text)))
        }
    }

    @Test func `tell uuids that are guessed from those that are the notes' own`() throws {
        let own = "4bf21ab8-b33a-4e5a-b5b2-3d5f2d7d8d39"
        let text = #"[{"id": "\#(own)", "title": "A"}, {"title": "B", "createdAt": 0}, {"id": 7, "title": "C"}]"#
        let guessed = try Self.bring(text).conversion.guessed
        let wanted = try Self.read(text).notes.map { $0.note.identity(in: "") }.filter(\.isGuessed).map(\.uuid)
        #expect(!wanted.isEmpty && guessed == Set(wanted) && !guessed.map(\.description).contains(own))
    }

    @Test func `get names that are free, also where a title has a number already`() throws {
        let paths = try Self.bring(
            #"[{"title": "A 2", "content": "1"}, {"title": "A", "content": "2"}, {"title": "A", "content": "3"}]"#
        ).paths
        #expect(paths == ["notes/A.md", "notes/A 2.md", "notes/A 3.md"])
    }
}
