public import NotebookText

/// The schedule that follows from all reviews of a side of a card.
public struct SideSchedule: Hashable, Sendable {
    /// Its phase, and how well it is remembered.
    public private(set) var state = StudyScheduler.State.new
    /// When it is due; `nil` if it is new.
    public private(set) var due: Due?
    /// The latest review; `nil` if it is new.
    public private(set) var latest: Review?
    /// The number of reviews.
    public private(set) var reviews = 0
    /// How often it was forgotten after it was learned.
    public private(set) var lapses = 0
    /// The interval in days until it is due; `nil` unless it is learned.
    public private(set) var days: Int?

    /// When a side is due.
    public enum Due: Hashable, Sendable {
        /// At a point in time, in the steps of learning.
        case time(Timestamp)
        /// On a day.
        case day(StudyDay)
    }

    /// Makes the schedule of a side that was never reviewed.
    public init() {}

    /// Makes the schedule after some reviews, in the order of time.
    public init(_ reviews: [Review], _ scheduler: StudyScheduler) {
        for review in reviews { add(review, scheduler) }
    }

    /// Adds a review that is later than all others.
    public mutating func add(_ review: Review, _ scheduler: StudyScheduler) {
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
