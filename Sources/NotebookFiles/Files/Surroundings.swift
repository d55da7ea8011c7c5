public import NotebookText
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a notebook needs from outside: the time, and random bits for new uuids.
///
/// Tests set both, so that the same edits give the same notebook, byte for byte.
public struct Surroundings: Sendable {
    /// Tells the time.
    public var now: @Sendable () -> Timestamp
    /// Gives 64 random bits.
    public var random: @Sendable () -> UInt64

    /// Makes surroundings from a clock and a random source.
    public init(now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> UInt64) {
        self.now = now
        self.random = random
    }

    /// The clock and the random source of this machine.
    public static let system = Surroundings(
        now: { Timestamp(clamping: Int64(Date().timeIntervalSince1970.rounded(.down))) },
        random: { .random(in: 0 ... .max) })

    /// A clock that stands still, and the same random numbers each time.
    ///
    /// - Parameter seed: A different seed gives different uuids.
    public static func fixed(at time: Timestamp, seed: UInt64 = 0) -> Surroundings {
        let chance = SeededChance(seed)
        return Surroundings(now: { time }, random: { chance.next() })
    }
}

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

extension World {
    /// The disk of this machine, with a given clock and random source.
    package init(_ surroundings: Surroundings) {
        self.init(
            now: surroundings.now, random: surroundings.random,
            open: { path, mode, wait in try DirectoryFiles.locked(path, mode, wait: wait, name: path) },
            history: HistoryLimits())
    }

    /// The clock, random source and disk of this machine.
    package static let system = World(.system)

    /// Only the clock and the random source.
    package var surroundings: Surroundings { Surroundings(now: now, random: random) }
}
