package import NotebookFormat
public import NotebookText
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a notebook needs from outside: the time, random bits for new uuids, and directories.
///
/// Tests set the clock and the random source, so that the same edits give the same notebook, byte for byte.
public struct NotebookEnvironment: Sendable {
    /// Tells the time.
    public private(set) var now: @Sendable () -> Timestamp
    /// Gives 64 random bits.
    package let random: @Sendable () -> UInt64
    /// Opens and locks a bundle’s directory, waiting this long for others; finds files under their stored names.
    package let open: @Sendable (_ path: String, _ mode: LockMode, _ wait: Duration) throws -> any FileOperations

    /// Returns a path as messages show it.
    package private(set) var display: @Sendable (_ path: String) -> String

    /// How much of what changes replace the history keeps; `nil` for no history.
    package var history: HistoryLimits?
    /// Whether a person turned the history off, so that what edits replace goes to the trash.
    package var isHistoryOff = false
    /// Whether something else keeps what changes replace, such as git for a commit that is checked out elsewhere.
    package var isKeptElsewhere = false
    /// The name under which the history records changes: a verb.
    package var verb = "edit"

    /// Remembers the manifest that was read last; `nil` to read it each time.
    package var memory: ManifestMemory?

    /// What people call this device; `nil` if it is not known.
    package var deviceName: String?

    /// Returns a value that identifies a directory, whatever path leads to it.
    package let identity: @Sendable (_ path: String) -> String

    package init(
        now: @escaping Clock, random: @escaping @Sendable () -> UInt64,
        open: @escaping @Sendable (_ path: String, _ mode: LockMode, _ wait: Duration) throws -> any FileOperations,
        display: @escaping @Sendable (_ path: String) -> String = { PrintableText.escaped($0) },
        identity: @escaping @Sendable (_ path: String) -> String = { ExternalPath.real($0) },
        history: HistoryLimits? = nil
    ) {
        self.now = now
        self.random = random
        self.open = { path, mode, wait in StoredNames.on(try open(path, mode, wait)) }
        self.display = display
        self.identity = identity
        self.history = history
    }

    /// The disk of this machine, with a given clock and random source.
    public init(now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> UInt64) {
        self.init(
            now: now, random: random,
            open: { path, mode, wait in try DirectoryFiles.locked(path, mode, wait: wait, name: path) },
            history: HistoryLimits())
    }

    /// The clock, the random source and the disk of this machine.
    public static let system = NotebookEnvironment(
        now: { Timestamp(clamping: Int64(Date().timeIntervalSince1970.rounded(.down))) },
        random: { .random(in: 0 ... .max) })

    /// The disk of this machine, a clock that stands still, and the same random numbers each time.
    ///
    /// - Parameter seed: A different seed gives different uuids.
    public static func fixed(at time: Timestamp, seed: UInt64 = 0) -> NotebookEnvironment {
        let chance = SeededChance(seed)
        return NotebookEnvironment(now: { time }, random: { chance.next() })
    }

    /// The same environment, whose messages show what is in one directory as if it were in another.
    package func showing(_ directory: String, as other: String) -> NotebookEnvironment {
        var environment = self
        environment.display = { [display] path in
            display(ExternalPath.relative(path, to: directory).map { ExternalPath.below(other, $0) } ?? path)
        }
        return environment
    }

    /// The same environment, whose clock stands still.
    package func at(_ time: Timestamp) -> NotebookEnvironment {
        var environment = self
        environment.now = { time }
        return environment
    }

    /// A new version 4 uuid.
    package func newUUID() -> UniqueIdentifier { UniqueIdentifier(randomBits: random(), random()) }

    /// Opens a directory for reading, locked if the medium can lock.
    package func openToRead(_ path: String) throws -> any FileOperations {
        do {
            return try open(path, .shared, .seconds(10))
        } catch LockError.unsupported {
            return try open(path, .none, .zero)
        }
    }

    /// The name of a deletion that happens now.
    package func newBatch() -> BatchName { BatchName(time: now(), number: UInt32(truncatingIfNeeded: random())) }
}

/// Tells the time.
package typealias Clock = @Sendable () -> Timestamp

/// The generator SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
private final class SeededChance: Sendable {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) { state = Mutex(seed) }

    func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }
}

/// How much of what changes replace the history keeps.
public struct HistoryLimits: Hashable, Sendable {
    /// How many days the history reaches back.
    package var days: Int
    /// How many bytes it may have, for each notebook.
    package var bytes: Int

    /// The limits of a history: 90 days and 200 MB by default.
    public init(days: Int = 90, bytes: Int = 200_000_000) {
        self.days = days
        self.bytes = bytes
    }
}

/// The user's local time.
package enum LocalClock {
    /// The offset from UTC in seconds, from the system's settings or `TZ` (POSIX.1-2017 §8.3).
    package static func secondsFromUTC(at time: Timestamp) -> Int {
        SystemCall.secondsFromUTC(at: time.secondsSince1970)
    }
}
