@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookQuery
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `A notebook as it was` {
    @Test(arguments: Seeds.some(12))
    func `is the same, to the byte, after each of many changes`(seed: UInt64) throws {
        let stage = try HistoryStage()
        var chance = SeededGenerator(seed: seed)
        var states = [0: stage.document]
        for round in 1...40 {
            try stage.changeSomething(&chance, "\(round)")
            let number = try stage.directory.history().first?.number ?? 0
            states[number] = stage.document
        }
        for (number, state) in states {
            let past = try stage.directory.readPast(.change(number), "") { past in
                var files: [String: [UInt8]] = [:]
                try past.tree.forEachFile { file, content in
                    files[file.place.path] = try content.bytes(limit: .max)
                    return .goOn
                }
                return files
            }
            let different = Set(past.keys).union(state.keys).filter { past[$0] != state[$0] }
            #expect(different.isEmpty, "change \(number), seed \(seed)")
        }
    }

    @Test func `gives back an item that was renamed, moved and deleted since`() throws {
        let stage = try HistoryStage()
        let text = try #require(stage.document["notes/Two.md"])
        try stage.append("more", to: "Two")
        try stage.edit { _ = try $0.rename($0.listing.item("Two"), to: "Zwei") }
        try stage.edit { _ = try $0.restore(["Two"], at: .change(0), "0") }
        #expect(stage.document["notes/Zwei.md"] == text)
        try stage.edit { _ = try $0.moveToTrash([$0.listing.item("notes/Zwei.md")]) }
        try stage.edit { _ = try $0.restore(["Two"], at: .change(1), "1") }
        #expect(stage.document["notes/Two.md"] != nil && stage.document["notes/Zwei.md"] == nil)
        #expect(try stage.directory.open().trashedItems.map(\.title) == ["Old"])
        try stage.edit { draft in
            let found = try draft.listing.item("Two")
            _ = try draft.moveToTrash([found])
        }
        #expect(throws: NotebookError.self) { try stage.edit { _ = try $0.restore(["None"], at: .change(1), "1") } }
        #expect(throws: HistoryError.noSuchChange(99)) {
            try stage.edit { _ = try $0.restore(["Two"], at: .change(99), "99") }
        }
    }

    @Test func `gives back the attachments that an item used`() throws {
        let stage = try HistoryStage()
        try stage.edit { draft in
            let attachment = Attachment(name: "new.txt") { try $0(Array("new".utf8)) }
            _ = try draft.attach([attachment], to: draft.listing.item("Two"))
        }
        let blob = try #require(stage.document.keys.first { $0.hasPrefix("blobs/new.") })
        try stage.edit { draft in
            var change = ItemChange()
            change.body = Array("none\n".utf8)
            _ = try draft.edit(draft.listing.item("Two").path, change)
        }
        _ = try stage.directory.collectGarbage([try BundlePath(blob)])
        #expect(stage.document[blob] == nil)
        var restored: [BundlePath] = []
        try stage.edit { restored = try $0.restore(["Two"], at: .change(1)).attachments }
        #expect(restored.map(\.text) == [blob])
        #expect(stage.document[blob] == Array("new".utf8))
    }

    @Test func `is known but for what others changed, and finds items by the names they have now`() throws {
        let stage = try HistoryStage()
        try stage.append("more", to: "Two")
        try stage.edit { _ = try $0.rename($0.listing.item("Two"), to: "Zwei") }
        try stage.write("---\nuuid: 00000000-0000-4001-8000-000000000001\n---\nby hand\n", at: "notes/F/One.md")
        try stage.append("again", to: "One")
        try stage.directory.readPast(.change(1), "1") { past in
            #expect(past.unknown.map(\.path.text) == ["notes/F/One.md"])
            let one = try BundlePath("notes/F/One.md")
            #expect(past.failure(for: "One") == .contentUnknown(one, change: 3))
            let item = try NotebookListing(past.tree).item("Zwei", nowIn: try stage.directory.open())
            #expect(item.path.text == "notes/Two.md")
        }
        #expect(throws: HistoryError.self) { try stage.edit { _ = try $0.restore(["One"], at: .change(1)) } }
        try stage.edit { _ = try $0.restore(["Zwei"], at: .change(0)) }
        let then = try EarlierNotebook(stage.directory, at: .change(1)).read { try $0.items().map(\.title) }
        #expect(then.contains("Two") && !then.contains("Zwei"))
    }

    @Test func `is known when others brought back an earlier state`() throws {
        let stage = try HistoryStage()
        try stage.append("1", to: "Two")
        let first = stage.document
        try stage.append("2", to: "Two")
        let second = stage.document
        func bring(_ state: [String: [UInt8]]) throws {
            for path in ["manifest.json", "notes/Two.md"] {
                try stage.write(String(decoding: try #require(state[path]), as: UTF8.self), at: path)
            }
        }
        // As git does when somebody works on an older commit for a while.
        try bring(first)
        try stage.append("other", to: "Two")
        try bring(second)
        for (number, state) in [(1, first), (2, second)] {
            try stage.directory.readPast(.change(number), "") { past in
                let two = try past.tree.content(of: try BundlePath("notes/Two.md"), limit: .max)
                #expect(two == state["notes/Two.md"])
            }
        }
        #expect(throws: HistoryError.gap(after: 3, before: nil)) {
            try stage.directory.readPast(.change(3), "3") { _ in }
        }
        try bring(first)
        let oldest = try stage.directory.readPast(.change(0), "0") { $0.number }
        #expect(oldest == 0)
    }

    @Test func `is found by its fingerprint and its time`() throws {
        let stage = try HistoryStage()
        try stage.append("1", to: "Two")
        let fingerprint = try stage.directory.open().fingerprint
        try stage.append("2", to: "Two")
        func number(_ text: String) throws -> Int {
            let context = QueryContext(now: FixedClock.now())
            return try stage.directory.readPast(try HistoryMoment(text, in: context), text) { $0.number }
        }
        #expect(try number(String(fingerprint.description.prefix(10))) == 1)
        #expect(try number("1") == 1 && number("#2") == 2 && number("0") == 0)
        // The clock of the changes goes on by a minute for each, from the context's time.
        #expect(try number("now") == 0)
        #expect(try number("+1h") == 2)
        #expect(try number("+1d") == 2 && number("-1d") == 0)
        #expect(throws: HistoryError.unknownMoment("0123456789")) { try number("0123456789") }
        #expect(throws: QueryError.self) { try number("soon") }
    }
}
