/// A point in time on the user's clock: a day, a time of day, and the offset from UTC.
public struct LocalMoment: Hashable, Sendable {
    package let date: CalendarDate
    /// The second of the day, from 0.
    package let second: Int
    /// The offset from UTC in seconds, positive in the east.
    package let secondsFromUTC: Int

    /// Makes the local time at a point in time.
    public init(_ time: Timestamp, secondsFromUTC: Int) {
        let local = Int(time.secondsSince1970) + secondsFromUTC
        second = (local % 86_400 + 86_400) % 86_400
        date = CalendarDate(daysSince1970: (local - second) / 86_400)
        self.secondsFromUTC = secondsFromUTC
    }

    private init(_ date: CalendarDate, like other: LocalMoment) {
        self.date = date
        (second, secondsFromUTC) = (other.second, other.secondsFromUTC)
    }

    private init(_ date: CalendarDate, _ second: Int, _ secondsFromUTC: Int) {
        (self.date, self.second, self.secondsFromUTC) = (date, second, secondsFromUTC)
    }

    /// The first and the last second of the day, and one in between.
    package var startAndEndOfDay: [LocalMoment] {
        [0, 43_199, 86_399].map { LocalMoment(date, $0, secondsFromUTC) }
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    package var secondsSince1970: Int { date.daysSince1970 * 86_400 + second - secondsFromUTC }

    /// The same time on another day; `nil` if the text names no day, or none from year 1 to year 9999.
    ///
    /// A day is `YYYY-MM-DD`, `today`, `yesterday`, `tomorrow`, or a number of days or weeks from today: `-3d`, `+1w`.
    public func day(_ text: String) -> LocalMoment? {
        let word = text.lowercased()
        switch word {
        case "today": return self
        case "yesterday": return moved(days: -1)
        case "tomorrow": return moved(days: 1)
        default: break
        }
        if word.hasPrefix("+") || word.hasPrefix("-") {
            let factor = word.hasSuffix("w") ? 7 : 1
            let number = word.hasSuffix("w") || word.hasSuffix("d") ? word.dropLast() : word[...]
            guard let count = Int(number), abs(count) <= 4_000_000 else { return nil }
            return moved(days: count * factor)
        }
        return CalendarDate(text: word).map { LocalMoment($0, like: self) }
    }

    /// The same time this many days later; `nil` outside the years 1 to 9999.
    private func moved(days count: Int) -> LocalMoment? {
        let date = CalendarDate(daysSince1970: date.daysSince1970 + count)
        return (1...9999).contains(date.year) ? LocalMoment(date, like: self) : nil
    }
}
