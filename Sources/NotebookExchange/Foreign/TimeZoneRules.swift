import Archives
import NotebookFiles
import NotebookFormat
import NotebookText

/// The offsets of a time zone from UTC, as the system's database has them (TZif, RFC 9636).
///
/// Foundation would read the same files, but not in a tool that is linked statically.
struct TimeZoneRules {
    private static let maximumBytes = 1 << 16
    private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/var/db/timezone/zoneinfo"]

    /// The times from which offsets hold, in ascending order.
    private let changes: [(time: Int64, offset: Int)]
    /// The offset before all changes.
    private let first: Int
    /// The rule that holds after the last change, if offsets still change then.
    private let yearly: YearlyTimeZoneRule?

    /// Reads the rules of a zone by its name, such as `Europe/Berlin`; `nil` if the system does not know it.
    init?(named name: String) {
        let isName = name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "_-+".utf8.contains($0) }
        }
        guard isName, name.utf8.count < 100 else { return nil }
        for folder in Self.folders {
            guard let file = try? FileBytes(path: "\(folder)/\(name)") else { continue }
            var buffer = [UInt8](repeating: 0, count: Self.maximumBytes)
            guard let count = try? file.read(into: &buffer, at: 0) else { continue }
            guard let rules = TimeZoneRules(Array(buffer[..<count])) else { continue }
            self = rules
            return
        }
        return nil
    }

    /// Reads the content of a file; `nil` if it is none of the format.
    init?(_ bytes: [UInt8]) {
        var reader = TimeZoneReader(bytes)
        guard var counts = reader.header() else { return nil }
        var isLong = false
        if counts.version >= UInt8(ascii: "2") {
            // The first block has only 32 bits, for old readers.
            reader.offset += counts.size(ofTime: 4)
            guard let second = reader.header() else { return nil }
            (counts, isLong) = (second, true)
        }
        guard counts.types > 0, counts.times < 1 << 14, counts.types <= 256 else { return nil }
        let times = (0..<counts.times).map { _ in reader.integer(isLong ? 8 : 4) }
        let indices = (0..<counts.times).map { _ in Int(reader.integer(1)) & 0xFF }
        let offsets = (0..<counts.types).map { _ -> Int in
            defer { reader.offset += 2 }
            return Int(reader.integer(4))
        }
        guard !reader.isExhausted, indices.allSatisfy({ offsets.indices.contains($0) }),
            offsets.allSatisfy({ abs($0) < 100_000 })
        else { return nil }
        changes = zip(times, indices).map { ($0, offsets[$1]) }
        first = offsets[0]
        reader.offset += counts.names + counts.leaps * (isLong ? 12 : 8) + counts.standards + counts.universals
        yearly = isLong ? YearlyTimeZoneRule(reader.line()) : nil
    }

    /// The offset at a time, in seconds; both in seconds, the time since 1970.
    func offset(at time: Int64) -> Int {
        guard let last = changes.last, time < last.time else {
            return yearly?.offset(at: time) ?? changes.last?.offset ?? first
        }
        return changes.last { $0.time <= time }?.offset ?? first
    }
}

/// Reads numbers in the order of networks; beyond the end, they are 0.
private struct TimeZoneReader {
    private let bytes: [UInt8]
    var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isExhausted: Bool { offset > bytes.count }

    struct Counts {
        let version: UInt8
        var universals = 0
        var standards = 0
        var leaps = 0
        var times = 0
        var types = 0
        var names = 0

        init(version: UInt8) { self.version = version }

        func size(ofTime length: Int) -> Int {
            times * (length + 1) + types * 6 + names + leaps * (length + 4) + standards + universals
        }
    }

    mutating func header() -> Counts? {
        guard bytes.count >= offset + 44, offset >= 0, bytes[offset...].starts(with: "TZif".utf8) else { return nil }
        var counts = Counts(version: bytes[offset + 4])
        offset += 20
        for key in [
            \Counts.universals, \Counts.standards, \Counts.leaps, \Counts.times, \Counts.types, \Counts.names,
        ] {
            let count = integer(4)
            guard count >= 0, count < 1 << 16 else { return nil }
            counts[keyPath: key] = Int(count)
        }
        return counts
    }

    mutating func integer(_ length: Int) -> Int64 {
        defer { offset += length }
        guard offset + length <= bytes.count else { return 0 }
        let bits = bytes[offset..<offset + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let shift = UInt64(64 - 8 * length)
        return Int64(bitPattern: bits << shift) >> Int64(shift)
    }

    /// The text between two line feeds.
    func line() -> String {
        guard offset < bytes.count, bytes[offset] == 0x0A else { return "" }
        return String(decoding: bytes[(offset + 1)...].prefix { $0 != 0x0A }.prefix(200), as: UTF8.self)
    }
}

/// A rule that changes the offset each year on the same days: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1, §8.3, with the
/// hours of RFC 9636 §3.3.1).
private struct YearlyTimeZoneRule {
    /// A weekday of a week of a month, and seconds from midnight.
    private struct Day {
        let month: Int
        let week: Int
        let weekday: Int
        let seconds: Int
    }

    private let standard: Int
    private let summer: (offset: Int, start: Day, end: Day)?

    init?(_ text: String) {
        let pattern = #/(?:<[^>]+>|[A-Za-z]+)([+\-]?[\d:]+)(?:(?:<[^>]+>|[A-Za-z]+)([+\-]?[\d:]+)?,([^,]+),([^,]+))?/#
        guard let match = text.wholeMatch(of: pattern), let west = Self.seconds(match.output.1) else { return nil }
        standard = -west
        guard let start = match.output.3, let end = match.output.4 else {
            summer = nil
            return
        }
        guard let start = Self.day(start), let end = Self.day(end) else { return nil }
        let ahead = match.output.2.map { Self.seconds($0).map { -$0 } } ?? standard + 3600
        guard let ahead else { return nil }
        summer = (ahead, start, end)
    }

    /// Hours, and minutes and seconds behind colons.
    private static func seconds(_ text: Substring) -> Int? {
        let parts = text.drop { "+-".contains($0) }.split(separator: ":").map { Int($0) }
        guard (1...3).contains(parts.count), parts.allSatisfy({ $0.map { $0 < 1000 } ?? false }) else { return nil }
        let sum = zip(parts, [3600, 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
        return text.hasPrefix("-") ? -sum : sum
    }

    private static func day(_ text: Substring) -> Day? {
        guard let match = text.wholeMatch(of: #/M(\d{1,2})\.([1-5])\.([0-6])(?:\/([+\-]?[\d:]+))?/#),
            let month = Int(match.output.1), (1...12).contains(month), let week = Int(match.output.2),
            let weekday = Int(match.output.3), let seconds = match.output.4.map(Self.seconds) ?? 7200
        else { return nil }
        return Day(month: month, week: week, weekday: weekday, seconds: seconds)
    }

    func offset(at time: Int64) -> Int {
        guard let summer, let year = Int("\(Timestamp(clamping: time + Int64(standard)))".prefix(4)) else {
            return standard
        }
        let start = Self.time(summer.start, year) - Int64(standard)
        let end = Self.time(summer.end, year) - Int64(summer.offset)
        let isSummer = start < end ? time >= start && time < end : !(time >= end && time < start)
        return isSummer ? summer.offset : standard
    }

    /// The time of a day in a year, as clocks show it.
    private static func time(_ day: Day, _ year: Int) -> Int64 {
        guard let first = CalendarDate(year: year, month: day.month, day: 1)?.daysSince1970 else { return 0 }
        let next = CalendarDate(daysSince1970: first + 31)
        // The first day of 1970 was a Thursday.
        let weekday = ((first + 4) % 7 + 7) % 7
        var number = first + (day.weekday - weekday + 7) % 7 + (day.week - 1) * 7
        while number >= next.daysSince1970 - next.day + 1 { number -= 7 }
        return Int64(number) * 86_400 + Int64(day.seconds)
    }
}
