/// A day of the week, numbered from Monday (ISO 8601-1:2019 §4.3.4).
public enum Weekday: Int, CaseIterable, Sendable {
    /// Monday, the first day of the week in ISO 8601.
    case monday = 1
    /// Day 2.
    case tuesday
    /// Day 3.
    case wednesday
    /// Day 4.
    case thursday
    /// Day 5.
    case friday
    /// Day 6.
    case saturday
    /// Day 7.
    case sunday
}

extension CalendarDate {
    /// The day of the week; 1970-01-01 was a Thursday.
    package var weekday: Weekday { Weekday(rawValue: ((daysSince1970 + 3) % 7 + 7) % 7 + 1) ?? .monday }

    /// The same day of another month, or its last day if it has no such day.
    package func moved(toYear year: Int, month: Int, day: Int? = nil) -> CalendarDate {
        let last = Self.days(inMonth: month, of: year)
        return CalendarDate(year: year, month: month, day: min(day ?? self.day, last)) ?? self
    }
}
