import NotebookFormat
import NotebookText
import Testing

struct `A pattern for dates` {
    /// Seconds since 1970, seconds from UTC, a pattern, and what Moment.js 2.30.1 makes of it.
    static let rows: [(time: Int64, zone: Int, pattern: String, text: String)] = [
        (1795168800, 0, "YYYY-MM-DD", "2026-11-20"),
        (1795168800, 0, "YYYY/MM/DD dddd", "2026/11/20 Friday"),
        (1795168800, 3600, "dddd, D MMMM YYYY [at] HH:mm", "Friday, 20 November 2026 at 11:00"),
        (1795168800, -43200, "ddd Do MMM YY, h:mm a", "Thu 19th Nov 26, 10:00 pm"),
        (1795168800, 20700, "hh:mm:ss A Z ZZ", "03:45:00 PM +05:45 +0545"),
        (0, 0, "gggg-[W]ww GGGG-[W]WW e E d", "1970-W01 1970-W01 4 4 4"),
        (1609459199, 0, "gggg-ww GGGG-WW DDD DDDD DDDo", "2021-01 2020-53 366 366 366th"),
        (1609459200, 0, "gggg-ww GGGG-WW DDD DDDD DDDo", "2021-01 2020-53 1 001 1st"),
        (1735603200, 0, "gg wo w GG Wo W Q Qo", "25 1st 1 25 1st 1 4 4th"),
        (1709164800, 0, "DDDo Mo M D Do dd do", "60th 2nd 2 29 29th Th 4th"),
        (
            951782400, 0, "L LL LLL LLLL",
            "02/29/2000 February 29, 2000 February 29, 2000 12:00 AM Tuesday, February 29, 2000 12:00 AM"
        ),
        (
            951782400, 0, "l ll lll llll LT LTS",
            "2/29/2000 Feb 29, 2000 Feb 29, 2000 12:00 AM Tue, Feb 29, 2000 12:00 AM 12:00 AM 12:00:00 AM"
        ),
        (1795168800, 0, "X x SSS kk k H h", "1795168800 1795168800000 000 10 10 10 10"),
        (1795132800, 0, "kk k HH hh Hmm Hmmss hmm hmmss", "24 24 00 12 000 00000 1200 120000"),
        (1795168800, 0, "[Week] W [of] YYYY", "Week 47 of 2026"),
        (1795168800, 0, "\\Y\\M [a]b] [x", "YM a]b [1795168800000"),
        (1795168800, 0, "YYYYYY YYYYY Y y yo N NNNN", "+002026 02026 2026 2026 2026th AD Anno Domini"),
        (-62000000000, 0, "YYYY-MM-DD Y y", "0005-04-19 0005 5"),
        (1795168800, 0, "é 日 …", "é 日 …"),
        (1796947200, 0, "1st=Do", "10t=11th"),
        (1797033600, 0, "Do", "12th"),
        (1797811200, 0, "Do", "21st"),
        (1797897600, 0, "Do", "22nd"),
        (1797984000, 0, "Do", "23rd"),
    ]

    @Test(arguments: rows.indices) func `writes what Moment.js writes`(number: Int) {
        let row = Self.rows[number]
        let moment = LocalMoment(Timestamp(clamping: row.time), secondsFromUTC: row.zone)
        #expect(DatePattern(row.pattern).text(of: moment) == row.text, "\(row.pattern)")
    }

    /// 2026-11-20T23:30:00Z, which is the 21st an hour farther east.
    static let evening = LocalMoment(Timestamp(clamping: 1_795_217_400), secondsFromUTC: 3600)

    @Test(arguments: [
        ("today", "2026-11-21 00:30"), ("Yesterday", "2026-11-20 00:30"), ("tomorrow", "2026-11-22 00:30"),
        ("-1d", "2026-11-20 00:30"), ("-21", "2026-10-31 00:30"), ("+1w", "2026-11-28 00:30"),
        ("2024-02-29", "2024-02-29 00:30"), ("0001-01-01", "0001-01-01 00:30"),
    ]) func `takes another day at the same time`(word: String, day: String) {
        #expect(Self.evening.day(word).map { DatePattern("YYYY-MM-DD HH:mm").text(of: $0) } == day)
    }

    @Test(arguments: [
        "", "2026-02-30", "2026-2-3", "20261120", "2026-11-20T10:00", "0000-01-01", "-", "+w", "1d", "-9999999w",
        "+4000000", "99999999999999999999", "-99999999999999999999d", "soon", "2026-11--1",
    ]) func `names no day`(word: String) {
        #expect(Self.evening.day(word) == nil)
    }
}
