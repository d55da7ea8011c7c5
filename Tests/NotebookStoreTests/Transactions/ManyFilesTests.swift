import Foundation
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
@testable import SimulatedDisks
import TestSupport
import Testing

/// What a change asks of the disk for each file, which counts where it changes thousands.
struct `A change of many files` {
    private static func adding(_ tag: String) throws -> ItemChange {
        var change = ItemChange()
        change.addedTags = [try #require(Tag(tag))]
        return change
    }

    private static func edits(_ draft: borrowing Draft, _ words: [String], _ tag: String) throws -> [(
        path: BundlePath, change: ItemChange
    )] {
        try words.map { (try draft.listing.item($0).path, try adding(tag)) }
    }

    @Test func `makes both changes of an item that is named twice`() throws {
        let stage = try HistoryStage()
        try stage.edit { draft in
            try draft.edit(Self.edits(draft, ["Two"], "x") + Self.edits(draft, ["Two"], "y"))
        }
        #expect(try stage.directory.open().item("Two").tags.map(\.text) == ["x", "y"])
    }

    @Test func `keeps dates where only tags differ, and sets them elsewhere`() throws {
        let stage = try HistoryStage()
        let before = try stage.directory.open()
        try stage.edit { draft in
            var change = ItemChange()
            change.appended = Array("more".utf8)
            try draft.edit(Self.edits(draft, ["One"], "x") + [(draft.listing.item("Two").path, change)])
        }
        let after = try stage.directory.open()
        #expect(try after.item("One").modified == before.item("One").modified)
        #expect(try after.item("Two").modified != before.item("Two").modified)
    }

    @Test func `names the bytes of a long manifest, before and after, by their digests`() throws {
        let store = Store(try HistoryStage().disk, now: FixedClock.now)
        func commit(_ count: Int) throws -> Digest {
            let entries = try (0..<count).map { number in
                let path = try BundlePath("notes/\(10_000 + number).md")
                return Entry(path: path, type: .note, size: number, digest: Digest.of([]), item: ItemMetadata())
            }
            let before = try store.files.digest(of: DiskPath(.manifest))
            return try Transaction(store, before: before).commit(Manifest(entries)).fingerprint
        }
        for count in [3_000, 4_000] {
            let fingerprint = try commit(count)
            let bytes = try store.files.content(of: DiskPath(.manifest), limit: .max)
            #expect(bytes.count > 300_000 && Digest.of(bytes) == fingerprint)
        }
    }

    @Test(arguments: [0, 1, 9, 10, 11, 400_000, 700_000, 1_000_000])
    func `reads a file whole, whatever size it was expected to have`(expected: Int) throws {
        let disk = SimulatedDisk()
        for count in [0, 10, 700_000] {
            let path = DiskPath("\(count)")
            let bytes = (0..<count).map { UInt8($0 % 251) }
            let file = try disk.create(path)
            try disk.writeAll(bytes, to: file)
            disk.close(file)
            #expect(try disk.content(of: path, limit: .max, expecting: expected) == bytes)
            #expect(try disk.content(of: path, limit: count, expecting: expected) == bytes)
            #expect(
                try disk.content(of: path, limit: max(0, count - 3), expecting: expected).count
                    == max(min(count, 1), count - 2))
        }
    }

    @Test func `gives an item a uuid that has none`() throws {
        let stage = try HistoryStage()
        try stage.write("Bare\n", at: "notes/Bare.md")
        _ = try stage.edit { draft in try draft.edit([(BundlePath("notes/Bare.md"), Self.adding("x"))]) }
        #expect(try stage.directory.open().item("Bare").uuid != nil)
    }

    @Test func `says which item cannot be changed, and changes none`() throws {
        let stage = try HistoryStage()
        try stage.write([0xFF], at: "notes/Two.md")
        let before = stage.document
        #expect(throws: NotebookError.self) {
            try stage.edit { draft in
                let two = try BundlePath("notes/Two.md")
                try draft.edit(Self.edits(draft, ["One"], "x") + [(two, Self.adding("x"))])
            }
        }
        let isSame = stage.document == before
        #expect(isSame)
    }

    @Test func `is refused if another program changed what it had read`() throws {
        let stage = try HistoryStage()
        #expect(throws: StoreError.self) {
            try stage.edit { draft in
                let two = try draft.listing.item("Two").path
                let item = try draft.item(two)
                try stage.write(String(decoding: item.bytes, as: UTF8.self) + "more\n", at: two.text)
                try draft.edit([(two, Self.adding("x"))])
            }
        }
    }

    @Test func `reads no file in its place once it is committed`() throws {
        let stage = try HistoryStage()
        let record = try DiskRecord(of: stage.disk) { disk in
            let environment = NotebookEnvironment(
                now: FixedClock.now, random: { 7 }, open: { _, _, _ in disk }, history: HistoryLimits())
            try NotebookDirectory("N", environment: environment).edit { draft in
                try draft.edit(Self.edits(draft, ["One", "Two"], "x"))
            }
        }
        let commit = try #require(
            record.operations.firstIndex { $0.kind == .change && $0.path == Store.journal })
        let two = record.operations[commit...].filter { $0.path == DiskPath("notes/Two.md") }.map(\.kind)
        // One look at what is there, one for another spelling, and the exchange.
        #expect(two.filter { $0 == .read }.count <= 2)
        #expect(two.filter { $0 == .change }.count == 1)
    }

    @Test func `makes its files durable only when it commits`() throws {
        let stage = try HistoryStage()
        let record = try DiskRecord(of: stage.disk) { disk in
            let store = Store(disk, now: FixedClock.now)
            let before = try disk.digest(of: DiskPath(.manifest))
            var transaction = try Transaction(store, before: before)
            for number in 1...3 { _ = try transaction.stage(Array("\(number)".utf8)) }
            #expect(disk.snapshot.record?.operations.contains { $0.kind == .synchronizeFile } == false)
            try transaction.discard()
        }
        #expect(!record.operations.contains { $0.kind == .synchronizeFile })
    }

    @Test func `reads the records of the history only where it may be too large`() throws {
        let limits = HistoryLimits(bytes: 100_000)
        for (changes, isRead) in [(2, false), (8, true)] {
            let stage = try HistoryStage(limits)
            try stage.append(String(repeating: "x", count: 15_000), to: "Two")
            // Each keeps more than an eighth of the limit.
            for number in 2..<changes { try stage.append("\(number)", to: "Two") }
            let record = try DiskRecord(of: stage.disk) { disk in
                let environment = NotebookEnvironment(
                    now: FixedClock.now, random: { 7 }, open: { _, _, _ in disk }, history: limits)
                try NotebookDirectory("N", environment: environment).edit { draft in
                    try draft.edit(Self.edits(draft, ["Two"], "x"))
                }
            }
            let reads = record.operations.filter { $0.kind == .read && $0.path == Store.record(1) }
            #expect(reads.isEmpty == !isRead, "\(changes) changes")
        }
    }
}

/// Directories that stay open while a pass over many files goes on.
struct `Directories of a pass` {
    @Test func `stay open until it ends`() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/x", [1])
        let files = try DirectoryFiles(folder.path)
        let path = DiskPath("a/x")
        files.beginPass()
        #expect(try files.status(path) != nil)
        try FileManager.default.moveItem(atPath: folder.file("a"), toPath: folder.file("b"))
        #expect(try files.status(path) != nil)
        files.endPass()
        #expect(try files.status(path) == nil)
    }

    @Test func `are found under their new names only after a rename`() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/b/x", [1])
        let files = try DirectoryFiles(folder.path)
        files.beginPass()
        defer { files.endPass() }
        #expect(try files.status(DiskPath("a/b/x")) != nil)
        try files.rename(DiskPath("a"), to: DiskPath("c"))
        #expect(try files.status(DiskPath("a/b/x")) == nil)
        #expect(try files.status(DiskPath("c/b/x")) != nil)
        try files.unlink(DiskPath("c/b/x"))
        try files.removeDirectory(DiskPath("c/b"))
        try files.makeDirectory(DiskPath("c/b"))
        #expect(throws: Never.self) { files.close(try files.create(DiskPath("c/b/y"))) }
    }

    @Test func `are no more than a few`() throws {
        let folder = try TemporaryFolder()
        for number in 1...9 { try folder.write("\(number)/x", [1]) }
        let files = try DirectoryFiles(folder.path)
        files.beginPass()
        defer { files.endPass() }
        for number in 1...9 { _ = try files.status(DiskPath("\(number)/x")) }
        try FileManager.default.moveItem(atPath: folder.file("1"), toPath: folder.file("a"))
        #expect(try files.status(DiskPath("1/x")) == nil)
    }
}
