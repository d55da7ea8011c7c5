import NotebookText

extension LocalMoment {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// The text of a token of a pattern; the token itself if it has no meaning.
    func text(of token: String) -> String {
        switch token.first {
        case "Y", "y", "g", "G", "Q", "M", "N": textOfYear(token) ?? token
        case "D", "d", "e", "E", "w", "W": textOfDay(token) ?? token
        default: textOfTime(token) ?? token
        }
    }

    private func textOfYear(_ token: String) -> String? {
        let quarter = (date.month + 2) / 3
        return switch token {
        case "YYYYYY": "+" + date.year.digits(6)
        case "YYYYY": date.year.digits(5)
        case "YYYY", "Y", "yyyy": date.year.digits(4)
        case "YY": (date.year % 100).digits(2)
        case "yyy": date.year.digits(3)
        case "yy": date.year.digits(2)
        case "y": String(date.year)
        case "yo": date.year.ordinal
        case "ggggg": localWeek.year.digits(5)
        case "gggg": localWeek.year.digits(4)
        case "gg": (localWeek.year % 100).digits(2)
        case "GGGGG": week.year.digits(5)
        case "GGGG": week.year.digits(4)
        case "GG": (week.year % 100).digits(2)
        case "Qo": quarter.ordinal
        case "Q": String(quarter)
        case "MMMM": Self.months[date.month - 1]
        case "MMM": String(Self.months[date.month - 1].prefix(3))
        case "MM": date.month.digits(2)
        case "Mo": date.month.ordinal
        case "M": String(date.month)
        case "NNNN": "Anno Domini"
        case "N", "NN", "NNN", "NNNNN": "AD"
        default: nil
        }
    }

    private func textOfDay(_ token: String) -> String? {
        let name = Self.weekdays[dayFromSunday]
        return switch token {
        case "DDDD": dayOfYear.digits(3)
        case "DDDo": dayOfYear.ordinal
        case "DDD": String(dayOfYear)
        case "DD": date.day.digits(2)
        case "Do": date.day.ordinal
        case "D": String(date.day)
        case "dddd": name
        case "ddd": String(name.prefix(3))
        case "dd": String(name.prefix(2))
        case "do": dayFromSunday.ordinal
        case "d", "e": String(dayFromSunday)
        case "E": String(date.weekday.rawValue)
        case "ww": localWeek.number.digits(2)
        case "wo": localWeek.number.ordinal
        case "w": String(localWeek.number)
        case "WW": week.number.digits(2)
        case "Wo": week.number.ordinal
        case "W": String(week.number)
        default: nil
        }
    }

    private func textOfTime(_ token: String) -> String? {
        let (hour, minute, second) = (self.second / 3600, self.second / 60 % 60, self.second % 60)
        let half = hour % 12 == 0 ? 12 : hour % 12
        let zone = abs(secondsFromUTC) / 60
        let sign = secondsFromUTC < 0 ? "-" : "+"
        return switch token {
        case "Hmmss": "\(hour)\(minute.digits(2))\(second.digits(2))"
        case "Hmm": "\(hour)\(minute.digits(2))"
        case "hmmss": "\(half)\(minute.digits(2))\(second.digits(2))"
        case "hmm": "\(half)\(minute.digits(2))"
        case "HH": hour.digits(2)
        case "H": String(hour)
        case "hh": half.digits(2)
        case "h": String(half)
        case "kk": (hour == 0 ? 24 : hour).digits(2)
        case "k": String(hour == 0 ? 24 : hour)
        case "A": hour < 12 ? "AM" : "PM"
        case "a": hour < 12 ? "am" : "pm"
        case "mm": minute.digits(2)
        case "m": String(minute)
        case "ss": second.digits(2)
        case "s": String(second)
        case "x": String(secondsSince1970 * 1000)
        case "X": String(secondsSince1970)
        case "Z": "\(sign)\((zone / 60).digits(2)):\((zone % 60).digits(2))"
        case "ZZ": "\(sign)\((zone / 60).digits(2))\((zone % 60).digits(2))"
        // There are no names of time zones, as in Moment.js without its data.
        case "z", "zz": ""
        default: token.allSatisfy { $0 == "S" } ? String(repeating: "0", count: token.count) : nil
        }
    }

    private var dayFromSunday: Int { date.weekday.rawValue % 7 }

    private var dayOfYear: Int { Self.dayOfYear(date) }

    private static func dayOfYear(_ date: CalendarDate) -> Int {
        date.daysSince1970 - date.moved(toYear: date.year, month: 1, day: 1).daysSince1970 + 1
    }

    /// The week and its year, by ISO 8601: the year that its Thursday is in.
    private var week: (year: Int, number: Int) { week(of: 4 - date.weekday.rawValue) }

    /// The week and its year as counted in the United States: from Sunday, with the first of January in week 1.
    private var localWeek: (year: Int, number: Int) { week(of: 6 - dayFromSunday) }

    /// The week and year of the deciding day, which is this many days later.
    private func week(of days: Int) -> (year: Int, number: Int) {
        let decisive = CalendarDate(daysSince1970: date.daysSince1970 + days)
        return (decisive.year, (Self.dayOfYear(decisive) + 6) / 7)
    }
}

extension Int {
    fileprivate func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
    }

    /// `1st`, `2nd`, `3rd`, `4th`, ….
    fileprivate var ordinal: String {
        let ending: String
        switch (self % 10, self % 100 / 10) {
        case (_, 1): ending = "th"
        case (1, _): ending = "st"
        case (2, _): ending = "nd"
        case (3, _): ending = "rd"
        default: ending = "th"
        }
        return String(self) + ending
    }
}
