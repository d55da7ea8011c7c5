/// What the answer to a query depends on besides the items: when and where it is asked.
public struct QueryContext: Sendable {
    /// The time of `now`.
    public var now: Timestamp
    /// The offset of the caller’s time zone from UTC at a time, in seconds, positive in the east.
    ///
    /// Days begin at midnight by these clocks. What is more than 24 hours counts as 24 hours.
    public var secondsFromUTC: @Sendable (Timestamp) -> Int
    /// The day with which weeks begin.
    public var firstWeekday: Weekday

    /// A time, and a place whose clocks are always as far from those of UTC.
    public init(now: Timestamp, secondsFromUTC: Int = 0, firstWeekday: Weekday = .monday) {
        self.init(now: now, firstWeekday: firstWeekday) { _ in secondsFromUTC }
    }

    /// A time, and a place whose clocks are not always as far from those of UTC, such as one with summer time.
    public init(
        now: Timestamp, firstWeekday: Weekday = .monday, secondsFromUTC: @escaping @Sendable (Timestamp) -> Int
    ) {
        self.now = now
        self.secondsFromUTC = secondsFromUTC
        self.firstWeekday = firstWeekday
    }
}
