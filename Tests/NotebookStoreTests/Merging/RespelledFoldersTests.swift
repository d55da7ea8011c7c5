@testable import NotebookCheck
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `A folder whose letter case changes` {
    /// Two devices that have synchronised with one place.
    private static func devices() throws -> (HistoryStage, HistoryStage, HistoryStage) {
        let device = try HistoryStage()
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        let other = try place.copy(named: "D", withHistory: true)
        try other.directory.synchronize(with: place.directory)
        return (device, other, place)
    }

    private static func add(_ title: String, to stage: HistoryStage, in folder: String) throws {
        try stage.edit { draft in
            var new = try NewItem(.note, text: Array("[One](One.md)\n".utf8))
            new.title = title
            new.folder = try draft.folder(folder)
            _ = try draft.add(new)
        }
    }

    private static func notes(_ stage: HistoryStage) -> [String] {
        stage.document.keys.filter { $0.hasPrefix("notes/") }.sorted()
    }

    @Test(arguments: ["sync", "merge"], [true, false])
    func `keeps the new spelling, also with what the other copy adds`(way: String, isLater: Bool) throws {
        let (device, other, place) = try Self.devices()
        try device.disk.rename(DiskPath("notes/F"), to: DiskPath("notes/f"))
        try Self.add("New", to: other, in: "F")
        if way == "merge" {
            _ = try device.directory.seal()
            let (one, two) = isLater ? (device, other) : (other, device)
            try one.directory.merge(two.directory)
            try two.directory.merge(one.directory)
        } else {
            for stage in isLater ? [device, other, device] : [other, device, other] {
                try stage.directory.synchronize(with: place.directory)
            }
            #expect(place.document == device.document)
        }
        #expect(Self.notes(device) == ["notes/Two.md", "notes/f/New.md", "notes/f/One.md"])
        #expect(device.document == other.document)
    }

    @Test func `keeps it where the other copy moves an item of it, and where both change it`() throws {
        let (device, other, place) = try Self.devices()
        try device.disk.rename(DiskPath("notes/F"), to: DiskPath("notes/f"))
        try other.edit { draft in _ = try draft.move(try draft.listing.item("One"), to: FolderPath("G")) }
        try device.directory.synchronize(with: place.directory)
        let sync = try other.directory.synchronize(with: place.directory)
        #expect(sync.merges.flatMap(\.conflicts).isEmpty)
        #expect(Self.notes(other).contains("notes/G/One.md"))
        for (stage, name) in [(device, "Two"), (other, "TWO")] {
            let path = try #require(Self.notes(stage).first { $0.hasSuffix("/Two.md") })
            try stage.disk.rename(DiskPath(path), to: DiskPath("notes/\(name) 1.md"))
        }
        for stage in [device, other, device] { try stage.directory.synchronize(with: place.directory) }
        #expect(device.document == other.document)
    }

    @Test func `takes its row along`() throws {
        let (device, other, place) = try Self.devices()
        try device.edit { $0.description.folders.append(.init(path: try FolderPath("F"))) }
        for stage in [device, other] { try stage.directory.synchronize(with: place.directory) }
        try device.edit { draft in try draft.relocateFolder(try FolderPath("F"), to: try FolderPath("f")) }
        try other.edit { $0.description.folders.append(.init(path: try FolderPath("F/Sub"))) }
        for stage in [device, other, device] { try stage.directory.synchronize(with: place.directory) }
        #expect(try device.directory.open().description.folders.map(\.path.text) == ["f", "f/Sub"])
        #expect(device.document == other.document)
    }
}
