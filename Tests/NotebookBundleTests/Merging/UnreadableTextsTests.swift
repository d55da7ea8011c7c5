@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
import SimulatedDisks
import TestSupport
import Testing

@Suite struct `A file in a place that no notebook can hold` {
    private static let latin: [UInt8] = Array("caf".utf8) + [0xE9, 0x0A]

    private static func pair() throws -> (HistoryStage, HistoryStage) {
        let device = try HistoryStage()
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        return (device, place)
    }

    private static func kept(_ stage: HistoryStage) -> Bool { stage.disk.snapshot.files.values.contains(latin) }

    @Test(arguments: [
        "notes/Two.md", "notes/New.md", "notes/Two (PC's conflicted copy 2026-01-01).md", "notes/Two.md.conflict1",
    ])
    func `stays there, while everything else is synchronised`(path: String) throws {
        let (device, place) = try Self.pair()
        try place.write(Self.latin, at: path)
        let card = String(decoding: try #require(place.document["cards/Q.md"]), as: UTF8.self)
        try place.write(card + "more\n", at: "cards/Q.md")
        try device.append("here\n", to: "One")
        device.wait(days: 1)
        for _ in 1...2 {
            let sync = try device.directory.synchronize(with: place.directory)
            #expect(sync.unsealable.map(\.path) == [path] && sync.unsealable.allSatisfy { !$0.isReplaced })
        }
        #expect(place.document[path] == Self.latin)
        #expect(place.document["notes/F/One.md"] == device.document["notes/F/One.md"])
        let here = String(decoding: try #require(device.document["cards/Q.md"]), as: UTF8.self)
        #expect(here.contains("more\n") && device.document["cards/Q.md"] == place.document["cards/Q.md"])
        #expect(!Self.kept(device))
    }

    @Test(arguments: ["edited", "deleted"], [HistoryLimits(), nil])
    func `is in the trash of both copies once it is replaced there`(way: String, limits: HistoryLimits?) throws {
        let device = try HistoryStage(limits)
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        try place.write(Self.latin, at: "notes/Two.md")
        device.wait(days: 1)
        if way == "edited" {
            try device.append("here\n", to: "Two")
        } else {
            try device.edit { draft in _ = try draft.moveToTrash([try draft.listing.item("Two")]) }
        }
        let sync = try device.directory.synchronize(with: place.directory)
        #expect(sync.unsealable.map(\.isReplaced) == [true])
        for stage in [device, place] {
            let kept = stage.document.first { $0.value == Self.latin }
            #expect(kept?.key.hasSuffix("/extras/org.notebundle.kept/notes/Two.md") == true)
        }
        #expect(place.document == device.document)
        #expect(try device.directory.synchronize(with: place.directory).unsealable.isEmpty)
    }

    @Test func `is notebook.json: it is set aside, and the listed one comes back`() throws {
        let (device, place) = try Self.pair()
        try place.write(Self.latin, at: "notebook.json")
        device.wait(days: 1)
        #expect(try device.directory.synchronize(with: place.directory).restoredThere)
        #expect(place.document == device.document && Self.kept(place))
    }

    @Test func `is refused if nobody else has what it replaced`() throws {
        let (device, place) = try Self.pair()
        let other = try place.copy(named: "D", withHistory: true)
        try other.append("there\n", to: "Two")
        try other.directory.synchronize(with: place.directory)
        try place.write(Self.latin, at: "notes/Two.md")
        device.wait(days: 1)
        #expect(throws: UnacceptableEdit.self) { try device.directory.synchronize(with: place.directory) }
        #expect(place.document["notes/Two.md"] == Self.latin)
        // Who has it puts nothing over it, either.
        #expect(try other.directory.synchronize(with: place.directory).unsealable.count == 1)
        #expect(place.document["notes/Two.md"] == Self.latin)
    }

    @Test func `is left out of a merge, and reported each time`() throws {
        let (device, place) = try Self.pair()
        try place.write(Self.latin, at: "notes/Two.md")
        for _ in 1...2 {
            let merge = try device.directory.merge(place.directory).result
            #expect(merge.unreadable.map(\.path) == ["notes/Two.md"] && merge.leftOut == ["notes/Two.md"])
        }
        #expect(place.document["notes/Two.md"] == Self.latin)
    }
}
