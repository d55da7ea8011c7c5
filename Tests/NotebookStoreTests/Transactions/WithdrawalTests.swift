@testable import NotebookFiles
@testable import NotebookHistory
@testable import NotebookStore
import SimulatedDisks
import TestSupport
import Testing

/// A change that is saved and cannot be completed (Format, clause 25.9).
struct `A saved change that cannot be completed` {
    private static func document(_ disk: SimulatedDisk) -> [String: [UInt8]] {
        disk.snapshot.files.filter { !$0.key.hasPrefix(".history/") && !$0.key.hasPrefix(".set-aside/") }
    }

    /// Calls `body` with each disk on which a change was saved and then came to nothing.
    private static func unfinished(
        _ kind: EditKind, names: DiskNames = .exact, by step: Int = 1, _ body: (SimulatedDisk, Int) throws -> Void
    ) throws -> Int {
        let before = try kind.disk(names)
        let whole = before.copy()
        try kind.run(whole)
        var count = 0
        for operation in stride(from: 0, to: whole.snapshot.operations, by: step) {
            let disk = before.copy(fault: .init(kind: .errorFromThereOn, operation: operation))
            do {
                try kind.run(disk)
            } catch StoreError.unfinished {
                count += 1
                disk.breaks(nil)
                if case .none = try Store(disk, now: FixedClock.now).pendingChange() { continue }
                try body(disk, operation)
            } catch {}
        }
        return count
    }

    /// At each operation with a history, and at each second without one; `NOTEBUNDLE_EXHAUSTIVE=1` skips none.
    @Test(arguments: EditKinds.all)
    func `is taken back, and its texts are kept`(kind: EditKind) throws {
        for history in [HistoryLimits(), nil] {
            try EditKinds.$history.withValue(history) {
                let before = Self.document(try kind.disk())
                let after = try kind.disk()
                try kind.run(after)
                let new = Set(Self.document(after).filter { $0.key != "manifest.json" }.values)
                let step = history == nil && !`Every kind of edit`.isExhaustive ? 2 : 1
                let count = try Self.unfinished(kind, by: step) { disk, operation in
                    _ = try Withdrawal(Store(disk, now: FixedClock.now, history: history)).run()
                    #expect(Self.document(disk) == before, "\(kind.name) at \(operation)")
                    #expect(new.isSubset(of: Set(disk.snapshot.files.values)), "\(kind.name) at \(operation)")
                    _ = try Store(disk, now: FixedClock.now).recover()
                    #expect(Self.document(disk) == before)
                    // Others' changes are not known as they were.
                    let isKnown = !["seal", "fix", "empty"].contains { kind.name.hasPrefix($0) }
                    guard history != nil, isKnown else { return }
                    #expect(try Store(disk, now: FixedClock.now).historyDamage().isEmpty)
                    try NotebookDirectory("N", environment: EditKinds.environment(disk)).redo()
                    #expect(
                        Self.document(disk).filter { $0.key != "manifest.json" }
                            == Self.document(after).filter { $0.key != "manifest.json" }, "\(kind.name) at \(operation)"
                    )
                }
                #expect(count > 0)
            }
        }
    }

    @Test(arguments: ["edit an item", "move an item", "move to the trash", "rename a folder"])
    func `is as before or after it, wherever taking it back stops`(name: String) throws {
        let kind = try #require(EditKinds.all.first { $0.name == name })
        try EditKinds.$history.withValue(HistoryLimits()) {
            let before = Self.document(try kind.disk())
            let after = try kind.disk()
            try kind.run(after)
            let states = [before, Self.document(after)]
            _ = try Self.unfinished(kind) { disk, operation in
                let record = try DiskRecord(of: disk) { disk in
                    _ = try Withdrawal(Store(disk, now: FixedClock.now, history: HistoryLimits())).run()
                }
                for (stop, disk) in record.stops {
                    for cut in [DiskState.PowerCut.none, .dropsUnsynchronized, .dropsSome(seed: 1)] {
                        let left = disk.copy()
                        left.mends(after: cut)
                        _ = try Store(left, now: FixedClock.now).recover()
                        #expect(states.contains(Self.document(left)), "\(name) at \(operation), \(stop), \(cut)")
                    }
                }
            }
        }
    }

    @Test func `is no longer one when somebody can complete it`() throws {
        let kind = try #require(EditKinds.all.first { $0.name == "edit an item" })
        try EditKinds.$history.withValue(HistoryLimits()) {
            let count = try Self.unfinished(kind) { disk, _ in
                let notebook = NotebookDirectory("N", environment: EditKinds.environment(disk))
                let change = try notebook.withdraw()
                #expect(change.map(\.number) == nil)
                try notebook.undo()
                let records = try notebook.history()
                #expect(records.count == 2)
            }
            #expect(count > 0)
        }
    }
}
