package import NotebookText

/// Days and months in a time zone.
package struct LocalCalendar {
    /// The offset from UTC in seconds, at a time.
    private let secondsFromUTC: @Sendable (Timestamp) -> Int

    /// Makes a calendar with a fixed offset from UTC in seconds.
    init(secondsFromUTC: Int) { self.secondsFromUTC = { _ in secondsFromUTC } }

    /// Makes a calendar in the time zone of the caller.
    package init(_ context: QueryContext) { secondsFromUTC = context.secondsFromUTC }

    /// The day of a point in time, and the second of that day.
    package func day(of instant: Int) -> (date: CalendarDate, second: Int) {
        let (days, second) = days(at: instant)
        return (CalendarDate(daysSince1970: days), second)
    }

    /// The point in time of a second of a day: the first if it occurs twice, and a later one if it never occurs.
    package func instant(of date: CalendarDate, second: Int = 0) -> Int {
        instant(ofDays: date.daysSince1970, second: second)
    }

    /// The same time of day, this many days later.
    func adding(days count: Int, to instant: Int) -> Int {
        let (days, second) = days(at: instant)
        return self.instant(ofDays: days + count, second: second)
    }

    /// The same time of day, this many months later, or on the last day of a month without that day.
    ///
    /// Years stop at 1 and 9999.
    func adding(months: Int, to instant: Int) -> Int {
        let (date, second) = day(of: instant)
        let total = min(max(date.year * 12 + date.month - 1 + months, 12), 9999 * 12 + 11)
        return self.instant(of: date.moved(toYear: total / 12, month: total % 12 + 1), second: second)
    }

    /// The beginning of the period that contains a point in time.
    func start(of period: QueryPeriod, at instant: Int, firstWeekday: Weekday) -> Int {
        let date = day(of: instant).date
        switch period {
        case .second, .minute: return instant - (instant % period.seconds + period.seconds) % period.seconds
        case .day: return self.instant(of: date)
        case .week:
            let behind = (date.weekday.rawValue - firstWeekday.rawValue + 7) % 7
            return self.instant(ofDays: date.daysSince1970 - behind, second: 0)
        case .month: return self.instant(of: date.moved(toYear: date.year, month: date.month, day: 1))
        case .year: return self.instant(of: date.moved(toYear: date.year, month: 1, day: 1))
        }
    }

    /// The end of the period that begins at a point in time, in seconds since 1970: the first second after it.
    func end(of period: QueryPeriod, from start: Int) -> Int {
        switch period {
        case .second, .minute: start + period.seconds
        case .day: adding(days: 1, to: start)
        case .week: adding(days: 7, to: start)
        case .month: beginning(months: 1, behind: start)
        case .year: beginning(months: 12, behind: start)
        }
    }

    /// The beginning of a month this many months later; past year 9999, a time later than all others.
    private func beginning(months: Int, behind start: Int) -> Int {
        let date = day(of: start).date
        let isLast = date.year * 12 + date.month - 1 + months > 9999 * 12 + 11
        return isLast ? start + 367 * QueryPeriod.day.seconds : adding(months: months, to: start)
    }

    /// The days since 1970-01-01, and the second of the day.
    private func days(at instant: Int) -> (Int, Int) {
        let local = instant + offset(at: instant)
        let second = (local % 86_400 + 86_400) % 86_400
        return ((local - second) / 86_400, second)
    }

    private func instant(ofDays days: Int, second: Int) -> Int {
        let local = days * 86_400 + second
        // Assumes that clocks change at most once within these two days.
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        let isAfter = offset(at: local - before) != before && offset(at: local - after) == after
        return local - (isAfter ? after : before)
    }

    private func offset(at instant: Int) -> Int {
        min(max(secondsFromUTC(Timestamp(clamping: Int64(instant))), -86_400), 86_400)
    }
}

/// The precisions of dates.
enum QueryPeriod: Hashable, Sendable {
    case second, minute, day, week, month, year

    /// The length in seconds; for months and years the minimum.
    var seconds: Int {
        switch self {
        case .second: 1
        case .minute: 60
        case .day: 86_400
        case .week: 7 * 86_400
        case .month: 28 * 86_400
        case .year: 365 * 86_400
        }
    }
}
