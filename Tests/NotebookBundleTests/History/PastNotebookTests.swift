import NotebookFormat
import SimulatedDisks
import TestSupport
import Testing

@testable import NotebookStore

@Suite struct `A notebook as it was` {
    /// One of many changes, as chance has it.
    private static func change(_ stage: HistoryStage, _ chance: inout SeededGenerator, _ round: Int) throws {
        let items = try stage.directory.open().items
        let trashed = try stage.directory.open().trashedItems
        switch Int.random(in: 0..<9, using: &chance) {
        case 0:
            try stage.edit { draft in
                var new = try NewItem(.note, text: Array("Text \(round)".utf8))
                new.title = "New \(round)"
                _ = try draft.add(new)
            }
        case 1 where !items.isEmpty:
            let item = chance.pick(items)
            try stage.edit { _ = try $0.rename($0.notebook.item(item.path.text), to: "Name \(round)") }
        case 2 where !items.isEmpty:
            let item = chance.pick(items)
            let folder = chance.pick(["F", "F/G", "H"])
            try stage.edit { _ = try $0.move($0.notebook.item(item.path.text), to: FolderPath(folder)) }
        case 3 where items.count > 2:
            let item = chance.pick(items)
            try stage.edit { _ = try $0.moveToTrash([$0.notebook.item(item.path.text)]) }
        case 4 where !trashed.isEmpty:
            let item = chance.pick(trashed)
            try stage.edit { draft in
                let found = draft.notebook.trashedItems.filter { $0.path == item.path }
                _ = try draft.restore(found)
            }
        case 5: try stage.edit { $0.description.title = "Title \(round)" }
        case 6: _ = try? stage.directory.undo()
        case 7: _ = try? stage.directory.redo()
        default:
            guard !items.isEmpty else { return }
            try stage.append("more \(round)\n", to: chance.pick(items).path.text)
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `is the same, to the byte, after each of many changes`(seed: UInt64) throws {
        let stage = try HistoryStage()
        var chance = SeededGenerator(seed: seed)
        var states = [0: stage.document]
        for round in 1...40 {
            try Self.change(stage, &chance, round)
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
        try stage.edit { _ = try $0.rename($0.notebook.item("Two"), to: "Zwei") }
        try stage.edit { _ = try $0.restore(["Two"], at: .change(0), "0") }
        #expect(stage.document["notes/Zwei.md"] == text)
        try stage.edit { _ = try $0.moveToTrash([$0.notebook.item("notes/Zwei.md")]) }
        try stage.edit { _ = try $0.restore(["Two"], at: .change(1), "1") }
        #expect(stage.document["notes/Two.md"] != nil && stage.document["notes/Zwei.md"] == nil)
        #expect(try stage.directory.open().trashedItems.map(\.title) == ["Old"])
        try stage.edit { draft in
            let found = try draft.notebook.item("Two")
            _ = try draft.moveToTrash([found])
        }
        #expect(throws: NotebookError.self) { try stage.edit { _ = try $0.restore(["None"], at: .change(1), "1") } }
        #expect(throws: HistoryError.unknownMoment("99")) {
            try stage.edit { _ = try $0.restore(["Two"], at: .change(99), "99") }
        }
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
