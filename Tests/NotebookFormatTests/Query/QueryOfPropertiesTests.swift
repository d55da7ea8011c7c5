import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookText

struct `A query about properties` {
    static let frontMatter = """
        ---
        status: Done
        rating: 4
        price: 12.50
        due: 2026-11-20
        read: 2026-11-20 09:30
        seen: 2026-11-20T10:00:00+01:00
        done: true
        authors: [Jane Doe, "John Roe"]
        years:
          - 2019
          - 2021
        empty:
        none: []
        reading time: 5
        code: "4"
        ---
        text

        """

    static func answer(_ text: String, hoursFromUTC: Int = 0) throws -> Bool {
        let file = try ItemFile(Array(frontMatter.utf8))
        let path = try BundlePath("notes/a.md")
        var facts = ItemFacts(path: path, kind: .note, item: ItemMetadata(), notebookCreated: .epoch)
        let context = QueryContext(
            now: try #require(Timestamp(asWritten: "2026-11-20T10:00:00Z")), secondsFromUTC: hoursFromUTC * 3600)
        let query = try Query(text)
        #expect(query.answer(for: facts, in: context) == nil, "the front matter decides")
        facts.content = ItemContent(file, at: path)
        return query.matches(facts, in: context)
    }

    @Test(arguments: [
        "prop.status == 'done'", "prop.status ==[exact] 'Done'", "PROP.Status == 'DONE'", "prop.status != 'open'",
        "prop.status contains 'on'", "prop.status matches '^d'", "prop.status in ('open', 'done')",
        "prop.status > 'closed'", "property.status != none",
        "prop.rating == 4", "prop.rating == 4.0", "prop.rating >= 4", "prop.rating > 3.5", "prop.rating < 5",
        "prop.rating <= 4 and prop.rating != 3", "prop.rating in (3, 4)", "prop.rating == '4'", "prop.rating > -1",
        "prop.price == 12.5", "prop.price in (12.5, 'x')",
        "prop.due == 2026-11-20", "prop.due == 2026-11", "prop.due == today", "prop.due <= today",
        "prop.due < tomorrow",
        "prop.due > -2d", "prop.due >= 2026", "prop.due < 2027", "prop.read == 2026-11-20T09:30", "prop.read < now",
        "prop.seen == 2026-11-20T09:00Z", "prop.done == true", "prop.done != false", "prop.done in (true)",
        "prop.authors == 'jane doe'", "prop.authors == 'John Roe'", "prop.authors contains 'roe'",
        "prop.authors != 'Jim'", "prop.years == 2019", "prop.years > 2020",
        "prop.empty == none", "prop.none == none", "prop.missing == none", "prop.missing != 'x'",
        "prop.'reading time' == 5", "prop.\"reading time\" < 6", "prop.code == '4'",
    ])
    func `is yes for what fits`(text: String) throws { #expect(try Self.answer(text)) }

    @Test(arguments: [
        "prop.status == 'open'", "prop.status ==[exact] 'done'", "prop.status == 4", "prop.status == true",
        "prop.status == none", "prop.rating > 4", "prop.rating == true", "prop.rating == 2026-11-20", "prop.code == 4",
        "prop.due == 2026-11-21", "prop.due < today", "prop.due == now", "prop.due == 4", "prop.done == false",
        "prop.authors == 'Jane'", "prop.authors != 'Jane Doe'", "prop.empty == ''", "prop.empty contains ''",
        "prop.missing == 'x'", "prop.missing < 3", "prop.years == 2020",
    ])
    func `is no for what does not`(text: String) throws { #expect(try !Self.answer(text)) }

    @Test func `takes dates without a time zone as the user's`() throws {
        #expect(try Self.answer("prop.due < 2026-11-20T00:00Z", hoursFromUTC: 2))
        #expect(try Self.answer("prop.due == 2026-11-20", hoursFromUTC: 2))
        #expect(try Self.answer("prop.seen == 2026-11-20T09:00Z", hoursFromUTC: 2))
    }

    @Test(arguments: [
        (
            "PROP . x == 1",
            "column 5: expected the name of a property here; write it, such as prop.rating or prop.'reading time'"
        ),
        (
            "prop",
            "column 5: expected the name of a property here; write it, such as prop.rating or prop.'reading time'"
        ),
        (
            "prop. == 1",
            "column 6: expected the name of a property here; write it, such as prop.rating or prop.'reading time'"
        ),
        ("prop.done", "column 10: expected an operator after the property; did you mean ‘prop.done != none’?"),
        (
            "prop.done and pinned",
            "column 11: expected an operator after the property; did you mean ‘prop.done != none’?"
        ),
        ("prop.title == 'x'", "column 6: ‘title’ is not a property; did you mean ‘title’?"),
        ("prop.tags == 'x'", "column 6: ‘tags’ is not a property; did you mean ‘tag’?"),
        ("prop.uuid == 'x'", "column 6: ‘uuid’ is not a property"),
        ("prop.status == done", "column 16: expected a value here; did you mean 'done'?"),
        ("prop.due < 7d", "column 12: unexpected unit “d”; did you mean ‘-7d’?"),
        (
            "prop.price < 7kg",
            "column 14: unexpected unit “kg”; a property is compared with a plain number, such as 4 or 4.5"
        ),
        ("prop.x > true", "column 10: ‘true’ works only with ‘==’, ‘!=’ and ‘in’"),
        ("prop.x == ", "column 11: the query ends where a value is expected"),
        (
            "prop.x == )",
            "column 11: expected a value here; write a text in quotation marks, a number, a date, true, false or none"
        ),
        ("prop.x contains 4", "column 17: expected a text here; did you mean '4'?"),
        (
            "prop.x under 'a'",
            "column 8: ‘under’ does not work with properties such as ‘prop’; use one of: == != < <= > >= contains matches in"
        ),
        ("size == 1.5", "column 9: only whole numbers are supported; write 1500 kB for 1.5 MB"),
    ])
    func `says what is wrong`(text: String, problem: String) { #expect(QueryErrors.problem(text) == problem) }

    @Test(arguments: [
        ("prop.rating>=04.50", "prop.rating >= 4.5"), ("property.'due' < -7d", "prop.due < -7d"),
        ("prop.\"it's\"==-0", "prop.\"it's\" == 0"),
        ("PROP.x in [1,'a',true,today]", "prop.x in (1, 'a', true, today)"),
        ("prop.due-date == nil", "prop.due-date == none"),
    ])
    func `has a canonical text`(text: String, canonical: String) throws {
        #expect(try Query(text).description == canonical)
        #expect(try Query(canonical).description == canonical)
    }
}
