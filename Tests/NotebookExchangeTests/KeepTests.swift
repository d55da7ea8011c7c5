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
