public import NotebookFormat
public import NotebookText

/// One answer to a side of a card.
public struct Review: Hashable, Sendable, Identifiable {
    /// The uuid of the review itself.
    public let id: UniqueIdentifier
    /// When it was answered.
    public let time: Timestamp
    /// The day of studying, in the time zone where it was answered.
    public let day: StudyDay
    /// The side that was asked.
    public let key: StudyKey
    /// How well it was remembered.
    public let grade: ReviewGrade
    /// How long the answer took, in milliseconds.
    public let milliseconds: Int

    /// Makes a review from its values.
    public init(
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
    /// A review was undone at some time.
    case undo(id: UniqueIdentifier, time: Timestamp, review: UniqueIdentifier)

    /// When it was recorded.
    public var time: Timestamp {
        switch self {
        case .review(let review): review.time
        case .undo(_, let time, _): time
        }
    }
}
