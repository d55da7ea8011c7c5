public import NotebookFormat
package import NotebookQuery
public import NotebookText

/// One answer to a side of a card.
public struct Review: Hashable, Sendable, Identifiable {
    /// The uuid of the review itself.
    public let id: UniqueIdentifier
    /// When it was answered.
    public let time: Timestamp
    /// The day of studying, in the time zone where it was answered.
    package let day: StudyDay
    /// The side that was asked.
    public let key: StudyKey
    /// How well it was remembered.
    public let grade: ReviewGrade
    /// How long the answer took, in milliseconds.
    package let milliseconds: Int

    /// Makes a review from its values.
    package init(
        id: UniqueIdentifier, time: Timestamp, day: StudyDay, key: StudyKey, grade: ReviewGrade, milliseconds: Int
    ) {
        (self.id, self.time, self.day, self.key) = (id, time, day, key)
        self.grade = grade
        self.milliseconds = max(0, milliseconds)
    }

    /// Whether a review comes before another one: by time, then by uuid.
    static func isBefore(_ left: Review, _ right: Review) -> Bool {
        left.time != right.time
            ? left.time < right.time : (left.id.high, left.id.low) < (right.id.high, right.id.low)
    }
}

/// A line of a log of reviews.
public enum StudyRecord: Hashable, Sendable {
    /// A side of a card was reviewed.
    case review(Review)
    /// A review, or another record, was undone at some time.
    case undo(id: UniqueIdentifier, time: Timestamp, review: UniqueIdentifier)
    /// A card was suspended, buried or released.
    case hold(StudyHold)

    /// When it was recorded.
    package var time: Timestamp {
        switch self {
        case .review(let review): review.time
        case .undo(_, let time, _): time
        case .hold(let hold): hold.time
        }
    }
}

/// How well somebody remembered an answer: the four ratings of FSRS.
public enum ReviewGrade: Int, CaseIterable, Comparable, Sendable {
    /// Forgotten.
    case again = 1
    /// Remembered with difficulty.
    case hard
    /// Remembered.
    case good
    /// Remembered at once.
    case easy

    /// Compares by how well it was remembered.
    public static func < (left: ReviewGrade, right: ReviewGrade) -> Bool { left.rawValue < right.rawValue }
}

/// All reviews of a notebook, from every device, without duplicates and in the order of time.
package struct ReviewHistory: Sendable {
    /// The reviews that were not undone, in the order of time.
    package private(set) var reviews: [Review] = []
    private var byKey: [StudyKey: [Review]] = [:]
    private var known: Set<UniqueIdentifier> = []
    private var undone: Set<UniqueIdentifier> = []
    private var holds: [UniqueIdentifier: StudyHold] = [:]
    /// The cards that are not asked.
    package private(set) var held = HeldCards([])

    /// Makes a history from the records of any number of logs, in any order.
    package init(_ records: [StudyRecord] = []) {
        for case .undo(_, _, let review) in records { undone.insert(review) }
        for case .review(let review) in records where !undone.contains(review.id) {
            if known.insert(review.id).inserted { reviews.append(review) }
        }
        for case .hold(let hold) in records where !undone.contains(hold.id) { holds[hold.id] = hold }
        if !holds.isEmpty { held = HeldCards(Array(holds.values)) }
        reviews.sort(by: Review.isBefore)
        byKey = Dictionary(grouping: reviews, by: \.key)
    }

    /// The reviews of a side of a card, in the order of time.
    package subscript(_ key: StudyKey) -> [Review] { byKey[key] ?? [] }

    /// The reviews of all sides of a card, in the order of time.
    package func reviews(of card: UniqueIdentifier) -> [Review] { reviews.filter { $0.key.card == card } }

    /// The number of sides that were reviewed for the first time on a day.
    package func firstReviews(on day: StudyDay) -> Int { byKey.values.count { $0.first?.day == day } }

    /// Adds a record, as if it had been there from the start.
    package mutating func add(_ record: StudyRecord) {
        switch record {
        case .review(let review):
            guard !undone.contains(review.id), known.insert(review.id).inserted else { return }
            Self.insert(review, into: &reviews)
            Self.insert(review, into: &byKey[review.key, default: []])
        case .undo(_, _, let id):
            if holds.removeValue(forKey: id) != nil { held = HeldCards(Array(holds.values)) }
            guard undone.insert(id).inserted, let review = reviews.last(where: { $0.id == id }) else { return }
            reviews.removeAll { $0.id == id }
            byKey[review.key]?.removeAll { $0.id == id }
            if byKey[review.key]?.isEmpty == true { byKey[review.key] = nil }
        case .hold(let hold):
            guard !undone.contains(hold.id) else { return }
            holds[hold.id] = hold
            held = HeldCards(Array(holds.values))
        }
    }

    private static func insert(_ review: Review, into reviews: inout [Review]) {
        let place = reviews.lastIndex { Review.isBefore($0, review) }.map { $0 + 1 } ?? 0
        reviews.insert(review, at: place)
    }
}

/// A day of studying, which begins some hours after midnight (docs/Study.md).
package struct StudyDay: Hashable, Comparable, Sendable {
    /// The days since 1970-01-01.
    package let number: Int

    /// Makes the day this many days after 1970-01-01.
    package init(number: Int) { self.number = number }

    /// Parses `YYYY-MM-DD`; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 10, let time = Timestamp(canonical: text + "T00:00:00Z") else { return nil }
        number = Int(time.secondsSince1970 / 86_400)
        guard description == text else { return nil }
    }

    /// The day this many days later.
    package func adding(_ days: Int) -> StudyDay { StudyDay(number: number + days) }

    /// Compares by time.
    package static func < (left: StudyDay, right: StudyDay) -> Bool { left.number < right.number }
}

extension StudyDay: CustomStringConvertible {
    /// The form `YYYY-MM-DD`.
    package var description: String {
        String(Timestamp(clamping: Int64(number) * 86_400).description.prefix(10))
    }
}

/// Determines the day of studying.
package struct StudyClock: Sendable {
    private let calendar: LocalCalendar
    private let dayStart: Int

    /// Makes a clock for a time zone.
    ///
    /// - Parameters:
    ///   - dayStart: When a day begins, in seconds after midnight.
    ///   - context: The time zone.
    package init(dayStart: Int, in context: QueryContext) {
        calendar = LocalCalendar(context)
        self.dayStart = dayStart
    }

    /// The day of a point in time.
    package func day(of time: Timestamp) -> StudyDay {
        let (date, second) = calendar.day(of: Int(time.secondsSince1970))
        return StudyDay(number: date.daysSince1970 - (second < dayStart ? 1 : 0))
    }

    /// When a day begins.
    package func start(of day: StudyDay) -> Timestamp {
        let date = CalendarDate(daysSince1970: day.number)
        return Timestamp(clamping: Int64(calendar.instant(of: date, second: dayStart)))
    }
}
