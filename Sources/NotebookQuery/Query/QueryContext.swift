public import NotebookText

/// The time and place that the result of a query depends on.
public struct QueryContext: Sendable {
    /// The time of `now`.
    public var now: Timestamp
    /// The offset of the user's time zone from UTC at a time, in seconds, positive in the east.
    ///
    /// Days begin at midnight in this zone. Offsets of more than 24 hours count as 24 hours.
    public var secondsFromUTC: @Sendable (Timestamp) -> Int
    /// The first day of the week.
    public var firstWeekday: Weekday

    /// Makes a context from a time and a fixed offset from UTC.
    public init(now: Timestamp, secondsFromUTC: Int = 0, firstWeekday: Weekday = .monday) {
        self.init(now: now, firstWeekday: firstWeekday) { _ in secondsFromUTC }
    }

    /// Makes a context from a time and an offset from UTC that varies, such as with summer time.
    public init(
        now: Timestamp, firstWeekday: Weekday = .monday, secondsFromUTC: @escaping @Sendable (Timestamp) -> Int
    ) {
        self.now = now
        self.secondsFromUTC = secondsFromUTC
        self.firstWeekday = firstWeekday
    }
}
