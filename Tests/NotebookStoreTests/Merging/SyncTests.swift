import Foundation
@testable import NotebookCheck
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookMerging
@testable import NotebookPacking
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import Synchronization
import TestSupport
import Testing

/// The system's clock, some seconds later.
private final class LaterClock: Sendable {
    private let seconds = Mutex<Int64>(0)

    /// Makes it go ahead by so many seconds in all.
    func advance(to seconds: Int64) { self.seconds.withLock { $0 = seconds } }

    var environment: NotebookEnvironment {
        NotebookEnvironment(
            now: { [self] in
                Timestamp(
                    clamping: NotebookEnvironment.system.now().secondsSince1970 + seconds.withLock { $0 })
            }, random: NotebookEnvironment.system.random)
    }
}

struct `Synchronising copies` {
    typealias Merging = `Merging two copies that were changed at random`

    static let seeds = Seeds.some(`Every kind of edit`.isExhaustive ? 1000 : 30)

    @Test(arguments: seeds)
    func `gives three devices the same notebook, in whatever order they do it, and loses no text`(seed: UInt64) throws {
        let first = try HistoryStage()
        let place = try first.copy(named: "P", nil)
        // One of them keeps no history.
        let devices = [first, try first.copy(named: "D"), try first.copy(named: "E", HistoryLimits?.none)]
        var chance = SeededGenerator(seed: seed)
        var written: Set<String> = []
        for round in 0..<40 {
            let number = Int.random(in: 0..<3, using: &chance)
            let device = devices[number]
            if Int.random(in: 0..<4, using: &chance) == 0 {
                // Some are killed, or find the disk full.
                let kind = chance.pick([SimulatedDisk.Fault.Kind?.none, nil, .stop, .noSpaceFromThereOn])
                let operation = Int.random(in: 0..<300, using: &chance)
                let fault = kind.map { SimulatedDisk.Fault(kind: $0, operation: operation) }
                try device.sync(with: place, fault: fault, atPlace: Bool.random(using: &chance))
            } else {
                let before = Merging.words(device)
                try device.changeAnything(&chance, "#\(number)x\(round)")
                written.formUnion(Merging.words(device).subtracting(before))
                // What was undone is not wanted any more.
                written.subtract(before.subtracting(Merging.words(device)))
            }
        }
        for device in devices + devices { try device.sync(with: place) }
        for device in devices + [place] {
            let (one, two) = (device.document, first.document)
            let different = Set(one.keys).union(two.keys).filter { one[$0] != two[$0] }.sorted()
            #expect(different == [], "seed \(seed)")
            let errors = try Merging.errors(in: device)
            #expect(errors == [], "seed \(seed)")
        }
        #expect(written.subtracting(Merging.words(first)) == [], "seed \(seed)")
        #expect(place.kept == [] && place.disk.snapshot.files.keys.allSatisfy { !$0.hasPrefix(".history/changes") })
    }

    @Test func `does not bring back what was deleted when an old copy comes back`() throws {
        let mine = try HistoryStage()
        let place = try mine.copy(named: "P", nil)
        try mine.sync(with: place)
        let old = try place.copy(named: "P", withHistory: true, nil)
        try mine.edit { _ = try $0.moveToTrash([$0.listing.item("Two")]) }
        try mine.sync(with: place)
        #expect(place.document["notes/Two.md"] == nil)
        let other = try place.copy(named: "D")
        try other.sync(with: place)
        for device in [mine, other] {
            try device.sync(with: old)
            #expect(device.document["notes/Two.md"] == nil && old.document["notes/Two.md"] == nil)
        }
    }

    @Test(arguments: [
        ("blobs/a.0123456789abcdef.sync-conflict-20261120-101112-ABCDEFG.txt", "blobs/a.ed7002b439e9ac84.txt"),
        ("trash/20261120T101112Z-00000001/blobs/a.ed7002b439e9ac84.txt", nil),
    ])
    func `keeps what may be arriving in the copy once it has rested for ten seconds`(
        path: String, kept: String?
    ) throws {
        try TemporaryFolder.with { folder in
            let clock = LaterClock()
            let environment = clock.environment
            let mine = try NotebookDirectory.create("N", in: folder.path, title: "N", environment: environment)
            let copy = folder.appending(path: "P.notebundle")
            let place = NotebookDirectory(copy.path, environment: environment)
            try mine.synchronize(with: place)
            let file = copy.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("content".utf8).write(to: file)
            #expect(throws: NotebookError.self) { try mine.synchronize(with: place) }
            clock.advance(to: 10)
            try mine.synchronize(with: place)
            let manifest = try mine.open().manifest
            #expect(manifest.entries.map(\.path.text).contains(kept ?? path))
            #expect(try place.open().fingerprint == mine.open().fingerprint)
        }
    }

    @Test func `seals what another program edited in the copy, once it has rested for ten seconds`() throws {
        try TemporaryFolder.with { folder in
            let clock = LaterClock()
            let environment = clock.environment
            let mine = try NotebookDirectory.create("N", in: folder.path, title: "N", environment: environment)
            try mine.edit { _ = try $0.add(try NewItem(.note, text: "one")) }
            let copy = folder.appending(path: "P.notebundle")
            let place = NotebookDirectory(copy.path, environment: environment)
            try mine.synchronize(with: place)
            let note = copy.appending(path: try mine.open().items[0].path.text)
            try Data("edited".utf8).write(to: note)
            try Data("# New".utf8).write(to: copy.appending(path: "notes/New.md"))
            try Data("jpg".utf8).write(to: copy.appending(path: "blobs/stray.jpg"))
            #expect(throws: NotebookError.self) { try mine.synchronize(with: place) }
            #expect(try mine.open().items.count == 1)
            clock.advance(to: 10)
            let sync = try mine.synchronize(with: place)
            #expect(sync.merges.flatMap(\.files).map(\.change) == [.added, .updated])
            #expect(sync.strayFiles.map(\.text) == ["blobs/stray.jpg"])
            #expect(try Data(contentsOf: copy.appending(path: "blobs/stray.jpg")) == Data("jpg".utf8))
            #expect(try place.open().fingerprint == mine.open().fingerprint)
        }
    }

    @Test func `accepts a picture with the note that links to it, and waits for times in the future`() throws {
        try TemporaryFolder.with { folder in
            let clock = LaterClock()
            let environment = clock.environment
            let mine = try NotebookDirectory.create("N", in: folder.path, title: "N", environment: environment)
            try mine.edit { _ = try $0.add(try NewItem(.note, text: "one")) }
            let copy = folder.appending(path: "P.notebundle")
            let place = NotebookDirectory(copy.path, environment: environment)
            try mine.synchronize(with: place)
            let note = copy.appending(path: try mine.open().items[0].path.text)
            try Data("![p](../blobs/p.png) ![q](../../blobs/p.png)".utf8).write(to: note)
            for name in ["p.png", "stray.png"] {
                try Data(name.utf8).write(to: copy.appending(path: "blobs/\(name)"))
            }
            let later = Date(timeIntervalSinceNow: 7200)
            try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: note.path)
            #expect(throws: NotebookError.self) { try mine.synchronize(with: place) }
            clock.advance(to: 11)
            let sync = try mine.synchronize(with: place)
            #expect(sync.strayFiles.map(\.text) == ["blobs/stray.png"])
            let blobs = try mine.open().manifest.entries.filter { $0.type == .blob }.map(\.path.text)
            #expect(blobs.count == 1 && blobs.first?.hasPrefix("blobs/p.") == true)
            let text = try mine.text(of: mine.open().items[0])
            #expect(blobs.first.map { text.contains("../\($0)") } == true)
            #expect(try place.open().fingerprint == mine.open().fingerprint)
            // A file that nobody can read as a note stays as it is.
            try Data("bad \u{FF}".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }).write(to: note)
            clock.advance(to: 30)
            let left = try mine.synchronize(with: place).unsealable
            #expect(left.map { copy.appending(path: $0.path).lastPathComponent } == [note.lastPathComponent])
            #expect(try Data(contentsOf: note).contains(0xFF))
        }
    }

    @Test(arguments: ["tool", "hand", "folder"])
    func `does not undo a change that makes a copy what it was before`(way: String) throws {
        let mine = try HistoryStage()
        let place = try mine.copy(named: "P", nil)
        let other = try mine.copy(named: "D")
        for device in [mine, other] { try device.sync(with: place) }
        var new: BundlePath?
        try mine.edit { draft in
            guard way != "folder" else { return try draft.addFolder(FolderPath("Later")) }
            new = try draft.add(NewItem(.note, text: "Gone")).path
        }
        for device in [mine, other] { try device.sync(with: place) }
        let before = other.document
        switch (way, new) {
        case ("folder", _): try other.edit { _ = try $0.removeFolder(FolderPath("Later")) }
        case ("tool", let new?): try other.edit { _ = try $0.destroy([new]) }
        case (_, let new?): try other.disk.unlink(DiskPath(new))
        default: break
        }
        #expect(other.document != before)
        try mine.append("more\n", to: "Two")
        for device in [mine, other, mine, other] { try device.sync(with: place) }
        #expect(mine.document == place.document && mine.document == other.document)
        if let new { #expect(mine.document[new.text] == nil) }
        #expect(try !mine.directory.open().description.folders.contains { $0.path.text == "Later" })
    }

    /// The same without a history of the change, by an editor.
    @Test func `does not bring back a line that was taken out again`() throws {
        let mine = try HistoryStage()
        let text = try #require(mine.document["notes/Two.md"].map { String(decoding: $0, as: UTF8.self) })
        try mine.write(text + "plus\n", at: "notes/Two.md")
        _ = try mine.directory.seal()
        let other = try mine.copy(named: "D", withHistory: true)
        try mine.write(text, at: "notes/Two.md")
        _ = try mine.directory.seal()
        try other.append("more\n", to: "One")
        try mine.directory.merge(other.directory)
        let merged = try #require(mine.document["notes/Two.md"].map { String(decoding: $0, as: UTF8.self) })
        #expect(!merged.contains("plus"))
    }

    @Test func `writes a file that the copy has lost`() throws {
        let mine = try HistoryStage()
        let place = try mine.copy(named: "P", nil)
        try mine.sync(with: place)
        let paths = try place.directory.open().items.prefix(2).map(\.path)
        for path in paths { try place.disk.unlink(DiskPath(path)) }
        try mine.append("more\n", to: paths[0].text)
        try mine.sync(with: place)
        #expect(mine.document == place.document)
        #expect(try Merging.errors(in: place) == [])
    }

    @Test func `takes in conflict copies that no manifest lists, whatever they are of`() throws {
        let mine = try HistoryStage()
        try mine.edit { try $0.describe { $0.title = "Mine" } }
        let place = try mine.copy(named: "P", nil)
        try mine.sync(with: place)
        let text = try #require(place.document["notebook.json"].map { String(decoding: $0, as: UTF8.self) })
        try place.write(
            text.replacing("\"Mine\"", with: "\"Theirs\""), at: "notebook.sync-conflict-20261120-101112-ABCDEFG.json")
        try place.write("---\ntitle: Lost\n---\nlost", at: "notes/Lost (Ann's conflicted copy 2026-11-23).md")
        let merges = try mine.directory.synchronize(with: place.directory).merges
        #expect(merges.flatMap(\.lostValues).count == 1)
        #expect(merges.flatMap(\.files).map(\.path.text) == ["notes/Lost.md"])
        #expect(mine.document == place.document)
        #expect(try mine.directory.open().description.title == "Mine")
        #expect(!place.document.keys.contains { $0.contains("conflict") })
    }

    @Test func `leaves a conflict copy of the description where it is of which only a part is there`() throws {
        let mine = try HistoryStage()
        let place = try mine.copy(named: "P", nil)
        try mine.sync(with: place)
        let path = "notebook.sync-conflict-20261120-101112-ABCDEFG.json"
        try place.write("{", at: path)
        try mine.edit { draft in _ = try draft.rename(try draft.listing.item("Two"), to: "New") }
        try mine.directory.synchronize(with: place.directory)
        #expect(place.files[path] != nil && place.document["notes/New.md"] == mine.document["notes/New.md"])
    }

    @Test func `leaves a conflict copy of an item where it is of which only a part is there`() throws {
        let mine = try HistoryStage()
        let place = try mine.copy(named: "P", nil)
        try mine.sync(with: place)
        let path = "notes/Two.sync-conflict-20261120-101112-ABCDEFG.md"
        try place.write("---\ntitle: A\ntitle: B\n---\n", at: path)
        #expect(try mine.directory.synchronize(with: place.directory).unsealable.map(\.path) == [path])
        #expect(place.files[path] != nil)
    }

    @Test(arguments: Seeds.some(`Every kind of edit`.isExhaustive ? 500 : 20))
    func `takes in all versions that a program left when two devices had changed the copy`(seed: UInt64) throws {
        let first = try HistoryStage()
        let place = try first.copy(named: "P", nil)
        let second = try first.copy(named: "D")
        for device in [first, second] { try device.sync(with: place) }
        let other = try place.copy(named: "P2", withHistory: true, nil)
        let before = place.files
        var chance = SeededGenerator(seed: seed)
        var written: Set<String> = []
        for (device, replica) in [(first, place), (second, other)] {
            for round in 0..<Int.random(in: 1...5, using: &chance) {
                let words = Merging.words(device)
                try device.changeAnything(&chance, "#\(device === first ? 0 : 1)x\(round)")
                written.formUnion(Merging.words(device).subtracting(words))
                written.subtract(words.subtracting(Merging.words(device)))
            }
            try device.sync(with: replica)
        }
        // The program carries each file, and keeps both versions of one that both have changed.
        for (path, bytes) in other.files where bytes != before[path] && bytes != place.files[path] {
            let dot = path.lastIndex(of: ".") ?? path.endIndex
            let isChanged = place.files[path] != before[path] && place.files[path] != nil
            let mark = chance.pick([".sync-conflict-20261123-101112-ABCDEFG", " (Ann's conflicted copy 2026-11-23)"])
            let ending = path.hasPrefix(".") ? path.endIndex : dot
            try place.write(bytes, at: isChanged ? path[..<ending] + mark + path[ending...] : path)
        }
        for path in before.keys where other.files[path] == nil && place.files[path] == before[path] {
            try place.disk.unlink(DiskPath(path))
        }
        for device in [first, second, first] { try device.sync(with: place) }
        #expect(first.document == second.document && first.document == place.document, "seed \(seed)")
        #expect(try Merging.errors(in: first) == [])
        #expect(written.subtracting(Merging.words(first)) == [], "seed \(seed)")
        #expect(place.files.keys.allSatisfy { !$0.contains("conflict") }, "seed \(seed)")
    }

    @Test func `makes a copy at a new place, without the history`() throws {
        try TemporaryFolder.with { folder in
            let mine = try NotebookDirectory.create("N.notebundle", in: folder.path(), title: "N")
            try mine.edit { try $0.describe { $0.title = "M" } }
            let place = NotebookDirectory(folder.appending(path: "Copy.notebundle").path())
            let sync = try mine.synchronize(with: place)
            #expect(sync.merges.isEmpty && sync.sent == nil)
            #expect(try place.open().fingerprint == mine.open().fingerprint)
            #expect(try place.open().description.title == "M" && place.history().isEmpty)
            let again = try mine.synchronize(with: place)
            #expect(again.merges.map(\.isEmpty) == [true] && again.sent?.isEmpty == true)
        }
    }
}

extension HistoryStage {
    /// The files of the document, and the list of states.
    fileprivate var files: [String: [UInt8]] {
        disk.snapshot.files.filter { !$0.key.hasPrefix(".") || $0.key.hasPrefix(".history/lineage") }
    }

    /// Synchronises with a place; with a fault, both recover afterwards.
    fileprivate func sync(with place: HistoryStage, fault: SimulatedDisk.Fault? = nil, atPlace: Bool = false) throws {
        guard let fault else {
            try directory.synchronize(with: place.directory)
            return
        }
        let disk = atPlace ? place.disk : disk
        disk.breaks(fault)
        _ = try? directory.synchronize(with: place.directory)
        disk.breaks(nil)
        for stage in [self, place] { _ = try stage.directory.recover() }
    }
}
