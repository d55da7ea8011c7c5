/// What the answer to a query depends on besides the items: when and where it is asked.
public struct QueryContext: Hashable, Sendable {
    /// The time of `now`.
    public var now: Timestamp
    /// How many seconds the clocks of whoever asks are before those of UTC, east of it a positive number.
    ///
    /// Days begin at midnight by these clocks, also days on which summer time was other than now.
    public var secondsFromUTC: Int
    /// The day with which weeks begin.
    public var firstWeekday: Weekday

    /// A time and a place; the place is within 24 hours of UTC.
    public init(now: Timestamp, secondsFromUTC: Int = 0, firstWeekday: Weekday = .monday) {
        self.now = now
        self.secondsFromUTC = min(max(secondsFromUTC, -86_400), 86_400)
        self.firstWeekday = firstWeekday
    }
}
