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
