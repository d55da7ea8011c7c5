@testable import NotebookFiles
@testable import NotebookHistory
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

/// A change of a tiny notebook, made on a disk that is given.
struct EditKind: Sendable, CustomTestStringConvertible {
    let name: String
    /// The files of the notebook before.
    let files: [String: String]
    /// Makes the change.
    ///
    /// Returning means that it was reported as saved.
    let run: @Sendable (any FileOperations) throws -> Void

    var testDescription: String { name }
}

/// Walks over every operation of a change, breaks it there, recovers, and looks at what is left: the state before or
/// the state after, and after a reported success only the state after.
struct StoreWalk {
    let kind: EditKind
    let mutation: Mutation?
    private let before: SimulatedDisk
    private let stateBefore: [String: [UInt8]]
    private let stateAfter: [String: [UInt8]]
    /// What the change does to the disk; with a mutation, as the faulty store makes it.
    private let record: DiskRecord
    private let whole: Outcome
    let fileSyncs: Int
    let directorySyncs: Int
    /// How often a change could be undone.
    private(set) var undoings = 0
    /// What was found that must not be.
    private(set) var failures: [String] = []
    /// The disks that were recovered already after such an outcome, and those whose recovery was stopped: what happens
    /// with the same once more is the same.
    private var checked: Set<Case> = []
    private var stopped: Set<Case> = []

    private struct Case: Hashable {
        let disk: DiskState.Content
        let outcome: Outcome
    }

    init(_ kind: EditKind, names: DiskNames = .exact, mutation: Mutation? = nil) throws {
        self.kind = kind
        self.mutation = mutation
        before = try kind.disk(names)
        stateBefore = Self.document(before)
        let undisturbed = before.copy()
        try kind.run(undisturbed)
        stateAfter = Self.document(undisturbed)
        var outcome = Outcome.unknown
        record = DiskRecord(of: before, mutation: mutation) { disk in outcome = Outcome { try kind.run(disk) } }
        whole = outcome
        fileSyncs = undisturbed.snapshot.fileSyncs
        directorySyncs = undisturbed.snapshot.directorySyncs
        if stateAfter.keys.contains(where: { $0.hasPrefix(".bundle") }) { failures.append("staging is left behind") }
        // Whatever a disk takes for one name, a change has the same outcome on it.
        let plain = try kind.disk()
        try kind.run(plain)
        let wanted = Self.composed(Self.document(plain))
        if Self.composed(stateAfter) != wanted {
            failures.append("\(kind.name): gives \(stateAfter.keys.sorted()) on a disk that is \(names)")
        }
    }

    /// Breaks the change with one kind of fault at every operation, with each kind of power cut afterwards.
    ///
    /// A process that is stopped reports nothing, but at the end.
    ///
    /// - Parameter untilCaught: Whether the walk ends at the first failure.
    mutating func walk(
        _ fault: SimulatedDisk.Fault.Kind, _ cuts: [DiskState.PowerCut], stopsRecovery: Bool = false,
        untilCaught: Bool = false
    ) {
        if fault == .stop {
            for (operation, disk) in record.stops {
                if untilCaught, !failures.isEmpty { return }
                let outcome = operation == record.count ? whole : .unknown
                check(disk, outcome, "\(kind.name), stop at operation \(operation)", cuts, stopsRecovery)
            }
            return
        }
        check(SimulatedDisk(record.end), whole, "\(kind.name), unbroken", cuts, stopsRecovery)
        for operation in record.operations(for: fault) {
            if untilCaught, !failures.isEmpty { return }
            let broken = before.copy(fault: .init(kind: fault, operation: operation), mutation: mutation)
            let outcome = Outcome { try kind.run(broken) }
            check(broken, outcome, "\(kind.name), \(fault) at operation \(operation)", cuts, stopsRecovery)
            if fault == .shortWrite, outcome != .success {
                failures.append("\(kind.name): a short write at \(operation) failed the change")
            }
        }
    }

    /// Recovers what a broken change left, after each kind of power cut.
    private mutating func check(
        _ disk: SimulatedDisk, _ outcome: Outcome, _ place: String, _ cuts: [DiskState.PowerCut],
        _ stopsRecovery: Bool
    ) {
        for cut in cuts {
            var state = disk.snapshot
            state.cutPower(cut)
            check(SimulatedDisk(state), outcome, "\(place), then \(cut)")
            if stopsRecovery { walkRecovery(state, outcome, "\(place), then \(cut)") }
        }
    }

    /// Stops the recovery at each of its own operations, with each kind of power cut, and recovers again.
    private mutating func walkRecovery(_ state: DiskState, _ outcome: Outcome, _ place: String) {
        guard stopped.insert(Case(disk: state.content, outcome: outcome)).inserted else { return }
        let recovery = try? DiskRecord(of: SimulatedDisk(state)) { disk in
            _ = try Store(disk, now: FixedClock.now).recover()
        }
        for (operation, disk) in recovery?.stops ?? [] {
            check(
                disk, outcome, "\(place), recovery stopped at \(operation)", [.none, .dropsUnsynchronized], false)
        }
    }

    private mutating func check(_ disk: SimulatedDisk, _ outcome: Outcome, _ place: String) {
        guard checked.insert(Case(disk: disk.snapshot.content, outcome: outcome)).inserted else { return }
        do {
            _ = try Store(disk, now: FixedClock.now).recover()
            let files = Self.document(disk)
            let isBefore = files == stateBefore
            let isAfter = files == stateAfter
            switch outcome {
            case .success where !isAfter: failures.append("\(place): reported as saved, but is \(describe(files))")
            case .failure where !isBefore: failures.append("\(place): reported as failed, but is \(describe(files))")
            case .unknown where !isBefore && !isAfter: failures.append("\(place): is \(describe(files))")
            default: break
            }
            if EditKinds.history != nil { try checkHistory(disk, isAfter: isAfter && !isBefore, place) }
        } catch {
            failures.append("\(place): \(error)")
        }
    }

    /// Whether what is left of the history is intact, and undoing gives the state before or changes nothing.
    private mutating func checkHistory(_ disk: SimulatedDisk, isAfter: Bool, _ place: String) throws {
        let damage = try Store(disk, now: FixedClock.now).historyDamage()
        if !damage.isEmpty { failures.append("\(place): the history is damaged: \(damage)") }
        let state = Self.document(disk)
        do {
            try NotebookDirectory("N", environment: EditKinds.environment(disk)).undo()
            // What others had changed before is listed now.
            let undone = Self.document(disk).filter { $0.key != "manifest.json" }
            if !isAfter || undone != stateBefore.filter({ $0.key != "manifest.json" }) {
                failures.append("\(place): undone, it is \(describe(undone))")
            }
            undoings += 1
        } catch {
            if Self.document(disk) != state { failures.append("\(place): undoing failed, and changed something") }
        }
    }

    /// The files of the bundle but for the history.
    private static func document(_ disk: SimulatedDisk) -> [String: [UInt8]] {
        disk.snapshot.files.filter { !$0.key.hasPrefix(".history/") }
    }

    /// The files under the names that the format has for them.
    private static func composed(_ files: [String: [UInt8]]) -> [[UInt8]: [UInt8]] {
        Dictionary(uniqueKeysWithValues: files.map { (Array($0.key.composed.utf8), $0.value) })
    }

    private func describe(_ files: [String: [UInt8]]) -> String {
        let names = Set(files.keys).symmetricDifference(stateAfter.keys).sorted()
        return files == stateBefore ? "the state before" : "neither (\(names.joined(separator: ", ")))"
    }

    /// What the change reported.
    private enum Outcome: Equatable {
        case success
        case failure
        /// The process ended, or the disk did not confirm.
        case unknown

        init(_ change: () throws -> Void) {
            do {
                try change()
                self = .success
            } catch StoreError.unfinished(let error) where error.code != DiskState.stopped {
                // The change is saved: recovery completes it.
                self = .success
            } catch let error {
                self = error.isUndecided ? .unknown : .failure
            }
        }
    }
}

extension Error {
    /// Whether the error leaves open if the change was made.
    var isUndecided: Bool {
        switch self as any Error {
        case StoreError.unconfirmed: true
        case StoreError.failed(let error), StoreError.incomplete(let error), StoreError.unfinished(let error):
            error.code == DiskState.stopped
        case let error as SystemError: error.code == DiskState.stopped
        default: false
        }
    }
}

enum FixedClock {
    @Sendable static func now() -> Timestamp { Timestamp(clamping: 1_795_169_100) }
}

extension EditKind {
    /// A disk with the files before the change, all of them durable, and the manifest that goes with them.
    func disk(_ names: DiskNames = .exact) throws -> SimulatedDisk {
        let disk = SimulatedDisk(names: names)
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            let path = DiskPath(name)
            _ = try disk.makeDirectories(path.parent)
            let file = try disk.create(path)
            try disk.writeAll(Array(text.utf8), to: file)
            disk.close(file)
        }
        try disk.synchronizeAll()
        return disk.copy()
    }
}
