import Synchronization

/// A generator of random numbers that gives the same ones for the same seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator that begins with a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// One of the elements of a collection that is not empty.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    /// Whether something that has this probability happens.
    public mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    /// So many bytes that a seed repeats.
    public static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    /// Random bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}

/// Random bits that several threads may ask for, the same in every run.
public final class Chance: Sendable {
    private let generator: Mutex<SeededGenerator>

    /// Bits that begin with a seed.
    public init(seed: UInt64 = 5) { generator = Mutex(SeededGenerator(seed: seed)) }

    /// The next 64 bits.
    public func next() -> UInt64 { generator.withLock { $0.next() } }
}

/// The seeds with which property tests run: fixed ones, or those of `NOTEBUNDLE_SEEDS` (`FIRST-LAST`).
public enum Seeds {
    /// So many seeds.
    ///
    /// A value of `NOTEBUNDLE_SEEDS` that gives no seeds ends the run: with others than those asked for, tests would
    /// pass that nobody ran.
    public static func some(_ count: UInt64) -> [UInt64] {
        guard let text = Environment["NOTEBUNDLE_SEEDS"] else { return Array(1...count) }
        guard let given = range(text) else {
            fatalError("invalid value “\(text)” for NOTEBUNDLE_SEEDS (expected: FIRST-LAST, such as 1-100)")
        }
        return Array(given)
    }

    /// The seeds that a text gives: `FIRST-LAST`, or one number.
    public static func range(_ text: String) -> ClosedRange<UInt64>? {
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard bounds.count <= 2, let first = bounds[0], let last = bounds[bounds.count - 1], first <= last else {
            return nil
        }
        return first...last
    }
}
