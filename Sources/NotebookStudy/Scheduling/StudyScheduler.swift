package import NotebookText

/// The phase of learning of a side.
package enum StudyPhase: Hashable, Sendable {
    /// Never reviewed.
    case new
    /// In one of the steps of learning, counted from 0.
    case learning(step: Int)
    /// Learned: due after some days.
    case review
    /// Forgotten, and in one of the steps of learning again, counted from 0.
    case relearning(step: Int)
}

/// How long it takes until a side is due.
public enum StudyInterval: Hashable, Sendable {
    /// A step of learning, in seconds.
    case seconds(Int)
    /// Whole days.
    case days(Int)
}

/// Plans reviews: the state machine of FSRS-6 (the reference is `fsrs` 6 on PyPI).
package struct StudyScheduler: Sendable {
    private let settings: StudySettings
    private let model: MemoryModel

    /// Makes a scheduler.
    package init(_ settings: StudySettings = StudySettings()) {
        self.settings = settings
        model = MemoryModel(settings.parameters)
    }

    /// The state of a side that is learned.
    package struct State: Hashable, Sendable {
        /// The phase.
        package let phase: StudyPhase
        /// How well it is remembered; `nil` if it is new.
        package let memory: MemoryState?

        /// The state before the first review.
        package static let new = State(phase: .new, memory: nil)

        /// Makes a state from its two values.
        package init(phase: StudyPhase, memory: MemoryState?) {
            self.phase = phase
            self.memory = memory
        }
    }

    /// The state after a review, and how long it takes until the next one.
    ///
    /// - Parameters:
    ///   - days: The whole days since the previous review; 0 for the first.
    ///   - review: The review, which determines the small random change of its interval; `nil` for no change.
    package func reviewed(
        _ state: State, _ grade: ReviewGrade, afterDays days: Int, as review: UniqueIdentifier? = nil
    ) -> (state: State, interval: StudyInterval) {
        let memory = state.memory.map { model.next($0, grade, afterDays: days) } ?? model.first(grade)
        switch Self.step(after: state.phase, grade, settings) {
        case .step(let phase, let seconds): return (State(phase: phase, memory: memory), .seconds(seconds))
        case .review:
            var interval = model.interval(memory, retention: settings.retention, maximum: settings.maximumInterval)
            if settings.fuzzes, let review {
                interval = IntervalFuzz.interval(
                    near: interval, chance: IntervalFuzz.chance(of: review), maximum: settings.maximumInterval)
            }
            return (State(phase: .review, memory: memory), .days(interval))
        }
    }

    /// The probability of remembering after some days, from 0 to 1; `nil` for a new side.
    package func retrievability(_ state: State, afterDays days: Int) -> Double? {
        state.memory.map { model.retrievability($0, afterDays: days) }
    }

    private enum Next {
        case step(StudyPhase, seconds: Int)
        case review
    }

    private static func step(after phase: StudyPhase, _ grade: ReviewGrade, _ settings: StudySettings) -> Next {
        switch phase {
        case .new: next(0, grade, settings.learningSteps) { .learning(step: $0) }
        case .learning(let step): next(step, grade, settings.learningSteps) { .learning(step: $0) }
        case .relearning(let step): next(step, grade, settings.relearningSteps) { .relearning(step: $0) }
        case .review:
            if grade == .again, let first = settings.relearningSteps.first {
                .step(.relearning(step: 0), seconds: first)
            } else {
                .review
            }
        }
    }

    /// What follows a step: the first step, the same step, the next one, or the end of learning.
    private static func next(
        _ step: Int, _ grade: ReviewGrade, _ steps: [Int], _ phase: (Int) -> StudyPhase
    ) -> Next {
        // The settings may have had more steps before.
        guard let first = steps.first, steps.indices.contains(step) || grade == .again else { return .review }
        switch grade {
        case .again: return .step(phase(0), seconds: first)
        case .hard:
            guard step == 0 else { return .step(phase(step), seconds: steps[step]) }
            return .step(phase(0), seconds: steps.count > 1 ? (first + steps[1]) / 2 : first * 3 / 2)
        case .good where step + 1 < steps.count: return .step(phase(step + 1), seconds: steps[step + 1])
        case .good, .easy: return .review
        }
    }
}

/// Small random changes of intervals, so that cards learned together do not come back together forever (FSRS-6).
enum IntervalFuzz {
    private static let parts: [(days: ClosedRange<Double>, factor: Double)] = [
        (2.5...7, 0.15), (7...20, 0.1), (20 ... .infinity, 0.05),
    ]

    /// Returns an interval near a given one, in days; does not change intervals below three days.
    ///
    /// - Parameter chance: A number from 0 to below 1 that selects one of the near intervals.
    static func interval(near days: Int, chance: Double, maximum: Int) -> Int {
        guard days >= 3 else { return days }
        let delta = parts.reduce(1.0) { sum, part in
            sum + part.factor * max(min(Double(days), part.days.upperBound) - part.days.lowerBound, 0)
        }
        func rounded(_ days: Double) -> Int { Int(days.rounded(.toNearestOrEven)) }
        let most = min(rounded(Double(days) + delta), maximum)
        let least = min(max(2, rounded(Double(days) - delta)), most)
        return min(rounded(chance * Double(most - least + 1) + Double(least)), maximum)
    }

    /// The random number of a review, which is always the same.
    static func chance(of review: UniqueIdentifier) -> Double {
        // The last step of SplitMix64 spreads similar bits.
        var bits = review.high ^ review.low
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
    }
}
