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

/// Finds dates in a query.
struct QueryDateScanner {
    private let scalars: [Unicode.Scalar]
    private var offset: Int

    /// The date of a whole text; `nil` if it is not one.
    static func date(_ text: String) -> QueryDate? {
        let scalars = Array(text.unicodeScalars)
        if scalars.count == 4, let year = Int(text) { return QueryDate(year: year) }
        guard let scanned = scan(scalars, from: 0), scanned.end == scalars.count else { return nil }
        return scanned.date
    }

    /// Parses a date, at least `YYYY-MM`; `nil` if the text does not begin like one.
    ///
    /// For a date that does not exist, `date` is `nil`.
    static func scan(_ scalars: [Unicode.Scalar], from start: Int) -> (date: QueryDate?, end: Int)? {
        var scanner = QueryDateScanner(scalars: scalars, offset: start)
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), !scanner.continuesWord
        else { return nil }
        var day: Int?
        let dayStart = scanner.offset
        if scanner.skip("-"), let number = scanner.digits(2), !scanner.continuesWord || scanner.hasTime {
            day = number
        } else {
            scanner.offset = dayStart
        }
        let time = day == nil ? nil : scanner.time()
        return (QueryDate(year: year, month: month, day: day, time: time), scanner.offset)
    }

    /// Whether a letter or digit follows, so that the text is the beginning of something else.
    private var continuesWord: Bool { offset < scalars.count && scalars[offset].isPartOfWord }

    private var hasTime: Bool {
        var ahead = self
        return ahead.skip("T") || ahead.skip("t")
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard offset < scalars.count, scalars[offset] == scalar else { return false }
        offset += 1
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard offset + count <= scalars.count else { return nil }
        var value = 0
        for scalar in scalars[offset..<offset + count] {
            guard (0x30...0x39).contains(scalar.value) else { return nil }
            value = value * 10 + Int(scalar.value - 0x30)
        }
        offset += count
        return value
    }

    private mutating func time() -> QueryDate.Time? {
        let start = offset
        guard skip("T") || skip("t"), let hour = digits(2), skip(":"), let minute = digits(2) else {
            offset = start
            return nil
        }
        let secondStart = offset
        var second: Int?
        if skip(":") { second = digits(2) }
        if second == nil { offset = secondStart }
        return QueryDate.Time(hour: hour, minute: minute, second: second, zone: zone())
    }

    /// Minutes east of UTC; `nil` if there is no time zone.
    private mutating func zone() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let start = offset
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = digits(2) else {
            offset = start
            return nil
        }
        let minuteStart = offset
        _ = skip(":")
        let minutes = digits(2)
        if minutes == nil { offset = minuteStart }
        // `-10d` means ten days earlier, not a time zone.
        guard !continuesWord, minutes ?? 0 < 60 else {
            offset = start
            return nil
        }
        return (hours * 60 + (minutes ?? 0)) * (isWest ? -1 : 1)
    }
}
