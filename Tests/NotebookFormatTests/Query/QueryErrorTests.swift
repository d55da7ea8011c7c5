import TestSupport
import Testing

@testable import NotebookQuery

struct `What is no query` {
    static func problem(_ text: String) -> String {
        do {
            return "read as \(try Query(text))"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", "column 1: the query ends where a comparison is expected; write one, such as tag == 'birds'"),
        ("  ", "column 3: the query ends where a comparison is expected; write one, such as tag == 'birds'"),
        ("modifed >= today", "column 1: unknown field “modifed”; did you mean ‘modified’?"),
        ("pinned and tga == 'a'", "column 12: unknown field “tga”; did you mean ‘tag’?"),
        ("label == 'a'", "column 1: unknown field “label”; did you mean ‘tag’?"),
        (
            "xyzzy == 1",
            "column 1: unknown field “xyzzy”; a property is prop.xyzzy; the fields are title, body, front, back, kind, folder, path, tag, created, modified, pinned, trashed, size, attachment, task.open, task.done, task.cancelled, task.due, linksTo, linkedFrom, backlinks, links.broken, mentions, prop"
        ),
        (
            "'birds' in tag",
            "column 1: expected the name of a field here; a comparison begins with a field, such as tag == 'birds'"
        ),
        (
            "today < modified",
            "column 1: expected the name of a field here; a comparison begins with a field: modified >= today"
        ),
        ("pinned and", "column 11: the query ends where a comparison is expected; write one, such as tag == 'birds'"),
        ("pinned and )", "column 12: expected the name of a field here"),
        ("(pinned", "column 1: this parenthesis is not closed"),
        ("(pinned trashed)", "column 9: expected ‘and’ or ‘or’ here; did you mean ‘and trashed’?"),
        ("pinned is true", "column 8: unknown operator “is”; did you mean ‘==’?"),
        ("pinned 'a'", "column 8: expected an operator after ‘pinned’; use one of == !="),
        ("pinned)", "column 7: unmatched closing parenthesis"),
        ("pinned adn trashed", "column 8: expected ‘and’ or ‘or’ here; did you mean ‘and’?"),
        ("pinned == true adn trashed", "column 16: expected ‘and’ or ‘or’ here; did you mean ‘and’?"),
        ("tag = 'a'", "column 5: unknown sign ‘=’; did you mean ‘==’?"),
        ("size ≥ 5", "column 6: unknown sign ‘≥’; did you mean ‘>=’?"),
        ("pinned & trashed", "column 8: unknown sign ‘&’; did you mean ‘and’?"),
        ("tag == “birds”", "column 8: use straight quotation marks; did you mean ' or \"?"),
        ("tag == #birds", "column 8: “#” (U+0023) is not allowed here"),
        ("tag == birds", "column 8: expected a text here; did you mean 'birds'?"),
        ("title == 2026", "column 10: expected a text here; did you mean '2026'?"),
        ("title == 2026-11-20", "column 10: expected a text here; did you mean '2026-11-20'?"),
        ("title == -", "column 10: expected a text here; put texts in quotation marks"),
        ("title ==", "column 9: the query ends where a value is expected"),
        (
            "title 'a'",
            "column 7: expected an operator after ‘title’; use one of == != < <= > >= contains matches in"
        ),
        ("title", "column 6: expected an operator after ‘title’; use one of == != < <= > >= contains matches in"),
        ("title contians 'a'", "column 7: unknown operator “contians”; did you mean ‘contains’?"),
        ("title startsWith 'a'", "column 7: unknown operator “startsWith”; did you mean ‘matches '^…'’?"),
        ("tag not in ('a')", "column 5: ‘not’ must come before the comparison; did you mean ‘not tag in’?"),
        ("tags.contains('a')", "column 5: an operator needs a space before it; did you mean ‘tag contains’?"),
        (
            "title under 'a'",
            "column 7: ‘under’ does not work with texts such as ‘title’; use one of: == != < <= > >= contains matches in"
        ),
        (
            "modified contains 'a'",
            "column 10: ‘contains’ does not work with dates such as ‘modified’; use one of: == != < <= > >= in"
        ),
        ("pinned > true", "column 8: ‘>’ does not work with ‘true’ and ‘false’ such as ‘pinned’; use one of: == !="),
        ("pinned == yes", "column 11: expected ‘true’ or ‘false’ here; did you mean ‘true’?"),
        ("pinned == 0", "column 11: expected ‘true’ or ‘false’ here; did you mean ‘false’?"),
        ("kind == 'crad'", "column 9: unknown kind of item “crad”; did you mean 'card'?"),
        ("kind == 'blob'", "column 9: unknown kind of item “blob”; the kinds are 'note' and 'card'"),
        ("tag in 'a'", "column 8: expected a list in parentheses here; write one, such as in ('a', 'b')"),
        ("tag in ('a' 'b')", "column 13: expected ‘,’ or ‘)’ here"),
        ("tag in ['a', 'b'", "column 8: this list is not closed"),
        ("tag in ()", "column 9: expected a text here; put texts in quotation marks"),
        ("tag == ''", "column 8: not a valid tag; did you mean ‘tag == none’?"),
        ("tag == 'a,b'", "column 8: not a valid tag; a tag has no comma and at most 255 bytes"),
        ("title == none", "column 10: every item has a value of ‘title’"),
        ("tag < none", "column 7: ‘none’ works only with ‘==’ and ‘!=’"),
        ("title ==[cd] 'a'", "column 9: unknown modifier; case and diacritics are ignored anyway"),
        ("title == ['a']", "column 10: expected a value or ‘[exact]’ here; only ‘in’ takes a list"),
        ("title ==[exact 'a'", "column 16: expected ‘]’ here; did you mean ‘[exact]’?"),
        ("size ==[exact] 1", "column 8: only texts can be compared exactly, not numbers"),
        ("size > 'a'", "column 8: expected a number here; sizes are in bytes: 1500, 1500 kB, 2 MiB"),
        ("size > 1.5MB", "column 8: only whole numbers are supported; write 1500 kB for 1.5 MB"),
        ("task.open > 1.5", "column 13: only whole numbers are supported"),
        ("modified > today - 1.5d", "column 20: only whole numbers are supported"),
        ("prop.x == 1.", "column 13: expected a digit after the decimal point"),
        ("size > 1pt", "column 8: unknown unit of size “pt”; the units are B kB MB GB KiB MiB GiB"),
        ("size > 1 adn pinned", "column 8: unknown unit of size “adn”; the units are B kB MB GB KiB MiB GiB"),
        ("size > 99999999999999999999", "column 8: this number is too large"),
        ("size > 9007199254740992", "column 8: this number is too large"),
        ("size > 99999999999GB", "column 8: this number is too large"),
        ("modified >= startOfDay", "column 13: unknown date “startOfDay”; did you mean ‘startOfToday’?"),
        ("modified >= 2026-02-30", "column 13: no such date: 2026-02-30"),
        ("modified >= 2026-11-20T25:00", "column 13: no such date: 2026-11-20T25:00"),
        ("modified >= '20.11.2026'", "column 13: expected a date here; write one, such as 2026-11-20, today or -7d"),
        ("modified >= 7d", "column 13: expected a date here; did you mean ‘-7d’?"),
        ("modified >= -7days", "column 14: unknown unit of time “days”; did you mean ‘7d’?"),
        (
            "modified >= -7",
            "column 14: this length of time has no unit; the units are min h d w m y, for minutes, hours, days, weeks, months and years"
        ),
        ("modified >= -7 Days", "column 14: unknown unit of time “Days”; did you mean ‘7d’?"),
        ("modified >= today -", "column 20: expected a length of time here; write one, such as 7d"),
        ("modified >= -100000d", "column 14: a length of time is at most 99999d"),
        ("title == 'it')", "column 14: unmatched closing parenthesis"),
        ("title == 'it's'", "column 14: the text ends before this; double a quotation mark within a text"),
        ("title == 'a", "column 10: this quotation mark is not closed; double it within a text"),
        (
            "title == \"say \\\"hi\\\"\"",
            "column 17: the text ends before this; double a quotation mark within a text"
        ),
        ("pinned == true\u{7}", "column 15: U+0007 is not allowed here"),
        ("title == '👩‍👩‍👧é日' xx", "column 16: expected ‘and’ or ‘or’ here"),
        ("\r\ntga == 'a'", "column 2: unknown field “tga”; did you mean ‘tag’?"),
    ])
    func `is refused with its place and what was meant`(text: String, problem: String) {
        #expect(Self.problem(text) == problem)
    }

    @Test(arguments: [("(", ")"), ("not ", ""), ("!", ""), ("(not ", ")"), ("!(", ")")])
    func `is what is nested too deep`(opening: String, closing: String) {
        func text(_ depth: Int) -> String {
            String(repeating: opening, count: depth) + "pinned" + String(repeating: closing, count: depth)
        }
        let levels = opening.count { "(!n".contains($0) } == 1 ? 1 : 2
        #expect(throws: Never.self) { try Query(text(100 / levels)) }
        #expect(Self.problem(text(100 / levels + 1)).contains("a query can be nested at most 100 levels deep"))
        #expect(Self.problem(text(1600)).contains("a query can be nested at most 100 levels deep"))
    }

    @Test func `is what is too long`() {
        let text = "title == '" + String(repeating: "a", count: 9_989) + "'"
        #expect(throws: Never.self) { try Query(text) }
        #expect(Self.problem(text + " ") == "column 10001: a query has at most 10000 characters")
        #expect(
            Self.problem(String(repeating: "(", count: 1_000_000))
                == "column 10001: a query has at most 10000 characters")
    }
}
