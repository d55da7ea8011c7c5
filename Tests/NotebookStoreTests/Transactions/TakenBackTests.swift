@testable import NotebookCheck
@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `What a deletion changed besides` {
    /// A notebook with links to notes that are joined, and a decorated folder.
    private static func disk() throws -> SimulatedDisk {
        let kind = try #require(EditKinds.all.first { $0.name == "add a note" })
        var files = kind.files
        files["notes/Two.md"]? += "[[One]] [one](F/One.md)\n"
        files["cards/Q.md"]? += "\n[[Two]] and [t](../notes/Two.md#x)\n"
        let disk = try EditKind(name: "", files: files) { _ in }.disk()
        try bundle(disk).edit { draft in
            try draft.decorate(try FolderPath("F")) { $0.icon = "x" }
            try draft.decorate(try FolderPath("F/G")) { $0.order = 2 }
        }
        _ = try bundle(disk).seal()
        return disk
    }

    private static func bundle(_ disk: SimulatedDisk) -> NotebookDirectory {
        NotebookDirectory("N", environment: EditKinds.environment(disk))
    }

    private static func restoreAll(_ disk: SimulatedDisk, since before: Manifest) throws -> RevertedDeletion {
        try bundle(disk).edit { draft in
            let old = Set(before.entries.map(\.path))
            _ = try draft.restore(draft.listing.trashedItems.filter { !old.contains($0.path) })
            return draft.reverted
        }.result
    }

    @Test func `by joining is taken back by restoring, to the byte`() throws {
        let disk = try Self.disk()
        let before = disk.snapshot.files
        let manifest = try Self.bundle(disk).open().manifest
        try Self.bundle(disk).edit { draft in
            _ = try draft.merge(draft.listing.item("Two"), into: draft.listing.item("One"))
        }
        let joined = disk.snapshot.files
        #expect(joined["notes/Two.md"] == nil && joined["cards/Q.md"] != before["cards/Q.md"])
        #expect(try RuleBook.findings(in: Self.bundle(disk).inspect()).filter { $0.severity == .error } == [])
        let reverted = try Self.restoreAll(disk, since: manifest)
        #expect(reverted.items.map(\.text) == ["cards/Q.md", "notes/F/One.md"] && reverted.changedSince == [])
        #expect(disk.snapshot.files == before)
    }

    @Test func `stays where somebody changed it since`() throws {
        let disk = try Self.disk()
        let before = disk.snapshot.files
        let manifest = try Self.bundle(disk).open().manifest
        try Self.bundle(disk).edit { draft in
            _ = try draft.merge(draft.listing.item("Two"), into: draft.listing.item("One"))
        }
        try Self.bundle(disk).edit { draft in
            var change = ItemChange()
            change.appended = Array("mine\n".utf8)
            _ = try draft.edit(draft.listing.item("One").path, change)
        }
        let changed = disk.snapshot.files["notes/F/One.md"]
        let reverted = try Self.restoreAll(disk, since: manifest)
        #expect(reverted.items.map(\.text) == ["cards/Q.md"])
        #expect(reverted.changedSince.map(\.text) == ["notes/F/One.md"])
        #expect(disk.snapshot.files["notes/F/One.md"] == changed)
        #expect(disk.snapshot.files["cards/Q.md"] == before["cards/Q.md"])
        #expect(disk.snapshot.files["notes/Two.md"] == before["notes/Two.md"])
    }

    @Test func `by deleting a folder is taken back by restoring`() throws {
        let disk = try Self.disk()
        let before = disk.snapshot.files
        let manifest = try Self.bundle(disk).open().manifest
        try Self.bundle(disk).edit { _ = try $0.removeFolder(FolderPath("F")) }
        #expect(try Self.bundle(disk).open().description.folders == [])
        _ = try Self.restoreAll(disk, since: manifest)
        #expect(disk.snapshot.files == before)
    }

    @Test func `is read back from its record`() throws {
        var row = NotebookDescription.FolderRow(path: try FolderPath("F/ü"), icon: "x", order: 3)
        row.order = 4
        let digest = Digest.of([1])
        let record = DeletionRecord(
            changes: [
                .init(
                    path: try BundlePath("notes/\"ü.md".replacing("\"", with: "")), before: digest,
                    after: Digest.of([2]))
            ],
            folders: [row])
        #expect(try DeletionRecord(record.text) == record)
        #expect(throws: TextProblem.self) { try DeletionRecord(Array("{}".utf8)) }
    }
}
