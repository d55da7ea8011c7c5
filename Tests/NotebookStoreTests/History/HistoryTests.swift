@testable import NotebookCheck
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookStore
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `The history of a notebook` {
    @Test func `lists changes with their files, the latest first`() throws {
        let stage = try HistoryStage()
        try stage.append("more", to: "Two")
        try stage.edit { _ = try $0.rename($0.listing.item("Two"), to: "Zwei") }
        try stage.edit { _ = try $0.moveToTrash([$0.listing.item("Q")]) }
        let changes = try stage.directory.history()
        #expect(changes.map(\.number) == [3, 2, 1])
        #expect(changes.map(\.verb) == ["edit", "edit", "edit"])
        let files = changes.map { change in
            change.files.map { "\($0.oldPath?.text ?? "-") \($0.newPath?.text ?? "-")" }
        }
        #expect(files[0].count == 1 && files[0][0].hasPrefix("cards/Q.md trash/"))
        #expect(files[1...] == [["notes/Two.md notes/Zwei.md"], ["notes/Two.md notes/Two.md"]])
        #expect(changes[0].before == changes[1].after)
        #expect(try stage.directory.history(of: BundlePath("notes/Zwei.md")).map(\.number) == [2, 1])
        // Its text has another title, and yet it is the same item that gets its name back.
        try stage.directory.undo(2)
        let back = try #require(try stage.directory.history().first).files.map { [$0.oldPath?.text, $0.newPath?.text] }
        #expect(back == [["notes/Zwei.md", "notes/Two.md"]])
        #expect(try stage.directory.history(of: BundlePath("notes/Two.md")).map(\.number) == [4, 2, 1])
    }

    @Test func `does not matter to the notebook`() throws {
        let stage = try HistoryStage()
        let plain = try HistoryStage(nil)
        for each in [stage, plain] { try each.append("more", to: "Two") }
        #expect(stage.document == plain.document)
        #expect(plain.kept == [] && stage.kept.count == 1)
        #expect(try plain.directory.history().isEmpty)
        try stage.directory.forgetHistory()
        #expect(stage.disk.snapshot.files == plain.disk.snapshot.files)
    }

    @Test func `says of many properties that they changed, in time in proportion to their number`() throws {
        func seconds(_ count: Int) throws -> Double {
            let stage = try HistoryStage()
            let path = try BundlePath("notes/Two.md")
            for value in ["a", "b"] {
                try stage.edit { draft in
                    let uuid = try #require(try draft.item(path).metadata.uuid)
                    let lines = (0..<count).map { "k\($0): \(value)\n" }.joined()
                    try draft.write(try ItemFile(Array("---\nuuid: \(uuid)\n\(lines)---\n".utf8)), at: path)
                }
            }
            let change = try #require(try stage.directory.history().first)
            var events: [ChangeSummary.Event] = []
            var seconds = 0.0
            try stage.edit { draft in
                seconds = ProcessorTime.seconds { events = draft.summary(of: change).events }
            }
            #expect(events == (0..<count).map { .property("k\($0)", "b", of: "Two") })
            return seconds
        }
        let isProportional = try (0..<3).contains { _ in
            let (one, many) = try (seconds(100), seconds(800))
            return many < 0.01 || many < 20 * one
        }
        #expect(isProportional)
    }

    @Test func `undoes and makes again, to the byte`() throws {
        let stage = try HistoryStage()
        var states = [stage.document]
        try stage.append("more", to: "Two")
        states.append(stage.document)
        try stage.edit { _ = try $0.moveToTrash([$0.listing.item("One")]) }
        states.append(stage.document)
        try stage.edit { try $0.describe { $0.settings.sort = .name } }
        for state in states.reversed() {
            try stage.directory.undo()
            #expect(stage.document == state)
        }
        #expect(throws: HistoryError.nothingTo(.undo)) { try stage.directory.undo() }
        #expect(stage.document == states[0])
        for state in states.dropFirst() {
            try stage.directory.redo()
            #expect(stage.document == state)
        }
        try stage.directory.redo()
        #expect(throws: HistoryError.nothingTo(.redo)) { try stage.directory.redo() }
        try stage.directory.undo()
        #expect(stage.document == states.last)
    }

    @Test func `has no change for a title that stays, and can still redo`() throws {
        let stage = try HistoryStage()
        try stage.edit { _ = try $0.rename($0.listing.item("Two"), to: "Zwei") }
        try stage.append("more", to: "Zwei")
        try stage.directory.undo()
        try stage.edit { _ = try $0.rename($0.listing.item("Zwei"), to: "Zwei") }
        #expect(try stage.directory.history().map(\.number) == [3, 2, 1])
        try stage.directory.redo()
    }

    @Test func `undoes a seal, and a copied note keeps the uuid that it was given`() throws {
        let stage = try HistoryStage()
        try stage.write(try #require(stage.document["notes/Two.md"]), at: "notes/Two copy.md")
        _ = try stage.directory.seal()
        let uuids = Set(try stage.directory.items().map(\.uuid))
        try stage.directory.undo()
        #expect(Set(try stage.directory.items().map(\.uuid)).isSubset(of: uuids))
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test func `undoes what came before a seal that only wrote the manifest anew`() throws {
        let stage = try HistoryStage()
        let before = stage.document["notes/Two.md"]
        try stage.append("more", to: "Two")
        try stage.write("x", at: "manifest.json")
        _ = try stage.directory.seal()
        #expect(throws: HistoryError.nothingTo(.undo)) { try stage.directory.undo(2) }
        try stage.directory.undo()
        #expect(stage.document["notes/Two.md"] == before)
    }

    @Test func `undoes an earlier change if nothing later stands on it`() throws {
        let stage = try HistoryStage()
        let before = stage.document["notes/Two.md"]
        try stage.append("more", to: "Two")
        try stage.append("more", to: "One")
        try stage.directory.undo(1)
        #expect(stage.document["notes/Two.md"] == before)
        #expect(throws: HistoryError.undoneAlready(1, by: 3)) { try stage.directory.undo(1) }
        #expect(throws: HistoryError.noSuchChange(9)) { try stage.directory.undo(9) }
        try stage.append("again", to: "One")
        let state = stage.document
        let path = try BundlePath("notes/F/One.md")
        #expect(throws: HistoryError.changedSince(path, change: 2, by: 4, verb: "edit")) { try stage.directory.undo(2) }
        try stage.write("changed outside", at: path.text)
        #expect(throws: HistoryError.changedSince(path, change: 4, by: nil, verb: nil)) { try stage.directory.undo(4) }
        try stage.write(String(decoding: try #require(state[path.text]), as: UTF8.self), at: path.text)
        #expect(stage.document == state)
    }

    @Test func `undoes in notebook json only what the change did`() throws {
        let stage = try HistoryStage()
        try stage.edit { try $0.describe { $0.settings.sort = .name } }
        try stage.edit { try $0.decorate(try FolderPath("F")) { $0.icon = "x" } }
        try stage.directory.undo(1)
        let description = try stage.directory.open().description
        #expect(description.settings.sort == .modified)
        #expect(description.folders.map(\.icon) == ["x"])
        try stage.edit { try $0.describe { $0.settings.sort = .created } }
        try stage.edit { try $0.describe { $0.settings.sort = .name } }
        #expect(throws: HistoryError.self) { try stage.directory.undo(4) }
    }

    @Test func `has nothing of what is destroyed`() throws {
        let stage = try HistoryStage()
        try stage.append("a secret", to: "Two")
        try stage.edit { _ = try $0.rename($0.listing.item("Two"), to: "Zwei") }
        try stage.append("harmless", to: "One")
        try stage.edit { _ = try $0.moveToTrash([$0.listing.item("Zwei")]) }
        try stage.edit { try $0.destroy($0.listing.trashedItems.map(\.path)) }
        let files = stage.disk.snapshot.files
        for (name, bytes) in files { #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"), "\(name)") }
        #expect(stage.kept.count == 1)
        let error = #expect(throws: HistoryError.self) { try stage.directory.undo(5) }
        guard case .destroyed? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Without a number, undoing passes over what is gone for good.
        let undone = try stage.directory.undo().result
        #expect(undone.number == 3 && undone.passedOver == [5, 4])
    }

    @Test func `keeps an attachment that other items use when it is undone`() throws {
        let stage = try HistoryStage()
        func attach(to word: String) throws {
            try stage.edit { draft in
                let attachment = Attachment(name: "new.txt") { try $0(Array("new".utf8)) }
                _ = try draft.attach([attachment], to: draft.listing.item(word))
            }
        }
        try attach(to: "Two")
        try attach(to: "One")
        let blob = try #require(stage.document.keys.first { $0.hasPrefix("blobs/new.") })
        let undone = try stage.directory.undo(1)
        #expect(undone.result.keptAttachments.map(\.text) == [blob])
        #expect(stage.document[blob] != nil)
        let found = try RuleBook.findings(in: try stage.directory.inspect(collectsLinks: true))
        #expect(!found.contains { $0.rule == "NB601" })
        try stage.directory.undo(2)
        #expect(stage.document[blob] != nil, "it came with the first change")
    }

    @Test func `keeps a content once, and nothing that the notebook still has`() throws {
        let stage = try HistoryStage()
        for _ in 1...3 {
            try stage.append("more", to: "Two")
            try stage.directory.undo()
        }
        #expect(stage.kept.count == 4, "the first text, and three with their own dates")
        try stage.edit { _ = try $0.move($0.listing.item("One"), to: FolderPath("G/H")) }
        #expect(stage.kept.count == 6, "its link was rewritten, and its old folder is a row")
        try stage.edit { _ = try $0.moveToTrash([$0.listing.item("Q")]) }
        #expect(stage.kept.count == 6, "it is in the trash")
    }

    @Test func `has what was replaced where names cannot be exchanged, as on FAT`() throws {
        let files = try EditKinds.notebook().map { path, text in
            let content = MemoryFiles.Content.here(Array(text.utf8))
            return (DiskPath(path), (content: content, size: text.utf8.count, modified: Int64(0)))
        }
        let disk = MemoryFiles(Dictionary(uniqueKeysWithValues: files))
        let chance = Chance()
        let directory = NotebookDirectory(
            "N",
            environment: NotebookEnvironment(
                now: FixedClock.now, random: { chance.next() },
                open: { _, mode, wait in try disk.open(mode, wait, name: "N") }, history: HistoryLimits()))
        func document() throws -> [String: [UInt8]] {
            let contents = disk.copy().contents.filter { !$0.key.text.hasPrefix(".") }
            return try Dictionary(uniqueKeysWithValues: contents.map { ($0.key.text, try $0.value.bytes()) })
        }
        let before = try document()
        try directory.edit { draft in
            var change = ItemChange()
            change.appended = Array("more".utf8)
            _ = try draft.edit(draft.listing.item("Two").path, change)
        }
        let after = try document()
        try directory.undo()
        #expect(try document() == before)
        try directory.redo()
        #expect(try document() == after && after != before)
    }

    @Test func `is bounded by its age`() throws {
        let stage = try HistoryStage(HistoryLimits(days: 10))
        try stage.append("old", to: "Two")
        stage.wait(days: 11)
        for number in 2...32 { try stage.append("\(number)", to: "One") }
        #expect(try stage.directory.history().map(\.number) == Array((2...32).reversed()))
        #expect(stage.kept.count == 31)
    }

    @Test func `is bounded by its size`() throws {
        let stage = try HistoryStage(HistoryLimits(bytes: 50_000))
        func keptBytes() -> Int {
            stage.disk.snapshot.files.filter { $0.key.hasPrefix(".history/files/") }.values.map(\.count).reduce(0, +)
        }
        let text = String(repeating: "x", count: 3000)
        for _ in 1...8 { try stage.append(text, to: "Two") }
        // The last two replaced 18,000 and 21,000 bytes, and the one before 15,000.
        #expect(try stage.directory.history().map(\.number) == [8, 7])
        #expect(stage.kept.count == 2 && (39_000...50_000).contains(keptBytes()))
        // What is larger than the limit is not kept, and neither is what came before.
        try stage.append(String(repeating: "x", count: 60_000), to: "Two")
        #expect(try stage.directory.history().map(\.number) == [9, 8])
        try stage.append("more", to: "Two")
        #expect(try stage.directory.history().isEmpty)
        #expect(keptBytes() == 0)
    }

    @Test func `is within its bounds after the change that follows one that a kill interrupted`() throws {
        let limits = HistoryLimits(bytes: 50_000)
        let stage = try HistoryStage(limits)
        let text = String(repeating: "x", count: 3000)
        for _ in 1...6 { try stage.append(text, to: "Two") }
        var stops = 0
        while true {
            let copy = try stage.copy(named: "N", withHistory: true, limits)
            copy.disk.breaks(.init(kind: .stop, operation: stops))
            let isWhole = (try? copy.append(text, to: "Two")) != nil
            copy.disk.breaks(nil)
            try copy.append("little", to: "One")
            #expect(try copy.directory.inspectChanges().pendingChange == nil)
            let kept = copy.disk.snapshot.files.filter { $0.key.hasPrefix(".history/files/") }
            #expect(kept.values.reduce(0) { $0 + $1.count } <= 50_000, "stopped at operation \(stops)")
            if isWhole { break }
            stops += 1
        }
        #expect(stops > 20)
    }

    @Test func `is not pruned after a kill before the next change is saved`() throws {
        let stage = try HistoryStage(HistoryLimits(days: 10))
        try stage.append("old", to: "Two")
        stage.wait(days: 11)
        try stage.write("x", at: ".bundle/put.0")
        #expect(throws: (any Error).self) { try stage.edit { _ in throw HistoryError.noSuchChange(9) } }
        #expect(try stage.directory.history().count == 1)
        try stage.write("x", at: ".bundle/put.0")
        try stage.directory.undo()
        try stage.write("x", at: ".bundle/put.0")
        try stage.append("new", to: "Two")
        #expect(try stage.directory.history().map(\.number) == [3, 2])
    }

    @Test func `records what was changed outside, as far as it is known`() throws {
        let stage = try HistoryStage()
        try stage.write("New\n", at: "notes/New.md")
        _ = try stage.directory.seal()
        let change = try #require(try stage.directory.history().first)
        #expect(change.files.map(\.newPath?.text) == ["notes/New.md"])
        #expect(change.files.map(\.oldPath?.text) == ["notes/New.md"], "it was there before it got its uuid")
        try stage.directory.undo()
        #expect(stage.document["notes/New.md"] == Array("New\n".utf8))
        try stage.directory.redo()
        // Nobody knows what was deleted outside.
        try stage.disk.unlink(DiskPath("notes/Two.md"))
        _ = try stage.directory.seal()
        let number = try #require(try stage.directory.history().first?.number)
        #expect(throws: HistoryError.contentUnknown(try BundlePath("notes/Two.md"), change: number)) {
            try stage.directory.undo()
        }
    }

    @Test func `follows a file that was moved outside, and destroys what it was before`() throws {
        let stage = try HistoryStage()
        try stage.append("a secret", to: "Two")
        try stage.append("and more", to: "Two")
        try stage.disk.rename(DiskPath("notes/Two.md"), to: DiskPath("notes/F/Two.md"))
        _ = try stage.directory.seal()
        let path = try BundlePath("notes/F/Two.md")
        #expect(try stage.directory.history(of: path).map(\.number) == [3, 2, 1])
        #expect(try stage.directory.history().first?.files.map(\.oldPath?.text) == ["notes/Two.md"])
        try stage.directory.undo(3)
        try stage.directory.redo()
        #expect(stage.kept.count == 2)
        try stage.edit { try $0.destroy([path]) }
        #expect(stage.kept.isEmpty)
    }

    @Test func `is not asked about what it does not know`() throws {
        let stage = try HistoryStage()
        try stage.append("more", to: "Two")
        let manifest = String(decoding: try #require(stage.document["manifest.json"]), as: UTF8.self)
        let two = String(decoding: try #require(stage.document["notes/Two.md"]), as: UTF8.self)
        try stage.append("more", to: "One")
        // Another program brings back an older state of the notebook, as git does.
        try stage.directory.undo()
        try stage.write(two + "else\n", at: "notes/Two.md")
        let plain = NotebookDirectory(
            "N",
            environment: NotebookEnvironment(
                now: FixedClock.now, random: { 1 }, open: { [disk = stage.disk] _, _, _ in disk }))
        _ = try plain.seal()
        #expect(manifest != String(decoding: try #require(stage.document["manifest.json"]), as: UTF8.self))
        try stage.append("more", to: "One")
        #expect(throws: HistoryError.gap(after: 3, before: 4)) {
            try stage.directory.readPast(.change(2), "2") { _ in }
        }
        #expect(throws: HistoryError.noSuchChange(9)) { try stage.directory.readPast(.change(9), "9") { _ in } }
    }

    @Test func `cannot be where a file is, which validation finds`() throws {
        let stage = try HistoryStage()
        try stage.write("x", at: ".history")
        try stage.append("more", to: "Two")
        let damage = try stage.directory.inspectWhatCanBeRead().inspection.historyDamage
        #expect(damage.map(\.path) == [".history"])
        #expect(stage.disk.snapshot.files[".history"] == Array("x".utf8))
        #expect(throws: HistoryError.nothingTo(.undo)) { try stage.directory.undo() }
    }

    @Test(arguments: [DiskNames.exact] + DiskNames.equivalent)
    func `is found by validation if it is damaged`(names: DiskNames) throws {
        let stage = try HistoryStage(names: names)
        try stage.append("more", to: "Two")
        #expect(try stage.directory.inspectWhatCanBeRead().inspection.historyDamage.isEmpty)
        try stage.write("{", at: ".history/changes/7.json")
        try stage.write("x", at: ".history/files/x")
        try stage.write("cut off", at: try #require(stage.kept.first))
        let damage = try stage.directory.inspectWhatCanBeRead().inspection.historyDamage
        #expect(damage.map(\.reason).count == 3)
        // What is damaged is not used.
        #expect(throws: HistoryError.self) { try stage.directory.undo() }
    }
}
