import NotebookText

/// A date in a query: a year, month, day, minute or second (ISO 8601-1:2019 §5.2.2 and §5.4).
struct QueryDate: Hashable, Sendable {
    /// A time of the day.
    struct Time: Hashable, Sendable {
        let hour: Int
        let minute: Int
        let second: Int?
        /// Minutes east of UTC; `nil` for the user's time zone.
        let zone: Int?
    }

    let year: Int
    let month: Int?
    let day: Int?
    let time: Time?
    /// The first day of the date's period.
    let firstDay: CalendarDate

    /// Makes a date; `nil` if it does not exist, such as 30 February.
    init?(year: Int, month: Int? = nil, day: Int? = nil, time: Time? = nil) {
        guard let firstDay = CalendarDate(year: year, month: month ?? 1, day: day ?? 1) else { return nil }
        if let time {
            guard day != nil, time.hour < 24, time.minute < 60, (time.second ?? 0) < 60,
                abs(time.zone ?? 0) < 24 * 60
            else { return nil }
        }
        (self.year, self.month, self.day, self.time, self.firstDay) = (year, month, day, time, firstDay)
    }

    /// The precision of the date.
    var length: QueryPeriod {
        if let time { return time.second == nil ? .minute : .second }
        return day != nil ? .day : month != nil ? .month : .year
    }

    /// The beginning of the date's period, in seconds since 1970.
    func start(in calendar: LocalCalendar) -> Int {
        guard let time else { return calendar.instant(of: firstDay) }
        let local = time.zone.map { LocalCalendar(secondsFromUTC: $0 * 60) } ?? calendar
        return local.instant(of: firstDay, second: time.hour * 3600 + time.minute * 60 + (time.second ?? 0))
    }
}

extension QueryDate: CustomStringConvertible {
    /// The date as it is written in a query.
    var description: String {
        var text = Self.digits(year, 4)
        if let month { text += "-" + Self.digits(month) }
        if let day { text += "-" + Self.digits(day) }
        guard let time else { return text }
        text += "T\(Self.digits(time.hour)):\(Self.digits(time.minute))"
        if let second = time.second { text += ":" + Self.digits(second) }
        guard let zone = time.zone else { return text }
        guard zone != 0 else { return text + "Z" }
        return text + "\(zone < 0 ? "-" : "+")\(Self.digits(abs(zone) / 60)):\(Self.digits(abs(zone) % 60))"
    }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
