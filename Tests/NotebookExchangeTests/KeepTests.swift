import Foundation
import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/keep"), "\(Corpora.absent)")) struct `An export of Google Keep` {
    private static let keptAll = Result {
        let folder = try #require(Corpora.folder("exchange/keep"))
        return try Arrived([folder.path])
    }
    private static func all() throws -> Arrived { try keptAll.get() }

    @Test func `is a folder whose notes are known by their keys, perhaps beside an archive`() throws {
        let notes = try Self.all()
        #expect(notes.report.balance.found[.notes] == 11 && notes.items.count == 10)
        #expect(notes.count(.notes, .inTrash) == 1 && notes.losses(.noteTrashed) == 1)
    }

    @Test func `shows a note without a title under its first words`() throws {
        let notes = try Self.all()
        let item = try #require(
            notes.items.first { $0.value.metadata.title == nil && !$0.key.contains("2023-08-01T14") })
        #expect(!item.key.contains("+10_00"))
    }

    @Test func `names each file that is missing`() throws {
        let rows = try Self.all().report.losses.filter { $0.code == .attachmentMissing }
        #expect(
            rows.contains { $0.target == "1690514441523.1361766539.png" }
                && rows.contains { $0.target.hasSuffix(".3gp") })
        #expect(rows.count == 3)
    }

    @Test func `keeps what is archived, coloured and pinned`() throws {
        let notes = try Self.all()
        #expect(try notes.item("Archived note").foreignValue(of: "archived") == "true")
        #expect(try notes.item("Background colour note").foreignValue(of: "color") == "RED")
        #expect(try notes.item("Pinned text note").metadata.pinned)
        #expect(notes.report.losses.count { $0.code == .propertyKept && $0.target == "archived" } == 1)
    }

    @Test func `keeps tasks and labels as they are`() throws {
        let notes = try Self.all()
        let item = try notes.item("Checklist note")
        let tasks = Arrived.tasks(String(decoding: item.body, as: UTF8.self))
        #expect(tasks.all == 5 && tasks.done == 0)
        #expect(item.metadata.tags.map(\.text) == ["labelWith!'@:$\"Symbols"])
        #expect(try notes.item("Labelled note").metadata.tags.count == 6)
        #expect(try notes.item("Labelled note").metadata.tags.contains { $0.text.contains(" ") })
        #expect(try notes.item("Image, label, and body text note").metadata.tags.count == 1)
    }

    @Test func `keeps titles exactly`() throws {
        let title = "Invalid title characters note !@#$%^&*()_+~`{}[]\\|;:'<>',./?/*-+"
        #expect(try Self.all().item(title).metadata.title == title)
    }

    @Test func `is one note for its two files in an archive`() throws {
        let notes = try Arrived.corpus("keep", "takeout-20260605T094613Z-3-001.zip")
        #expect(notes.items.count == 1)
        #expect(try notes.body().split(separator: "\n").count == 4)
    }

    @Test func `has times in microseconds`() throws {
        let dates = try Self.all().items.values.compactMap { $0.metadata.created?.description }
        #expect(dates.contains("2023-07-28T03:21:07Z"))
    }
}

struct `A Takeout in parts` {
    private static let note = """
        {"title":"A","textContent":"b","isTrashed":false,"userEditedTimestampUsec":1690514427000000,
        "createdTimestampUsec":1690514427000000,"attachments":[{"filePath":"q.png","mimetype":"image/png"}]}
        """

    @Test(arguments: [false, true], [false, true])
    func `may have one with media only`(isFolder: Bool, isMediaFirst: Bool) throws {
        try TemporaryFolder.with { place in
            let parts = [("n.json", Self.note), ("q.png", "picture")].map { name, text in
                (name: "Takeout/Keep/\(name)", bytes: Array(text.utf8))
            }
            var paths: [String] = []
            for (index, part) in (isMediaFirst ? parts.reversed() : parts).enumerated() {
                paths.append("\(place.path)/takeout-00\(index).zip")
                try Data(try `Several sources`.zip([part])).write(to: URL(filePath: paths[index]))
            }
            let arrived = try Arrived(isFolder ? [place.path] : paths)
            #expect(arrived.attachments == ["q.png": 7] && arrived.items.count == 1)
            #expect(arrived.report.losses == [] && arrived.report.leftOut == [])
        }
    }

    @Test(arguments: ["zip", "tgz", "tar"]) func `may have them in any archives`(ending: String) throws {
        try TemporaryFolder.with { place in
            let other = Self.note.replacing("\"A\"", with: "\"B\"").replacing("q.png", with: "r.png")
                .replacing("1690514427", with: "1690514428")
            let parts = [[("n.json", Self.note), ("q.png", "picture")], [("o.json", other)], [("r.png", "other")]]
            var paths: [String] = []
            for (index, part) in parts.enumerated() {
                paths.append("\(place.path)/takeout-00\(index).\(ending)")
                try `A tar of files`.write(part.map { ("Takeout/Keep/\($0)", $1) }, to: paths[index])
            }
            let arrived = try Arrived(paths)
            #expect(arrived.attachments == ["q.png": 7, "r.png": 5] && arrived.items.count == 2)
            #expect(arrived.report.balance.found[.notes] == 2 && arrived.report.losses == [])
        }
    }

    @Test func `has no part whose files no note shows`() throws {
        try TemporaryFolder.with { place in
            for (name, path, text) in [("a.zip", "Takeout/Keep/n.json", Self.note), ("b.zip", "other/x.png", "p")] {
                let bytes = try `Several sources`.zip([(path, Array(text.utf8))])
                try Data(bytes).write(to: URL(filePath: "\(place.path)/\(name)"))
            }
            let arrived = try Arrived(["\(place.path)/a.zip", "\(place.path)/b.zip"])
            #expect(arrived.attachments.isEmpty && arrived.items.count == 1)
            #expect(arrived.losses(.attachmentMissing) == 1 && arrived.losses(.noteDamaged) == 1)
        }
    }
}
