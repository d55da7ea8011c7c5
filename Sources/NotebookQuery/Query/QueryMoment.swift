package import NotebookText

/// A date in a query: an absolute date or a named one, with an optional offset.
package struct QueryMoment: Hashable, Sendable {
    /// The starting point of the date.
    enum Anchor: Hashable, Sendable {
        case named(Name)
        case date(QueryDate)
    }

    /// A date that depends on the current time.
    enum Name: String, CaseIterable, Sendable {
        case now, today, yesterday, tomorrow, startOfToday, startOfWeek, startOfMonth, startOfYear

        /// The named date, in any letter case; `nil` for other words.
        init?(word: String) {
            guard let name = Self.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) else {
                return nil
            }
            self = name
        }
    }

    /// The offset.
    struct Shift: Hashable, Sendable {
        /// The largest number of units.
        static let maximum = 99_999

        /// The number of units, negative for earlier dates.
        let count: Int
        let unit: Unit
    }

    /// The units of offsets.
    enum Unit: String, CaseIterable, Sendable {
        case minute = "min"
        case hour = "h"
        case day = "d"
        case week = "w"
        case month = "m"
        case year = "y"
    }

    let anchor: Anchor
    let shift: Shift?
    /// What it covers in a context in which the query is answered, if that is known.
    private var known: Range<Int>?

    init(anchor: Anchor, shift: Shift?) { (self.anchor, self.shift) = (anchor, shift) }

    /// The same date, which is computed only once for all items.
    func known(in context: QueryContext) -> QueryMoment {
        var moment = self
        moment.known = seconds(in: context)
        return moment
    }

    /// The seconds since 1970 that the date covers: a whole day or month, or a single second for a point in time.
    package func seconds(in context: QueryContext) -> Range<Int> {
        if let known { return known }
        let calendar = LocalCalendar(context)
        let start = shifted(anchor.start(calendar, context), calendar)
        return start..<max(start + 1, calendar.end(of: anchor.length, from: start))
    }

    private func shifted(_ instant: Int, _ calendar: LocalCalendar) -> Int {
        guard let shift else { return instant }
        switch shift.unit {
        case .minute: return instant + shift.count * 60
        case .hour: return instant + shift.count * 3600
        case .day: return calendar.adding(days: shift.count, to: instant)
        case .week: return calendar.adding(days: shift.count * 7, to: instant)
        case .month: return calendar.adding(months: shift.count, to: instant)
        case .year: return calendar.adding(months: shift.count * 12, to: instant)
        }
    }
}

extension QueryMoment.Anchor {
    fileprivate var length: QueryPeriod {
        switch self {
        case .date(let date): date.length
        case .named(.today), .named(.yesterday), .named(.tomorrow): .day
        case .named: .second
        }
    }

    fileprivate func start(_ calendar: LocalCalendar, _ context: QueryContext) -> Int {
        let now = Int(context.now.secondsSince1970)
        func start(of period: QueryPeriod) -> Int {
            calendar.start(of: period, at: now, firstWeekday: context.firstWeekday)
        }
        return switch self {
        case .date(let date): date.start(in: calendar)
        case .named(.now): now
        case .named(.today), .named(.startOfToday): start(of: .day)
        case .named(.yesterday): calendar.adding(days: -1, to: start(of: .day))
        case .named(.tomorrow): calendar.adding(days: 1, to: start(of: .day))
        case .named(.startOfWeek): start(of: .week)
        case .named(.startOfMonth): start(of: .month)
        case .named(.startOfYear): start(of: .year)
        }
    }
}

extension QueryMoment: CustomStringConvertible {
    /// The date as it is written in a query; an offset from now is written without ‘now’.
    package var description: String {
        guard let shift else { return anchor.description }
        let distance = "\(abs(shift.count))\(shift.unit.rawValue)"
        let sign = shift.count < 0 ? "-" : "+"
        return anchor == .named(.now) ? sign + distance : "\(anchor.description) \(sign) \(distance)"
    }
}

extension QueryMoment.Anchor {
    fileprivate var description: String {
        switch self {
        case .named(let name): name.rawValue
        case .date(let date): date.description
        }
    }
}

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
