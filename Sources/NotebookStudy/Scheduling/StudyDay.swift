package import NotebookQuery
package import NotebookText

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
