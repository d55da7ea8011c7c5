/// Days and months in a time zone, without summer time.
struct LocalCalendar {
    /// How much later clocks show than those of UTC.
    let secondsFromUTC: Int

    /// The day of a point of time, and the second of that day.
    func day(of instant: Int) -> (date: CalendarDate, second: Int) {
        let local = instant + secondsFromUTC
        let second = (local % 86_400 + 86_400) % 86_400
        return (CalendarDate(daysSince1970: (local - second) / 86_400), second)
    }

    /// The point of time of a second of a day.
    func instant(of date: CalendarDate, second: Int = 0) -> Int {
        date.daysSince1970 * 86_400 + second - secondsFromUTC
    }

    /// The same time of the day so many months later, or on the last day of a month that has no such day.
    ///
    /// Years stop at 1 and 9999.
    func adding(months: Int, to instant: Int) -> Int {
        let (date, second) = day(of: instant)
        let total = min(max(date.year * 12 + date.month - 1 + months, 12), 9999 * 12 + 11)
        return self.instant(of: date.moved(toYear: total / 12, month: total % 12 + 1), second: second)
    }

    /// The beginning of the period that a point of time is in.
    func start(of period: QueryPeriod, at instant: Int, firstWeekday: Weekday) -> Int {
        let date = day(of: instant).date
        switch period {
        case .second, .minute: return instant - (instant % period.seconds + period.seconds) % period.seconds
        case .day: return self.instant(of: date)
        case .week:
            let behind = (date.weekday.rawValue - firstWeekday.rawValue + 7) % 7
            return self.instant(of: date) - behind * 86_400
        case .month: return self.instant(of: date.moved(toYear: date.year, month: date.month, day: 1))
        case .year: return self.instant(of: date.moved(toYear: date.year, month: 1, day: 1))
        }
    }

    /// The end of a period that begins at a point of time, in seconds since 1970; it is the first second behind it.
    func end(of period: QueryPeriod, from start: Int) -> Int {
        switch period {
        case .second, .minute, .day, .week: start + period.seconds
        case .month: beginning(months: 1, behind: start)
        case .year: beginning(months: 12, behind: start)
        }
    }

    /// So many months later, which for the last ones of the calendar is a time behind all others.
    private func beginning(months: Int, behind start: Int) -> Int {
        let date = day(of: start).date
        let isLast = date.year * 12 + date.month - 1 + months > 9999 * 12 + 11
        return isLast ? start + 367 * QueryPeriod.day.seconds : adding(months: months, to: start)
    }
}

/// Lengths of time that dates have.
enum QueryPeriod: Hashable, Sendable {
    case second, minute, day, week, month, year

    /// The length in seconds, of months and years at least.
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
