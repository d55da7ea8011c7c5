@testable import NotebookFiles
@testable import NotebookPacking
import SimulatedDisks
import TestSupport
import Testing

struct `Every kind of edit` {
    /// `NOTEBUNDLE_EXHAUSTIVE=1` walks with all power cuts, and stops recovery at all of its operations.
    static let isExhaustive = Environment["NOTEBUNDLE_EXHAUSTIVE"] == "1"
    static let cuts: [DiskState.PowerCut] =
        [.none, .dropsUnsynchronized] + Seeds.some(isExhaustive ? 8 : 1).map { .dropsSome(seed: $0) }

    @Test func `is tried`() { #expect(EditKinds.all.count == 32) }

    @Test(arguments: EditKinds.all, SimulatedDisk.Fault.Kind.allCases)
    func `leaves the notebook as before or after it, wherever it breaks`(
        kind: EditKind, fault: SimulatedDisk.Fault.Kind
    ) throws {
        var walk = try StoreWalk(kind)
        walk.walk(fault, Self.cuts)
        #expect(walk.failures == [])
    }

    @Test(arguments: EditKinds.all, DiskNames.equivalent.filter { $0 != .exact })
    func `leaves the notebook as before or after it, whatever the disk takes for one name`(
        kind: EditKind, names: DiskNames
    ) throws {
        for fault in Self.isExhaustive ? SimulatedDisk.Fault.Kind.allCases : [.stop] {
            var walk = try StoreWalk(kind, names: names)
            walk.walk(fault, Self.cuts)
            #expect(walk.failures == [])
        }
    }

    @Test(.enabled(if: isExhaustive, "NOTEBUNDLE_EXHAUSTIVE=1 turns it on"), arguments: EditKinds.all)
    func `leaves the notebook as before or after it, wherever its recovery stops`(kind: EditKind) throws {
        var walk = try StoreWalk(kind)
        walk.walk(.stop, [.none, .dropsUnsynchronized], stopsRecovery: true)
        #expect(walk.failures == [])
    }
}

struct `An edit that nobody interrupts` {
    /// Sealing reads what others changed, and a merge another notebook's manifest.
    @Test(arguments: EditKinds.all.filter { kind in !["seal", "fix", "merge"].contains { kind.name.hasPrefix($0) } })
    func `reads the manifest once`(kind: EditKind) throws {
        let disk = try kind.disk().copy()
        try kind.run(disk)
        #expect(disk.snapshot.opened["manifest.json"] == 1)
    }
}

struct `Every kind of edit with a history` {
    static let faults: [SimulatedDisk.Fault.Kind] =
        `Every kind of edit`.isExhaustive ? SimulatedDisk.Fault.Kind.allCases : [.stop, .noSpaceFromThereOn]

    @Test(arguments: EditKinds.all, faults)
    func `leaves the notebook as before or after it, and can be undone or says why not`(
        kind: EditKind, fault: SimulatedDisk.Fault.Kind
    ) throws {
        try EditKinds.$history.withValue(HistoryLimits()) {
            var walk = try StoreWalk(kind)
            walk.walk(fault, [.none, .dropsUnsynchronized])
            #expect(walk.failures == [])
            // The files that others changed outside are not known as they were; what is destroyed is gone.
            let isKnown = !["seal", "fix", "empty"].contains { kind.name.hasPrefix($0) }
            #expect(!isKnown || walk.undoings > 0)
        }
    }
}

struct `A bundle that is made` {
    static func make(_ disk: SimulatedDisk) throws {
        var bundle = try NewBundle("N.notebundle", in: "", environment: EditKinds.environment(disk))
        let description = try SampleNotebook.write(
            into: &bundle, title: "Sample", environment: EditKinds.environment(disk))
        _ = try bundle.finish(description)
    }

    @Test(arguments: SimulatedDisk.Fault.Kind.allCases)
    func `is there as a whole or not at all`(fault: SimulatedDisk.Fault.Kind) throws {
        let undisturbed = SimulatedDisk()
        try Self.make(undisturbed)
        let whole = undisturbed.snapshot.files
        for operation in 0..<undisturbed.snapshot.operations {
            let disk = SimulatedDisk().copy(fault: .init(kind: fault, operation: operation))
            let succeeded = (try? Self.make(disk)) != nil
            for cut in [.none, .dropsUnsynchronized] + Seeds.some(2).map(DiskState.PowerCut.dropsSome) {
                var state = disk.snapshot
                state.cutPower(cut)
                let found = state.files.filter { !$0.key.hasPrefix(".N.notebundle.") }
                #expect(
                    found == whole || found.isEmpty && !succeeded, "\(fault) at operation \(operation), then \(cut)")
                // What could not be made is taken away again, unless the disk refuses everything.
                if cut == .none, [.noSpaceOnce, .noSpaceFromThereOn, .errorOnce].contains(fault), !succeeded {
                    #expect(
                        state.files.isEmpty || found == whole,
                        "\(fault) at operation \(operation) leaves something behind: \(state.files.keys)")
                }
            }
        }
    }
}
