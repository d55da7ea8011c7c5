import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookText

struct `A date in a query` {
    static func moment(_ text: String) throws -> QueryMoment {
        guard case .moment(let moment) = try QueryParser.read("created == " + text).comparisons[0].value else {
            throw TestFailure()
        }
        return moment
    }

    struct TestFailure: Error {}

    /// When a date begins and ends, seen on Friday, 20 November 2026 at 10:00:30 UTC.
    static func span(_ text: String, zone: Int = 0, week: Weekday = .monday) throws -> String {
        try span(text, week: week) { _ in zone }
    }

    static func span(
        _ text: String, week: Weekday = .monday, _ secondsFromUTC: @escaping @Sendable (Timestamp) -> Int
    ) throws -> String {
        let now = try #require(Timestamp(asWritten: "2026-11-20T10:00:30Z"))
        let context = QueryContext(now: now, firstWeekday: week, secondsFromUTC: secondsFromUTC)
        let seconds = try moment(text).seconds(in: context)
        func time(_ second: Int) -> String { Timestamp(clamping: Int64(second)).description }
        return seconds.count == 1 ? time(seconds.lowerBound) : time(seconds.lowerBound) + "/" + time(seconds.upperBound)
    }

    @Test(arguments: [
        ("now", "2026-11-20T10:00:30Z"), ("-7d", "2026-11-13T10:00:30Z"), ("+2h", "2026-11-20T12:00:30Z"),
        ("-2w", "2026-11-06T10:00:30Z"), ("-9m", "2026-02-20T10:00:30Z"), ("-1y", "2025-11-20T10:00:30Z"),
        ("today", "2026-11-20T00:00:00Z/2026-11-21T00:00:00Z"),
        ("yesterday", "2026-11-19T00:00:00Z/2026-11-20T00:00:00Z"),
        ("tomorrow", "2026-11-21T00:00:00Z/2026-11-22T00:00:00Z"),
        ("startOfToday", "2026-11-20T00:00:00Z"), ("startOfWeek", "2026-11-16T00:00:00Z"),
        ("startOfMonth", "2026-11-01T00:00:00Z"), ("startOfYear", "2026-01-01T00:00:00Z"),
        ("startOfWeek - 1w", "2026-11-09T00:00:00Z"), ("startOfMonth - 1m", "2026-10-01T00:00:00Z"),
        ("today - 7d", "2026-11-13T00:00:00Z/2026-11-14T00:00:00Z"),
        ("2026", "2026-01-01T00:00:00Z/2027-01-01T00:00:00Z"), ("2026-02", "2026-02-01T00:00:00Z/2026-03-01T00:00:00Z"),
        ("2024-02", "2024-02-01T00:00:00Z/2024-03-01T00:00:00Z"),
        ("2026-12", "2026-12-01T00:00:00Z/2027-01-01T00:00:00Z"),
        ("2026-12-31", "2026-12-31T00:00:00Z/2027-01-01T00:00:00Z"),
        ("2026-11-20T10:05", "2026-11-20T10:05:00Z/2026-11-20T10:06:00Z"),
        ("2026-11-20T10:05:06", "2026-11-20T10:05:06Z"),
        ("2026-11-20T10:05:06+01:30", "2026-11-20T08:35:06Z"), ("2026-11-20T10:05:06-0800", "2026-11-20T18:05:06Z"),
        ("2026-01-31 + 1m", "2026-02-28T00:00:00Z/2026-03-01T00:00:00Z"),
        ("2024-02-29 - 1y", "2023-02-28T00:00:00Z/2023-03-01T00:00:00Z"),
        ("9999", "9999-01-01T00:00:00Z/9999-12-31T23:59:59Z"), ("9999-12", "9999-12-01T00:00:00Z/9999-12-31T23:59:59Z"),
        ("0001 - 99999y", "0001-01-01T00:00:00Z/0002-01-01T00:00:00Z"),
        ("9999-12-31 + 99999m", "9999-12-31T00:00:00Z/9999-12-31T23:59:59Z"),
        ("-99999w", "0110-05-16T10:00:30Z"),
    ])
    func `covers what it says`(text: String, span: String) throws { #expect(try Self.span(text) == span) }

    @Test(arguments: [
        ("today", 14, "2026-11-20T10:00:00Z/2026-11-21T10:00:00Z"),
        ("today", -11, "2026-11-19T11:00:00Z/2026-11-20T11:00:00Z"),
        ("2026-11-20", 1, "2026-11-19T23:00:00Z/2026-11-20T23:00:00Z"),
        ("2026-11", -8, "2026-11-01T08:00:00Z/2026-12-01T08:00:00Z"),
        ("2026-11-20T10:00:00", 1, "2026-11-20T09:00:00Z"), ("2026-11-20T10:00:00Z", 1, "2026-11-20T10:00:00Z"),
        ("startOfMonth", 1, "2026-10-31T23:00:00Z"), ("startOfToday", 15, "2026-11-20T09:00:00Z"),
        ("-1m", 5, "2026-10-20T10:00:30Z"),
    ])
    func `is one of the place where it is asked`(text: String, hours: Int, span: String) throws {
        #expect(try Self.span(text, zone: hours * 3600) == span)
    }

    /// Clocks as in Berlin in 2026: an hour before UTC, and two from 29 March, 01:00 UTC, until 25 October, 01:00 UTC.
    @Test(arguments: [
        ("2026-07-02", "2026-07-01T22:00:00Z/2026-07-02T22:00:00Z"),
        ("2026-03-29", "2026-03-28T23:00:00Z/2026-03-29T22:00:00Z"),
        ("2026-10-25", "2026-10-24T22:00:00Z/2026-10-25T23:00:00Z"),
        ("2026-10", "2026-09-30T22:00:00Z/2026-10-31T23:00:00Z"), ("2026", "2025-12-31T23:00:00Z/2026-12-31T23:00:00Z"),
        ("today - 2m", "2026-09-19T22:00:00Z/2026-09-20T22:00:00Z"), ("startOfYear + 6m", "2026-06-30T22:00:00Z"),
        ("startOfWeek - 4w", "2026-10-18T22:00:00Z"), ("-26d", "2026-10-25T10:00:30Z"),
        ("-27d", "2026-10-24T09:00:30Z"),
        // Shown twice, and never.
        ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"), ("2026-03-29T02:30:00", "2026-03-29T01:30:00Z"),
        ("2026-10-25T02:30:00+01:00", "2026-10-25T01:30:00Z"),
    ])
    func `knows summer time`(text: String, span: String) throws {
        let start = try #require(Timestamp(asWritten: "2026-03-29T01:00:00Z"))
        let end = try #require(Timestamp(asWritten: "2026-10-25T01:00:00Z"))
        let summer = start..<end
        #expect(try Self.span(text) { summer.contains($0) ? 7200 : 3600 } == span)
    }

    @Test(arguments: zip(Weekday.allCases, [16, 17, 18, 19, 20, 14, 15]))
    func `counts weeks from their first day`(weekday: Weekday, day: Int) throws {
        #expect(try Self.span("startOfWeek", week: weekday) == "2026-11-\(day)T00:00:00Z")
    }

    @Test(arguments: Seeds.some(100))
    func `knows the day of the week as others do`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let days = Int.random(in: -719_162...2_932_896, using: &generator)
        // 2000-01-03, 10,959 days after 1970-01-01, was a Monday.
        let expected = ((days - 10_959) % 7 + 7) % 7 + 1
        #expect(CalendarDate(daysSince1970: days).weekday.rawValue == expected)
    }

    @Test(arguments: Seeds.some(100))
    func `compares like the seconds that it covers`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let texts = [
            "2026", "2026-11", "2026-11-20", "2026-11-20T10:00", "today", "yesterday", "-1d", "startOfWeek",
            "today - 1m",
        ]
        let text = generator.pick(texts)
        let context = QueryContext(
            now: Timestamp(clamping: 1_795_000_000 + Int64.random(in: 0...5_000_000, using: &generator)),
            secondsFromUTC: Int.random(in: -50_000...50_000, using: &generator),
            firstWeekday: generator.pick(Weekday.allCases))
        let seconds = try Self.moment(text).seconds(in: context)
        let candidates = [seconds.lowerBound - 1, seconds.lowerBound, seconds.upperBound - 1, seconds.upperBound]
        for second in candidates {
            let time = Timestamp(clamping: Int64(second))
            let item = ItemFacts(
                path: try BundlePath("notes/a.md"), kind: .note, item: ItemMetadata(), notebookCreated: time)
            func holds(_ operation: String) throws -> Bool {
                try Query("created \(operation) \(text)").matches(item, in: context)
            }
            #expect(try holds("==") == seconds.contains(second))
            #expect(try holds("!=") == !seconds.contains(second))
            #expect(try holds("<") == (second < seconds.lowerBound))
            #expect(try holds(">=") == (second >= seconds.lowerBound))
            #expect(try holds("<=") == (second < seconds.upperBound))
            #expect(try holds(">") == (second >= seconds.upperBound))
        }
    }
}
