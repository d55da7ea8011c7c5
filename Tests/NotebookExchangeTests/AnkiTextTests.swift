import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/anki"), "\(Corpora.absent)")) struct `A text file of Anki` {
    @Test func `with all headers keeps decks, tags and guids`() throws {
        let cards = try Arrived.corpus("anki", "made-with-anki-26.09.3/notes-all.txt")
        #expect(cards.items.count == 8)
        let folders = Set(cards.paths.map { $0.split(separator: "/").dropFirst().dropLast().joined(separator: "/") })
        #expect(folders == ["Birds/Herons", "Birds", "Default"])
        #expect(cards.items.values.compactMap { $0.foreignValue(of: "anki-guid") }.contains("C#qAXqmho1"))
        #expect(cards.items.values.count { $0.foreignValue(of: "reversed") == "true" } == 2)
        #expect(cards.items.values.contains { String(decoding: $0.body, as: UTF8.self).contains("tab\there") })
    }

    @Test func `changes nothing after the package of the same cards`() throws {
        let folder = try #require(Corpora.folder("exchange/anki/made-with-anki-26.09.3"))
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func take(_ name: String) throws -> ImportOutcome {
                try notebook.importItems(
                    from: [FileLocation(path: folder.appending(path: name).path)], locations: places
                ).result
            }
            #expect(try take("rich-latest.apkg").added.count == 8)
            let second = try take("notes-all.txt")
            #expect(second.added.isEmpty && second.updated.isEmpty)
            #expect(second.report.balance.fates[.notes]?[.unchanged] == 8)
        }
    }

    @Test func `is completed by a later package of the same cards, but for those that were edited`() throws {
        let folder = try #require(Corpora.folder("exchange/anki/made-with-anki-26.09.3"))
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func take(_ name: String) throws -> ImportOutcome {
                try notebook.importItems(
                    from: [FileLocation(path: folder.appending(path: name).path)], locations: places
                ).result
            }
            let first = try take("notes-all.txt").added
            #expect(first.count == 8)
            let edited = try #require(first.first)
            try notebook.edit { draft in
                let item = try draft.item(edited.path)
                try draft.write(try item.setting(body: Array("mine\n\n---\n\nback\n".utf8)), at: edited.path)
            }
            #expect(try take("notes-all.txt").updated.isEmpty)
            let second = try take("rich-latest.apkg")
            #expect(second.added.isEmpty && second.updated.count == 7)
            let cards = try Arrived(notebook)
            #expect(cards.attachments["heron dot.png"] != nil && cards.reviews.count == 2)
            #expect(try cards.items.count { try #require($0.value.metadata.created) < edited.created } == 7)
            #expect(cards.items[edited.path.text]?.body.starts(with: Array("mine".utf8)) == true)
            #expect(try take("rich-legacy.apkg").updated.isEmpty && take("notes-all.txt").updated.isEmpty)
        }
    }

    @Test func `without guids has the front and the back of each row`() throws {
        let plain = try Arrived.corpus("anki", "made-with-anki-26.09.3/notes-plain.txt")
        #expect(plain.items.count == 8)
        #expect(
            plain.items.values.contains {
                $0.body.starts(with: "What does a heron eat?\n\n---\n\nFish, frogs & voles\n".utf8)
            })
        let cards = try Arrived.corpus("anki", "made-with-anki-26.09.3/cards.txt")
        #expect(cards.items.count == 11)
        #expect(cards.items.values.contains { $0.body.starts(with: "What does a **heron** eat?".utf8) })
    }

    @Test func `without headers keeps every row, and reports what is odd`() throws {
        let cards = try Arrived.corpus("anki", "text-2fields.txt")
        #expect(cards.report.balance.found[.notes] == 9)
        #expect(cards.count(.notes, .merged) == 1 && cards.count(.notes, .refused) == 1 && cards.items.count == 7)
        #expect(cards.report.losses.contains { $0.target == "fields" && $0.code == .cardChanged })
        #expect(cards.items.values.contains { $0.body.starts(with: "not, enough, fields\n".utf8) })
    }

    @Test func `has its tags in the column that is named, and nowhere else`() throws {
        let file = try #require(Corpora.folder("exchange/anki/text-tags.txt")).path
        #expect(try Arrived([file]).items.values.allSatisfy(\.metadata.tags.isEmpty))
        let tagged = try Arrived([file], tagsColumn: 3)
        #expect(Set(tagged.items.values.map { $0.metadata.tags.map(\.text) }) == [["baz", "qux"], ["baz2"]])
    }

    @Test func `updates a card by its first field`() throws {
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            for (back, added) in [("foo", 1), ("x", 0)] {
                let file = "\(place.path)/\(back).txt"
                try Data("1\t\(back)\n".utf8).write(to: URL(filePath: file))
                let outcome = try notebook.importItems(from: [FileLocation(path: file)], locations: places).result
                #expect(outcome.added.count == added && outcome.updated.count == 1 - added)
            }
        }
    }

    @Test func `of values between commas has columns by name`() throws {
        let cards = try Arrived.corpus("anki", "jlpt-n4.csv")
        #expect(cards.report.balance.found[.notes] == 668)
        #expect(
            cards.items.values.contains { $0.body.starts(with: "踏む\n\n---\n\nふむ\n\nto step on, to tread on\n".utf8) })
        #expect(
            cards.items.values.contains { $0.metadata.tags.map(\.text) == ["Genki", "Genki_Ln.21", "JLPT", "JLPT_N4"] })
    }

    @Test func `that we write comes back with kinds, decks, tags and attachments`() throws {
        let file = try #require(Corpora.folder("exchange/anki/mixed-legacy-2.apkg")).path
        let trip = try RoundTrip([file], as: #require(ExportFormat.named("anki-text")), reading: "anki-text")
        #expect(trip.after.attachments == trip.before.attachments && trip.after.items.count == trip.before.items.count)
        for (path, item) in trip.before.items {
            #expect(trip.after.items[path]?.metadata.uuid == item.metadata.uuid)
            #expect(trip.after.items[path]?.metadata.tags == item.metadata.tags)
            #expect(
                trip.after.items[path].map { String(decoding: $0.body, as: UTF8.self) }
                    == String(decoding: item.body, as: UTF8.self))
        }
    }
}

struct `A list of cards with three fields` {
    @Test func `leaves a card alone that has them in other places, and updates one that lacks a word`() throws {
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func take(_ fields: String...) throws -> [Int] {
                let file = "\(place.path)/list.txt"
                let text = "#separator:tab\n#html:true\n#guid column:1\nguid1\t\(fields.joined(separator: "\t"))\n"
                try Data(text.utf8).write(to: URL(filePath: file))
                let result = try notebook.importItems(from: [FileLocation(path: file)], locations: places).result
                return [result.added.count, result.updated.count, result.transfers.flatMap(\.unchanged).count]
            }
            #expect(try take("word (<i>an example</i>)", "meaning <i>an example</i>") == [1, 0, 0])
            #expect(try take("word", "meaning", "<i>an example</i>") == [0, 0, 1])
            #expect(try take("word", "meaning", "<i>an other</i>") == [0, 1, 0])
            #expect(try take("word", "meaning") == [0, 1, 0])
        }
    }

    @Test func `reports the third one, whether or not it has a name`() throws {
        for head in ["", "#columns:Front;Back;Source\n"] {
            let cards = try Arrived.text("#separator:Semicolon\n\(head)a;b;src\n", named: "list.txt")
            #expect(cards.report.losses.map { "\($0.code.rawValue) \($0.target)" } == ["card-changed src"])
        }
    }
}

struct `A source that cannot be read` {
    private static let kinds: [(name: String, start: [UInt8], what: String)] = [
        ("a.one", [0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D], "a OneNote section"),
        ("a.onepkg", Array("MSCF\0\0\0\0Notes.one".utf8), "a OneNote package"),
        ("a.sqlite", Array("SQLite format 3\0 ZICCLOUDSYNCINGOBJECT".utf8), "the database of Apple Notes"),
        ("a.anki2", Array("SQLite format 3\0 CREATE TABLE revlog".utf8), "a collection of Anki"),
        ("a.db", Array("SQLite format 3\0".utf8), "the database of another program"),
        (
            "a.txt",
            Array("{\"version\":\"004\",\"items\":[{\"content\":\"004:ab\",\"enc_item_key\":\"004:x\"}]}".utf8),
            "an encrypted backup of Standard Notes"
        ),
        ("a.bin", Array("Salted__12345678".utf8), "an encrypted backup"),
    ]

    @Test(arguments: kinds.indices) func `is refused by name, with the way out`(_ index: Int) throws {
        let kind = Self.kinds[index]
        try TemporaryFolder.with { place in
            let file = "\(place.path)/\(kind.name)"
            try Data(kind.start + [UInt8](repeating: 0, count: 100)).write(to: URL(filePath: file))
            let failure = #expect(throws: ImportFailure.self) { try Arrived([file]) }
            #expect(failure?.reason.contains(kind.what) == true, "\(failure?.reason ?? "")")
            #expect(failure?.remedy.map { "\($0)".contains("import") } == true)
        }
    }

    @Test(.enabled(if: Corpora.has("exchange/onenote"), "\(Corpora.absent)"))
    func `is a section of OneNote`() throws {
        let file = try #require(Corpora.folder("exchange/onenote/testOneNote2016.one")).path
        let failure = #expect(throws: ImportFailure.self) { try Arrived([file]) }
        #expect(failure?.reason.contains("a OneNote section") == true)
    }

    @Test func `is an export of Evernote without a whole note`() throws {
        let text = `A damaged export of Evernote`.start + "<note><title>One</title><content>cut"
        let failure = #expect(throws: ImportFailure.self) { try Arrived.text(text, named: "x.enex") }
        #expect(failure?.reason.contains("has no whole note") == true)
    }
}
