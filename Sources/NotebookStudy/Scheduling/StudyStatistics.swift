import NotebookFormat
public import NotebookText

/// The statistics of studying.
public struct StudyStatistics: Hashable, Sendable {
    /// The number of sides.
    public var sides = 0
    /// Never reviewed.
    public var new = 0
    /// In the steps of learning, for the first time or again.
    public var learning = 0
    /// Learned, with an interval below 21 days.
    public var young = 0
    /// Learned, with an interval of 21 days or more.
    public var mature = 0
    /// The mean probability of remembering reviewed sides now; `nil` if there are none.
    package var retrievability: Double?
    /// The number of reviews today.
    public var reviewsToday = 0
    /// The number of all reviews.
    package var reviews = 0
    /// How many of the last 30 days had reviews.
    package var daysOfLastMonth = 0
    /// The number of days in a row with reviews, up to today or yesterday.
    public var streak = 0
    /// The share of the reviews of learned sides in the last 30 days that were remembered; `nil` if there were none.
    public var retention: Double?
    /// How many sides are due on each of the next 7 days, today first.
    public var forecast: [Int] = []

    /// The minimum interval of mature sides, in days.
    package static let matureDays = 21

    /// Makes the statistics of a queue at a time.
    public init(_ queue: StudyQueue, at now: Timestamp) {
        let today = queue.day(of: now)
        count(queue, at: now, today)
        let keys = Set(queue.sides.map(\.key))
        let reviews = queue.history.reviews.filter { keys.contains($0.key) }
        self.reviews = reviews.count
        reviewsToday = reviews.count { $0.day == today }
        let days = Set(reviews.map(\.day))
        daysOfLastMonth = days.count { $0 > today.adding(-30) && $0 <= today }
        streak = Self.streak(days, today)
        retention = Self.retention(queue, keys, after: today.adding(-30))
    }

    private mutating func count(_ queue: StudyQueue, at now: Timestamp, _ today: StudyDay) {
        var chances: [Double] = []
        forecast = Array(repeating: 0, count: 7)
        sides = queue.sides.count
        for side in queue.sides {
            let schedule = queue.schedule(side.key)
            switch schedule.state.phase {
            case .new: new += 1
            case .learning, .relearning: learning += 1
            case .review where (schedule.days ?? 0) < Self.matureDays: young += 1
            case .review: mature += 1
            }
            if let chance = queue.retrievability(side.key, at: now) { chances.append(chance) }
            let day: StudyDay? =
                switch schedule.due {
                case .time(let time): queue.day(of: time)
                case .day(let day): day
                case nil: nil
                }
            guard let day else { continue }
            let ahead = max(0, day.number - today.number)
            if ahead < forecast.count { forecast[ahead] += 1 }
        }
        retrievability = chances.isEmpty ? nil : chances.reduce(0, +) / Double(chances.count)
    }

    private static func streak(_ days: Set<StudyDay>, _ today: StudyDay) -> Int {
        var day = days.contains(today) ? today : today.adding(-1)
        var count = 0
        while days.contains(day) { (day, count) = (day.adding(-1), count + 1) }
        return count
    }

    private static func retention(_ queue: StudyQueue, _ keys: Set<StudyKey>, after day: StudyDay) -> Double? {
        var (asked, remembered) = (0, 0)
        for key in keys {
            for (isLearned, review) in queue.phases(key) where isLearned && review.day > day {
                asked += 1
                if review.grade != .again { remembered += 1 }
            }
        }
        return asked == 0 ? nil : Double(remembered) / Double(asked)
    }
}

extension StudyQueue {
    /// The reviews of a side, and for each whether the side was learned before it.
    fileprivate func phases(_ key: StudyKey) -> [(isLearned: Bool, review: Review)] {
        var schedule = SideSchedule()
        return history[key].map { review in
            defer { schedule.add(review, scheduler) }
            return (schedule.state.phase == .review, review)
        }
    }
}
