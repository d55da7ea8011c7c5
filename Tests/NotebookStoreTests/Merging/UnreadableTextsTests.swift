@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import SimulatedDisks
import TestSupport
import Testing

struct `A file in a place that no notebook can hold` {
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
        "manifest (PC's conflicted copy 2026-01-01).json", "notebook-PC.json",
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

    @Test(arguments: ["notes/TWO.md", "notes/f/Three.md"])
    func `has the name of another in another letter case: it stays there, and is named`(path: String) throws {
        let (device, place) = try Self.pair()
        try place.write("typed\n", at: path)
        try place.append("there\n", to: "Two")
        device.wait(days: 1)
        for _ in 1...2 {
            let sync = try device.directory.synchronize(with: place.directory)
            #expect(sync.unsealable.map(\.path) == [path] && sync.unsealable.allSatisfy(\.isMissed))
        }
        #expect(place.document[path] == Array("typed\n".utf8) && device.document[path] == nil)
        #expect(device.document["notes/Two.md"] == place.document["notes/Two.md"])
    }

    @Test func `is a notebook.json of another notebook, named as a conflict copy`() throws {
        let (device, place) = try Self.pair()
        var other = try NotebookDescription(try #require(device.document["notebook.json"]))
        other.uuid = UniqueIdentifier(randomBits: 1, 2)
        try place.write(other.text, at: "notebook (1).json")
        device.wait(days: 1)
        let sync = try device.directory.synchronize(with: place.directory)
        #expect(sync.unsealable.map(\.reason) == ["it belongs to another notebook"])
    }
}

struct `A file here that no notebook can hold` {
    private static let latin: [UInt8] = Array("caf".utf8) + [0xE9, 0x0A]

    private static func pair(_ limits: HistoryLimits? = HistoryLimits()) throws -> (HistoryStage, HistoryStage) {
        let device = try HistoryStage(limits)
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        return (device, place)
    }

    @Test(arguments: ["notes/Two.md", "notes/New.md", "notes/TWO.md", "notes/CON.md"])
    func `stays as it is, while everything else is synchronised`(path: String) throws {
        let (device, place) = try Self.pair()
        let text = path.hasSuffix("TWO.md") || path.hasSuffix("CON.md") ? Array("typed\n".utf8) : Self.latin
        try device.write(text, at: path)
        try device.append("here\n", to: "One")
        let card = String(decoding: try #require(place.document["cards/Q.md"]), as: UTF8.self)
        try place.write(card + "more\n", at: "cards/Q.md")
        device.wait(days: 1)
        for _ in 1...2 {
            let sync = try device.directory.synchronize(with: place.directory)
            #expect(sync.unsealableHere.map(\.path) == [path] && sync.unsealableHere.allSatisfy { !$0.isReplaced })
        }
        #expect(device.document[path] == text)
        #expect(place.document["notes/F/One.md"] == device.document["notes/F/One.md"])
        #expect(device.document["cards/Q.md"] == place.document["cards/Q.md"])
        #expect(place.document["notes/Two.md"] != nil && place.document[path] != text)
    }

    @Test(arguments: ["edited", "deleted", "moved"], [HistoryLimits(), nil])
    func `is in the trash once the other copy has another version`(way: String, limits: HistoryLimits?) throws {
        let (device, place) = try Self.pair(limits)
        let other = try place.copy(named: "D", withHistory: true)
        switch way {
        case "edited": try other.append("there\n", to: "Two")
        case "moved": try other.edit { draft in _ = try draft.rename(try draft.listing.item("Two"), to: "Other") }
        default: try other.edit { draft in _ = try draft.moveToTrash([try draft.listing.item("Two")]) }
        }
        try other.directory.synchronize(with: place.directory)
        try device.write(Self.latin, at: "notes/Two.md")
        let sync = try device.directory.synchronize(with: place.directory)
        #expect(sync.unsealableHere.map(\.isReplaced) == [true])
        for stage in [device, place] {
            let kept = stage.document.first { $0.value == Self.latin }
            #expect(kept?.key.hasSuffix("/extras/org.notebundle.kept/notes/Two.md") == true)
        }
        #expect(place.document == device.document)
        #expect(device.document.keys.contains(way == "moved" ? "notes/Other.md" : "notes/Two.md") == (way != "deleted"))
    }
}
