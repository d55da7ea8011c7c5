import TestSupport
import Testing

@testable import NotebookQuery
@testable import NotebookStudy
@testable import NotebookText

struct `Planning reviews` {
    private static func seconds(_ interval: StudyInterval) -> Int {
        switch interval {
        case .seconds(let seconds): seconds
        case .days(let days): days * 86_400
        }
    }

    private static func settings(_ generator: inout SeededGenerator) -> StudySettings {
        var settings = StudySettings()
        settings.learningSteps = generator.pick([[60, 600], [], [300], [60, 600, 86_400]])
        settings.relearningSteps = generator.pick([[600], [], [60, 3600]])
        settings.retention = Double.random(in: 0.7...0.99, using: &generator)
        settings.fuzzes = false
        return settings
    }

    @Test(arguments: Seeds.some(50))
    func `a better grade never gives a shorter interval, and memory stays within bounds`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let scheduler = StudyScheduler(Self.settings(&generator))
        var state = StudyScheduler.State.new
        for _ in 0..<60 {
            let days = generator.pick([0, 0, 1, 2, 5, 30, 400])
            let results = ReviewGrade.allCases.map { scheduler.reviewed(state, $0, afterDays: days) }
            let waits = results.map { Self.seconds($0.interval) }
            #expect(waits == waits.sorted(), "\(state) after \(days) days: \(waits)")
            state = generator.pick(results).state
            guard let memory = state.memory else { continue }
            #expect(memory.stability >= 0.001 && memory.difficulty >= 1 && memory.difficulty <= 10)
        }
    }

    @Test func `goes through the steps of learning`() {
        let scheduler = StudyScheduler()
        var (state, interval) = scheduler.reviewed(.new, .again, afterDays: 0)
        #expect(state.phase == .learning(step: 0) && interval == .seconds(60))
        (state, interval) = scheduler.reviewed(state, .good, afterDays: 0)
        #expect(state.phase == .learning(step: 1) && interval == .seconds(600))
        (state, interval) = scheduler.reviewed(state, .good, afterDays: 0)
        #expect(state.phase == .review && interval == .days(1))
        (state, interval) = scheduler.reviewed(state, .again, afterDays: 1)
        #expect(state.phase == .relearning(step: 0) && interval == .seconds(600))
    }

    @Test func `changes intervals a little, the same for the same review`() {
        let id = UniqueIdentifier(randomBits: 1, 2)
        #expect(IntervalFuzz.chance(of: id) == IntervalFuzz.chance(of: id))
        let intervals = (0..<200).map { number in
            IntervalFuzz.interval(
                near: 100, chance: IntervalFuzz.chance(of: UniqueIdentifier(randomBits: 7, number)), maximum: 36_500)
        }
        #expect(intervals.allSatisfy { (93...108).contains($0) } && Set(intervals).count > 8)
        #expect(IntervalFuzz.interval(near: 2, chance: 0.99, maximum: 36_500) == 2)
        #expect(IntervalFuzz.interval(near: 100, chance: 0.99, maximum: 100) == 100)
    }
}

struct `A day of studying` {
    private static func clock(_ dayStart: Int, _ offset: Int) -> StudyClock {
        StudyClock(dayStart: dayStart, in: QueryContext(now: time("2026-11-20T10:00:00Z")) { _ in offset })
    }

    private static func time(_ text: String) -> Timestamp { Timestamp(canonical: text) ?? Timestamp(clamping: 0) }

    @Test func `begins at four, local time`() {
        let clock = Self.clock(4 * 3600, 3600)
        #expect(clock.day(of: Self.time("2026-11-20T02:59:59Z")).description == "2026-11-19")
        #expect(clock.day(of: Self.time("2026-11-20T03:00:00Z")).description == "2026-11-20")
        #expect(StudyDay("2026-11-20").map(clock.start) == Self.time("2026-11-20T03:00:00Z"))
        #expect(StudyDay("2026-02-30") == nil && StudyDay("2026-1-1") == nil)
    }

    @Test func `has another length where clocks change`() {
        // From UTC+1 to UTC+2 at this time.
        let change = Self.time("2026-03-29T01:00:00Z")
        let clock = StudyClock(dayStart: 4 * 3600, in: QueryContext(now: change) { $0 < change ? 3600 : 7200 })
        let day = StudyDay("2026-03-28") ?? StudyDay(number: 0)
        #expect(clock.start(of: day) == Self.time("2026-03-28T03:00:00Z"))
        #expect(clock.start(of: day.adding(1)) == Self.time("2026-03-29T02:00:00Z"))
    }
}

struct `A setting of studying` {
    private static let other = (FSRSParameters.published.values.dropLast() + [0.2]).map { "\($0)" }

    static let accepted: [(StudySetting, String, String)] = [
        (.studyNewCards, "0", "0"), (.studySteps, "1m 10m", "1m 10m"), (.studySteps, "60s, 1h,24h", "1m 1h 1d"),
        (.studySteps, "none", "none"), (.studyRelearningSteps, "90s", "90s"), (.studyRetention, "0.85", "0.85"),
        (.studyMaximumInterval, "365", "365"), (.studyFuzz, "False", "false"), (.studyDayStart, "4", "4:00"),
        (.studyDayStart, "23:05", "23:05"), (.studyProgress, "User", "user"),
        (.studyParameters, "Default", "default"),
        (.studyParameters, FSRSParameters.published.values.map { "\($0)" }.joined(separator: ", "), "default"),
        (.studyParameters, "[" + other.joined(separator: ",\n") + "]", other.joined(separator: " ")),
    ]

    @Test(arguments: accepted.indices)
    func `is read and written`(number: Int) {
        let (setting, text, canonical) = Self.accepted[number]
        #expect(setting.canonical(text) == canonical)
        #expect(setting.canonical(canonical) == canonical)
    }

    static let refused: [(StudySetting, String)] = [
        (.studyNewCards, "-1"), (.studyNewCards, "many"), (.studySteps, ""), (.studySteps, "10m 1m"),
        (.studySteps, "5"), (.studySteps, "0m"), (.studySteps, "31d"), (.studyRetention, "1"), (.studyRetention, "90"),
        (.studyMaximumInterval, "0"), (.studyFuzz, "yes"), (.studyDayStart, "24"), (.studyDayStart, "4:5"),
        (.studyParameters, "1 2 3"), (.studyProgress, "git"),
    ]

    @Test(arguments: refused.indices)
    func `is refused if it is not valid`(number: Int) {
        let (setting, text) = Self.refused[number]
        var settings = StudySettings()
        #expect(!setting.set(text, in: &settings) && settings == StudySettings() && setting.canonical(text) == nil)
    }
}
