@testable import NotebookCheck
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import SimulatedDisks
import TestSupport
import Testing

/// Items that one copy renamed or moved, and another one deleted.
struct `A note that one copy moved and another deleted` {
    /// Two devices and the place that they have synchronised with.
    private struct World {
        let device: HistoryStage, other: HistoryStage, place: HistoryStage

        init() throws {
            device = try HistoryStage()
            place = try device.copy(named: "P", nil)
            try device.directory.synchronize(with: place.directory)
            other = try place.copy(named: "D", withHistory: true)
            try other.directory.synchronize(with: place.directory)
        }

        func sync(_ stages: HistoryStage...) throws {
            for stage in stages { try stage.directory.synchronize(with: place.directory) }
        }
    }

    /// A way to move or to delete an item of the notebook.
    enum Way: CaseIterable {
        case byHand, byHandAndSealed, byTool

        func rename(_ stage: HistoryStage, _ old: String, to new: String) throws {
            guard self != .byTool else {
                let path = try BundlePath(new)
                return try stage.edit { draft in
                    let item = try draft.listing.item(old)
                    _ = try draft.relocate(item, to: path)
                }
            }
            _ = try stage.disk.makeDirectories(DiskPath(new).parent)
            try stage.disk.rename(DiskPath(old), to: DiskPath(new))
            if self == .byHandAndSealed { _ = try stage.directory.seal() }
        }

        func delete(_ stage: HistoryStage, _ path: String) throws {
            guard self != .byTool else {
                return try stage.edit { draft in _ = try draft.moveToTrash([try draft.listing.item(path)]) }
            }
            try stage.disk.unlink(DiskPath(path))
            if self == .byHandAndSealed { _ = try stage.directory.seal() }
        }
    }

    private static func notes(_ stage: HistoryStage) -> Set<String> {
        Set(stage.document.keys.filter { $0.hasSuffix(".md") && !$0.hasPrefix("trash/") })
    }

    private static func isSame(_ world: World) throws -> Bool {
        let documents = [world.device, world.other, world.place].map(\.document)
        return documents.allSatisfy { $0 == documents[0] }
    }

    @Test(arguments: Way.allCases, Way.allCases)
    func `stays under its new name, whichever syncs first`(moving: Way, deleting: Way) throws {
        for new in ["notes/Three.md", "notes/G/Two.md", "notes/two.md"] {
            for isMoverFirst in [true, false] {
                let world = try World()
                try moving.rename(world.device, "notes/Two.md", to: new)
                try deleting.delete(world.other, "notes/Two.md")
                if isMoverFirst {
                    try world.sync(world.device, world.other, world.device, world.other)
                } else {
                    try world.sync(world.other, world.device, world.other, world.device)
                }
                let comment: Comment = "\(new), mover first: \(isMoverFirst)"
                #expect(Self.notes(world.device) == [new, "notes/F/One.md", "cards/Q.md"], comment)
                #expect(try Self.isSame(world), comment)
                #expect(try `Merging two copies that were changed at random`.errors(in: world.device) == [], comment)
            }
        }
    }

    @Test func `stays when each copy deletes what the other one renames`() throws {
        let world = try World()
        try Way.byHand.rename(world.device, "notes/Two.md", to: "notes/A.md")
        try Way.byHand.delete(world.device, "notes/F/One.md")
        try Way.byHand.rename(world.other, "notes/F/One.md", to: "notes/B.md")
        try Way.byHand.delete(world.other, "notes/Two.md")
        try world.sync(world.other, world.device, world.other, world.device)
        #expect(Self.notes(world.device) == ["notes/A.md", "notes/B.md", "cards/Q.md"])
        #expect(try Self.isSame(world))
    }

    @Test func `stays when each copy gives one of two notes the name of the other`() throws {
        let world = try World()
        let (one, two) = ("notes/F/One.md", "notes/Two.md")
        try Way.byHand.delete(world.device, one)
        try Way.byHand.rename(world.device, two, to: one)
        try Way.byHand.delete(world.other, two)
        try Way.byHand.rename(world.other, one, to: two)
        try world.sync(world.other, world.device, world.other, world.device)
        let texts = try [one, two].map { String(decoding: try #require(world.device.document[$0]), as: UTF8.self) }
        #expect(texts[0].contains("title: Two\n") && texts[1].contains("title: One\n"))
        #expect(!world.device.document.keys.contains { $0.hasPrefix("trash/") && $0.hasSuffix("One.md") })
        #expect(try Self.isSame(world))
    }
}
