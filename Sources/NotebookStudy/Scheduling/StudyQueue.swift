public import NotebookFormat
public import NotebookText

/// The sides to study, in the order of asking.
///
/// First come sides that are due in the steps of learning, then sides that are due today, then new ones, and finally
/// steps that end soon. Sides of one card do not follow each other if others are left.
public struct StudyQueue: Sendable {
    /// The sides that can be asked.
    package private(set) var sides: [Side]
    /// The reviews of all devices.
    package private(set) var history: ReviewHistory
    private var schedules: [StudyKey: SideSchedule] = [:]
    private var lastCard: UniqueIdentifier?
    private let settings: StudySettings
    /// The scheduler of the reviews.
    package let scheduler: StudyScheduler
    private let clock: StudyClock
    /// How many days early a side may come.
    private let daysAhead: Int

    /// How early a step of learning may come if nothing else is left, in seconds.
    package static let earliness: Int64 = 20 * 60

    /// A side of a card, and the date that orders new sides.
    package struct Side: Hashable, Sendable {
        /// The side.
        package let key: StudyKey
        /// When the card was created.
        package let created: Timestamp

        /// Makes a side from its values.
        package init(key: StudyKey, created: Timestamp) {
            self.key = key
            self.created = created
        }
    }

    /// Why a side comes now.
    public enum Reason: Hashable, Sendable {
        /// It is in the steps of learning.
        case learning
        /// It is due today.
        case due
        /// It was never asked.
        case new
    }

    /// How many sides there are to study today.
    public struct Counts: Hashable, Sendable {
        /// New sides, as many as the settings allow.
        public var new = 0
        /// Sides in steps of learning that end today.
        public var learning = 0
        /// Sides that are due.
        public var due = 0

        /// No sides.
        package init() {}
    }

    /// Makes a queue of sides with their reviews.
    ///
    /// - Parameters:
    ///   - sides: The sides; new ones come in the order of their cards' dates, and then in this order.
    ///   - days: How many days early a side may come.
    package init(
        _ sides: [Side], _ history: ReviewHistory, settings: StudySettings, clock: StudyClock, ahead days: Int = 0
    ) {
        daysAhead = days
        (self.history, self.settings, self.clock) = (history, settings, clock)
        scheduler = StudyScheduler(settings)
        self.sides = Self.sorted(sides)
        for side in sides { schedules[side.key] = SideSchedule(history[side.key], scheduler) }
    }

    private static func sorted(_ sides: [Side]) -> [Side] {
        sides.enumerated().sorted { left, right in
            left.element.created != right.element.created
                ? left.element.created < right.element.created : left.offset < right.offset
        }.map(\.element)
    }

    /// Why a card is not asked at a time; `nil` if it is.
    package func hold(of card: UniqueIdentifier, at now: Timestamp) -> HeldCards.State? {
        history.held.state(of: card, on: clock.day(of: now))
    }

    /// The sides of cards that are neither suspended nor buried on a day.
    private func free(on day: StudyDay) -> [Side] {
        sides.filter { history.held.state(of: $0.key.card, on: day) == nil }
    }

    /// The sides of cards that are not suspended, for a session that records nothing.
    package func crammed(at now: Timestamp) -> [StudyKey] {
        sides.map(\.key).filter { hold(of: $0.card, at: now) != .suspended }
    }

    /// Makes the record of a decision about a card, which comes after all that are known.
    ///
    /// Its time is later than theirs, also if they were made within this second or by a clock that is ahead.
    package func holding(
        _ card: UniqueIdentifier, _ kind: StudyHold.Kind, at now: Timestamp, id: UniqueIdentifier
    ) -> StudyHold {
        let next = history.held.latest(of: card).map { Timestamp(clamping: $0.secondsSince1970 + 1) } ?? now
        return StudyHold(id: id, time: max(now, next), day: clock.day(of: now), card: card, kind: kind)
    }

    /// The schedule of a side.
    package func schedule(_ key: StudyKey) -> SideSchedule { schedules[key] ?? SideSchedule() }

    /// The probability that the answer to a side is remembered at a time; `nil` for a new one.
    package func retrievability(_ key: StudyKey, at now: Timestamp) -> Double? {
        let schedule = schedule(key)
        guard let latest = schedule.latest else { return nil }
        return scheduler.retrievability(schedule.state, afterDays: clock.day(of: now).number - latest.day.number)
    }

    /// The day of studying at a time.
    package func day(of time: Timestamp) -> StudyDay { clock.day(of: time) }

    /// The sides that can be asked at a time, in their order.
    ///
    /// - Parameter early: How many seconds early a step of learning may come.
    package func waiting(at now: Timestamp, early: Int64 = 0) -> [(side: Side, reason: Reason)] {
        let today = clock.day(of: now)
        let last = today.adding(daysAhead)
        let early = early + Int64(daysAhead) * 86_400
        var steps: [(time: Timestamp, side: Side)] = []
        var due: [(day: StudyDay, side: Side)] = []
        var new: [Side] = []
        for side in free(on: today) {
            switch schedule(side.key).due {
            case .time(let time) where time.secondsSince1970 - early <= now.secondsSince1970: steps.append((time, side))
            case .day(let day) where day <= last: due.append((day, side))
            case nil: new.append(side)
            default: break
            }
        }
        // Sorting is stable.
        let shown = new.prefix(newLeft(on: today))
        return steps.sorted { $0.time < $1.time }.map { ($0.side, .learning) }
            + due.sorted { $0.day < $1.day }.map { ($0.side, .due) } + shown.map { ($0, .new) }
    }

    /// The next side; `nil` if none is left for now.
    public func next(at now: Timestamp) -> (key: StudyKey, reason: Reason)? {
        let waiting = waiting(at: now)
        let ready = waiting.isEmpty ? self.waiting(at: now, early: Self.earliness) : waiting
        let next = ready.first { $0.side.key.card != lastCard } ?? ready.first
        return next.map { ($0.side.key, $0.reason) }
    }

    /// How many sides there are to study on the day of a time.
    public func counts(at now: Timestamp) -> Counts {
        let today = clock.day(of: now)
        var counts = Counts()
        let last = today.adding(daysAhead)
        for side in free(on: today) {
            switch schedule(side.key).due {
            case .time(let time): if clock.day(of: time) <= last { counts.learning += 1 }
            case .day(let day): if day <= last { counts.due += 1 }
            case nil: counts.new += 1
            }
        }
        counts.new = min(counts.new, newLeft(on: today))
        return counts
    }

    /// When the next side is due after a time, and how many come on that day; `nil` if none is.
    public func nextDue(after now: Timestamp) -> (time: Timestamp, sides: Int)? {
        let today = clock.day(of: now)
        let tomorrow = clock.start(of: today.adding(1))
        let coming = sides.compactMap { side -> (time: Timestamp, isNew: Bool)? in
            let held = history.held.state(of: side.key.card, on: today)
            guard held != .suspended, let time = due(side, now, today) else { return nil }
            return (held == nil ? time : max(time, tomorrow), schedule(side.key).due == nil)
        }
        guard let first = coming.map(\.time).min() else { return nil }
        let day = clock.day(of: first)
        let next = coming.filter { clock.day(of: $0.time) == day }
        let new = next.count { $0.isNew }
        return (first, next.count - new + min(new, newLeft(on: day)))
    }

    /// When a side is due; `nil` for a new one that the settings never allow.
    private func due(_ side: Side, _ now: Timestamp, _ today: StudyDay) -> Timestamp? {
        switch schedule(side.key).due {
        case .time(let time): time
        case .day(let day): clock.start(of: max(day, today))
        // New sides beyond today's limit wait for tomorrow.
        case nil: newLeft(on: today) > 0 ? now : settings.newPerDay > 0 ? clock.start(of: today.adding(1)) : nil
        }
    }

    private func newLeft(on day: StudyDay) -> Int { max(0, settings.newPerDay - history.firstReviews(on: day)) }

    /// The interval that each grade would lead to.
    public func intervals(_ key: StudyKey, at now: Timestamp, as review: UniqueIdentifier) -> [StudyInterval] {
        let schedule = schedule(key)
        let elapsed = schedule.latest.map { clock.day(of: now).number - $0.day.number } ?? 0
        return ReviewGrade.allCases.map { grade in
            scheduler.reviewed(schedule.state, grade, afterDays: elapsed, as: review).interval
        }
    }

    /// Makes the review of a side at a time, without adding it yet.
    ///
    /// If the previous review has the same time, or a slightly later one, the new one is a second later than that.
    public func review(
        _ key: StudyKey, _ grade: ReviewGrade, at now: Timestamp, milliseconds: Int, id: UniqueIdentifier
    ) -> Review {
        var time = now
        if let latest = schedule(key).latest?.time, latest >= now,
            latest.secondsSince1970 - now.secondsSince1970 < 60
        {
            time = Timestamp(clamping: latest.secondsSince1970 + 1)
        }
        return Review(
            id: id, time: time, day: clock.day(of: now), key: key, grade: grade, milliseconds: milliseconds)
    }

    /// Adds a record that was made on this device or elsewhere.
    public mutating func add(_ record: StudyRecord) {
        var touched: StudyKey?
        switch record {
        case .review(let review): (touched, lastCard) = (review.key, review.key.card)
        case .undo(_, _, let id): (touched, lastCard) = (history.reviews.last { $0.id == id }?.key, nil)
        case .hold: break
        }
        history.add(record)
        if let touched { schedules[touched] = SideSchedule(history[touched], scheduler) }
    }
}

/// The schedule that follows from all reviews of a side of a card.
package struct SideSchedule: Hashable, Sendable {
    /// Its phase, and how well it is remembered.
    package private(set) var state = StudyScheduler.State.new
    /// When it is due; `nil` if it is new.
    package private(set) var due: Due?
    /// The latest review; `nil` if it is new.
    package private(set) var latest: Review?
    /// The number of reviews.
    package private(set) var reviews = 0
    /// How often it was forgotten after it was learned.
    package private(set) var lapses = 0
    /// The interval in days until it is due; `nil` unless it is learned.
    package private(set) var days: Int?

    /// When a side is due.
    package enum Due: Hashable, Sendable {
        /// At a point in time, in the steps of learning.
        case time(Timestamp)
        /// On a day.
        case day(StudyDay)
    }

    /// Makes the schedule of a side that was never reviewed.
    package init() {}

    /// Makes the schedule after some reviews, in the order of time.
    package init(_ reviews: [Review], _ scheduler: StudyScheduler) {
        for review in reviews { add(review, scheduler) }
    }

    /// Adds a review that is later than all others.
    package mutating func add(_ review: Review, _ scheduler: StudyScheduler) {
        let elapsed = latest.map { review.day.number - $0.day.number } ?? 0
        if state.phase == .review, review.grade == .again { lapses += 1 }
        let (next, interval) = scheduler.reviewed(state, review.grade, afterDays: elapsed, as: review.id)
        (state, latest, reviews) = (next, review, reviews + 1)
        switch interval {
        case .seconds(let seconds):
            due = .time(Timestamp(clamping: review.time.secondsSince1970 + Int64(seconds)))
            days = nil
        case .days(let count):
            due = .day(review.day.adding(count))
            days = count
        }
    }
}
