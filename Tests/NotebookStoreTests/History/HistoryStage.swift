@testable import NotebookFiles
@testable import NotebookStore
@testable import NotebookText
import SimulatedDisks
import Synchronization
import TestSupport

/// A tiny notebook on a disk in memory that keeps a history; each change happens a minute after the one before.
final class HistoryStage: Sendable {
    let disk: SimulatedDisk
    let directory: NotebookDirectory
    private let clock: Clock

    convenience init(_ limits: HistoryLimits? = HistoryLimits(), names: DiskNames = .exact) throws {
        try self.init("N", EditKind(name: "", files: EditKinds.notebook()) { _ in }.disk(names), limits, Clock())
    }

    private init(_ name: String, _ disk: SimulatedDisk, _ limits: HistoryLimits?, _ clock: Clock) {
        // Copies must not give the same uuids.
        let chance = Chance(seed: name == "N" ? 5 : name.utf8.reduce(0) { $0 << 8 | UInt64($1) })
        self.disk = disk
        self.clock = clock
        directory = NotebookDirectory(
            name,
            environment: NotebookEnvironment(
                now: { clock.now() }, random: { chance.next() }, open: { _, _, _ in disk }, history: limits))
    }

    /// A copy of the notebook at another place, with or without its history.
    func copy(named name: String, withHistory: Bool = false, _ limits: HistoryLimits? = HistoryLimits()) throws
        -> HistoryStage
    {
        let other = disk.copy()
        if !withHistory, try other.status(DiskPath(".history")) != nil { try other.removeTree(DiskPath(".history")) }
        return HistoryStage(name, other, limits, clock)
    }

    /// Lets days pass.
    func wait(days: Int) { clock.add(Int64(days) * 86_400) }

    private final class Clock: Sendable {
        private let seconds = Mutex<Int64>(FixedClock.now().secondsSince1970)

        func now() -> Timestamp { seconds.withLock { Timestamp(clamping: $0) } }
        func add(_ count: Int64) { seconds.withLock { $0 += count } }
    }

    /// The files of the document, by their paths.
    var document: [String: [UInt8]] { disk.snapshot.files.filter { !$0.key.hasPrefix(".") } }

    /// The files of the history.
    var kept: [String] { disk.snapshot.files.keys.filter { $0.hasPrefix(".history/files/") }.sorted() }

    /// Makes a change a minute later.
    func edit(_ body: (inout Draft) throws -> Void) throws {
        clock.add(60)
        try directory.edit { try body(&$0) }
    }

    /// Appends a text to an item.
    func append(_ text: String, to word: String) throws {
        try edit { draft in
            var change = ItemChange()
            change.appended = Array(text.utf8)
            _ = try draft.edit(draft.listing.item(word).path, change)
        }
    }

    /// Writes a file as another program does.
    func write(_ text: String, at path: String) throws { try write(Array(text.utf8), at: path) }

    /// Writes a file as another program does.
    func write(_ bytes: [UInt8], at path: String) throws {
        let place = DiskPath(path)
        if try disk.status(place) != nil { try disk.unlink(place) }
        _ = try disk.makeDirectories(place.parent)
        let file = try disk.create(place)
        try disk.writeAll(bytes, to: file)
        disk.close(file)
    }
}
