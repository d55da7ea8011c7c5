import NotebookBundle

/// How much there is to study, in an answer.
struct StudyCountsRow: Encodable {
    let new: Int
    let learning: Int
    let due: Int
    /// When the next review comes.
    let next: String?

    init(_ queue: StudyQueue, at now: Timestamp) {
        let counts = queue.counts(at: now)
        (new, learning, due) = (counts.new, counts.learning, counts.due)
        next = queue.nextDue(after: now)?.time.description
    }
}

/// A side of a card, in an answer.
struct StudySideRow: Encodable {
    let path: String
    let title: String
    let uuid: String
    let side: String
    /// `learning`, `due` or `new`.
    let reason: String
    let due: String?
    let reviews: Int
    let lapses: Int
    let stability: Double?
    let difficulty: Double?
    let retrievability: Double?

    init(_ key: StudyKey, _ reason: StudyQueue.Reason, _ card: Item, _ queue: StudyQueue, at now: Timestamp) {
        let schedule = queue.schedule(key)
        path = card.path.text
        title = card.title
        uuid = key.card.description
        side = key.side.name
        self.reason = reason.word
        due = schedule.due?.text
        (reviews, lapses) = (schedule.reviews, schedule.lapses)
        stability = schedule.state.memory?.stability
        difficulty = schedule.state.memory?.difficulty
        retrievability = queue.retrievability(key, at: now)
    }
}

/// Statistics, in an answer.
struct StudyStatisticsRow: Encodable {
    let sides: Int
    let new: Int
    let learning: Int
    let young: Int
    let mature: Int
    let reviewsToday: Int
    let reviews: Int
    let daysOfLastMonth: Int
    let streak: Int
    let retrievability: Double?
    let retention: Double?
    let forecast: [Int]

    init(_ statistics: StudyStatistics) {
        (sides, new, learning) = (statistics.sides, statistics.new, statistics.learning)
        (young, mature) = (statistics.young, statistics.mature)
        (reviewsToday, reviews) = (statistics.reviewsToday, statistics.reviews)
        (daysOfLastMonth, streak) = (statistics.daysOfLastMonth, statistics.streak)
        (retrievability, retention) = (statistics.retrievability, statistics.retention)
        forecast = statistics.forecast
    }
}

/// A review, in an answer.
struct ReviewRow: Encodable {
    let id: String
    let time: String
    let side: String
    let grade: String
    let milliseconds: Int
    /// When the side comes back after this review.
    let due: String?

    init(_ review: Review, _ due: SideSchedule.Due?) {
        id = review.id.description
        time = review.time.description
        side = review.key.side.name
        grade = "\(review.grade)"
        milliseconds = review.milliseconds
        self.due = due?.text
    }
}

extension StudyQueue.Reason {
    /// The word for it in lists.
    var word: String {
        switch self {
        case .learning: "learning"
        case .due: "due"
        case .new: "new"
        }
    }
}

extension SideSchedule.Due {
    /// The time, or the day.
    var text: String {
        switch self {
        case .time(let time): time.description
        case .day(let day): day.description
        }
    }
}
