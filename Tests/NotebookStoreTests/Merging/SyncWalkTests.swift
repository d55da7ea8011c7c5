@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
import SimulatedDisks
import TestSupport
import Testing

struct `Synchronising with a copy on a disk that fails` {
    typealias Merging = `Merging two copies that were changed at random`

    /// Which of the two disks fails.
    enum Side: CaseIterable { case device, place }

    static let isExhaustive = `Every kind of edit`.isExhaustive
    static let faults: [SimulatedDisk.Fault.Kind] =
        isExhaustive ? SimulatedDisk.Fault.Kind.allCases : [.stop, .noSpaceFromThereOn, .errorOnce]
    static let cuts: [DiskState.PowerCut] = [.none, .dropsUnsynchronized] + Seeds.some(1).map { .dropsSome(seed: $0) }

    /// A device and a place, each of which has changes that the other one lacks.
    static func stages() throws -> [HistoryStage] {
        let device = try HistoryStage()
        let place = try device.copy(named: "P", nil)
        let other = try device.copy(named: "D")
        for stage in [device, other] { try stage.synchronize(with: place) }
        try other.edit { draft in
            _ = try draft.rename(draft.listing.item("Two"), to: "Three #there")
            let attachment = Attachment(name: "b.txt") { try $0(Array("blob there".utf8)) }
            _ = try draft.attach([attachment], to: draft.listing.item("Q"))
            var new = try NewItem(.note, text: Array("see [[Q]] #new-there\n".utf8))
            new.title = "New"
            _ = try draft.add(new)
        }
        try other.append("#added-there\n", to: "One")
        try other.synchronize(with: place)
        try device.append("see [[One]] #added-here\n", to: "Two")
        try device.edit { draft in
            var new = try NewItem(.card, text: Array("Front #new-here\n\n---\n\nBack\n".utf8))
            new.title = "New"
            _ = try draft.add(new)
            _ = try draft.moveToTrash([draft.listing.item("Q")])
        }
        for stage in [device, place] { try stage.disk.synchronizeAll() }
        return [device, place]
    }

    static func copies(_ stages: [HistoryStage]) throws -> [HistoryStage] {
        try stages.enumerated().map { number, stage in
            try stage.copy(named: ["N", "P"][number], withHistory: true, number == 0 ? HistoryLimits() : nil)
        }
    }

    @Test(arguments: faults, Side.allCases)
    func `is completed by the next one, wherever it stopped`(kind: SimulatedDisk.Fault.Kind, side: Side) throws {
        let before = try Self.stages()
        let words = Merging.words(before[0]).union(Merging.words(before[1]))
        let undisturbed = try Self.copies(before)
        for stage in undisturbed { stage.disk.breaks(nil) }
        try undisturbed[0].synchronize(with: undisturbed[1])
        let whole = undisturbed[0].document
        #expect(whole == undisturbed[1].document && words.subtracting(Merging.words(undisturbed[0])) == [])
        let number = side == .device ? 0 : 1
        let operations = undisturbed[number].disk.snapshot.operations
        #expect(operations > 100)
        // Every operation in the exhaustive walk; otherwise some, which are others for each kind and side.
        let step = Self.isExhaustive ? 1 : 5
        let first = (Self.faults.firstIndex(of: kind) ?? 0) * 2 + number
        for operation in stride(from: first % step, to: operations, by: step) {
            for cut in kind == .stop ? Self.cuts : [.none] {
                let stages = try Self.copies(before)
                stages[number].disk.breaks(.init(kind: kind, operation: operation))
                _ = try? stages[0].directory.synchronize(with: stages[1].directory)
                for stage in stages { stage.disk.mends(after: stage === stages[number] ? cut : .none) }
                let what: Comment = "\(kind) at operation \(operation) of the \(side), then \(cut)"
                for stage in stages {
                    _ = try stage.directory.recover()
                    #expect(try Merging.errors(in: stage) == [], what)
                }
                let kept = Merging.words(stages[0]).union(Merging.words(stages[1]))
                #expect(words.subtracting(kept) == [], what)
                try stages[0].synchronize(with: stages[1])
                for stage in stages {
                    #expect(Self.differences(stage.document, whole) == [], what)
                    #expect(try Merging.errors(in: stage) == [], what)
                }
                #expect(stages[0].document == stages[1].document, what)
            }
        }
    }

    /// The files that differ, but for what follows from the time of a change, as the names of batches do.
    static func differences(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
        func lasting(_ document: [String: [UInt8]]) -> Set<String> {
            Set(
                document.filter { $0.key != "manifest.json" }.map { path, bytes in
                    path.split(separator: "/").filter { !$0.hasPrefix("2026") }.joined(separator: "/")
                        + "\n" + String(decoding: bytes, as: UTF8.self)
                })
        }
        return lasting(one).symmetricDifference(lasting(other)).sorted()
    }
}

extension HistoryStage {
    fileprivate func synchronize(with place: HistoryStage) throws {
        try directory.synchronize(with: place.directory)
    }
}
