#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How well a side of a card is remembered.
package struct MemoryState: Hashable, Sendable {
    /// The number of days after which it is remembered with a probability of 90 %.
    package let stability: Double
    /// How hard it is to increase the stability, from 1 to 10.
    package let difficulty: Double

    /// Makes a state from its two values.
    package init(stability: Double, difficulty: Double) {
        self.stability = stability
        self.difficulty = difficulty
    }
}

/// The memory model FSRS-6 (Free Spaced Repetition Scheduler; the reference is `fsrs` 6 on PyPI).
struct MemoryModel {
    private let w: FSRSParameters
    private let decay: Double
    private let factor: Double

    init(_ parameters: FSRSParameters) {
        w = parameters
        decay = -parameters[20]
        factor = pow(0.9, 1 / decay) - 1
    }

    /// The probability of remembering after some days, from 0 to 1.
    func retrievability(_ memory: MemoryState, afterDays days: Int) -> Double {
        pow(1 + factor * Double(max(0, days)) / memory.stability, decay)
    }

    /// The state after the first review.
    func first(_ grade: ReviewGrade) -> MemoryState {
        MemoryState(
            stability: Self.bounded(stability: w[grade.rawValue - 1]),
            difficulty: Self.bounded(difficulty: firstDifficulty(grade)))
    }

    /// The state after another review, whole days after the previous one.
    func next(_ memory: MemoryState, _ grade: ReviewGrade, afterDays days: Int) -> MemoryState {
        let stability =
            days < 1
            ? onSameDay(memory.stability, grade)
            : grade == .again ? forgotten(memory, afterDays: days) : recalled(memory, grade, afterDays: days)
        return MemoryState(
            stability: Self.bounded(stability: stability), difficulty: next(difficulty: memory.difficulty, grade))
    }

    /// The days until the probability of remembering falls to a retention.
    func interval(_ memory: MemoryState, retention: Double, maximum: Int) -> Int {
        let days = (memory.stability / factor) * (pow(retention, 1 / decay) - 1)
        // The stability can be too large for a number of days.
        guard days < Double(maximum) else { return maximum }
        return min(max(Int(days.rounded(.toNearestOrEven)), 1), maximum)
    }

    private func firstDifficulty(_ grade: ReviewGrade) -> Double {
        w[4] - pow(M_E, w[5] * Double(grade.rawValue - 1)) + 1
    }

    private func next(difficulty: Double, _ grade: ReviewGrade) -> Double {
        let change = -(w[6] * Double(grade.rawValue - 3))
        let damped = difficulty + (10 - difficulty) * change / 9
        return Self.bounded(difficulty: w[7] * firstDifficulty(.easy) + (1 - w[7]) * damped)
    }

    private func onSameDay(_ stability: Double, _ grade: ReviewGrade) -> Double {
        let increase = pow(M_E, w[17] * (Double(grade.rawValue - 3) + w[18])) * pow(stability, -w[19])
        return stability * (grade == .again ? increase : max(increase, 1))
    }

    private func forgotten(_ memory: MemoryState, afterDays days: Int) -> Double {
        let missing = 1 - retrievability(memory, afterDays: days)
        let longTerm =
            w[11] * pow(memory.difficulty, -w[12]) * (pow(memory.stability + 1, w[13]) - 1) * pow(M_E, missing * w[14])
        return min(longTerm, memory.stability / pow(M_E, w[17] * w[18]))
    }

    private func recalled(_ memory: MemoryState, _ grade: ReviewGrade, afterDays days: Int) -> Double {
        let missing = 1 - retrievability(memory, afterDays: days)
        let bonus = (grade == .hard ? w[15] : 1) * (grade == .easy ? w[16] : 1)
        let increase =
            pow(M_E, w[8]) * (11 - memory.difficulty) * pow(memory.stability, -w[9])
            * (pow(M_E, missing * w[10]) - 1) * bonus
        return memory.stability * (1 + increase)
    }

    private static func bounded(stability: Double) -> Double { max(stability, 0.001) }

    private static func bounded(difficulty: Double) -> Double { min(max(difficulty, 1), 10) }
}

/// The 21 parameters of FSRS-6, `w[0]` to `w[20]`.
package struct FSRSParameters: Hashable, Sendable {
    /// The parameters, in their order.
    package let values: [Double]

    /// The published default parameters (fsrs 6.3 on PyPI, `DEFAULT_PARAMETERS`).
    package static let published = FSRSParameters(checked: [
        0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
        1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
    ])

    /// The minimum and maximum of each parameter.
    package static let bounds: [ClosedRange<Double>] =
        Array(repeating: 0.001...100, count: 4) + [
            1...10, 0.001...4, 0.001...4, 0.001...0.75, 0...4.5, 0...0.8, 0.001...3.5, 0.001...5, 0.001...0.25,
            0.001...0.9, 0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
        ]

    private init(checked values: [Double]) { self.values = values }

    /// Makes parameters from 21 numbers; `nil` if one is out of bounds, or there are more or fewer.
    package init?(_ values: [Double]) {
        guard values.count == Self.bounds.count, zip(values, Self.bounds).allSatisfy({ $1.contains($0) }) else {
            return nil
        }
        self.init(checked: values)
    }

    subscript(_ number: Int) -> Double { values[number] }
}
