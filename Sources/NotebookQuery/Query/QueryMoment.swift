import NotebookText

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
        case hour = "h"
        case day = "d"
        case week = "w"
        case month = "m"
        case year = "y"
    }

    let anchor: Anchor
    let shift: Shift?

    /// The seconds since 1970 that the date covers: a whole day or month, or a single second for a point in time.
    package func seconds(in context: QueryContext) -> Range<Int> {
        let calendar = LocalCalendar(context)
        let start = shifted(anchor.start(calendar, context), calendar)
        return start..<max(start + 1, calendar.end(of: anchor.length, from: start))
    }

    private func shifted(_ instant: Int, _ calendar: LocalCalendar) -> Int {
        guard let shift else { return instant }
        switch shift.unit {
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
