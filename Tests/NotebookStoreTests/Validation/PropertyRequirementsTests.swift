import NotebookStore
import NotebookTestSupport
import Testing

@testable import NotebookCheck
@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookText

struct `Required properties` {
    /// Front matter without its marks, what is required, and what is found: rule, line, column and the beginning of the
    /// message.
    static let cases: [(lines: String, keys: String, found: [String])] = [
        ("author: Ada", #"{"author": {"required": true}}"#, []),
        ("Author: Ada", #"{"author": {"required": true}}"#, []),
        ("x: 1", #"{"author": {"required": true}}"#, ["NB901 1:1 “author” is missing"]),
        ("x: 1\nauthor:", #"{"author": {"required": true}}"#, ["NB901 3:1 “author” has no value"]),
        ("author: []", #"{"author": {"required": true, "list": true}}"#, ["NB901 2:1 “author” has no value"]),
        ("author:", #"{"author": {"type": "number", "values": ["1"], "pattern": "1"}}"#, []),
        ("rating: 4", #"{"rating": {"type": "number"}}"#, []),
        ("rating: -1.5e3", #"{"rating": {"type": "number"}}"#, []),
        (
            "rating: \"4\"", #"{"rating": {"type": "number"}}"#,
            ["NB902 2:9 “rating” has to be a number, but “4” is a text"]
        ),
        ("rating: 2026-01-02", #"{"rating": {"type": "number"}}"#, ["NB902 2:9 “rating” has to be a number"]),
        ("due: 2026-01-02T10:00:00Z", #"{"due": {"type": "date"}}"#, []),
        ("due: tomorrow", #"{"due": {"type": "date"}}"#, ["NB902 2:6 “due” has to be a date"]),
        ("done: true", #"{"done": {"type": "boolean"}}"#, []),
        ("done: yes", #"{"done": {"type": "boolean"}}"#, ["NB902 2:7 “done” has to be true or false"]),
        (
            "isbn: 12", #"{"isbn": {"type": "text"}}"#,
            ["NB902 2:7 “isbn” has to be a text, but “12” is a number; a text"]
        ),
        ("a:\n  b: c", #"{"a": {"type": "text"}}"#, ["NB902 2:1 “a” has to be a text"]),
        ("a: [x, 1, y]", #"{"a": {"type": "text"}}"#, ["NB902 2:8 “a” has to be a text"]),
        ("a:\n  - x\n  - 1", #"{"a": {"type": "text", "list": true}}"#, ["NB902 4:5 “a” has to be a text"]),
        ("a: x", #"{"a": {"list": true}}"#, ["NB902 2:4 “a” has to be a list"]),
        ("a: [x]", #"{"a": {"list": false}}"#, ["NB902 2:5 “a” has to be one value, not a list"]),
        ("status: open", #"{"status": {"values": ["open", "done"]}}"#, []),
        (
            "status: opne", #"{"status": {"values": ["open", "done"]}}"#,
            ["NB903 2:9 “status” has to be one of “open”, “done”, not “opne”; did you mean “open”?"]
        ),
        (
            "status: [open, Done]", #"{"status": {"values": ["open", "done"]}}"#,
            ["NB903 2:16 “status” has to be one of"]
        ),
        ("n: 4", #"{"n": {"values": ["4", "5"]}}"#, []),
        ("e: e\u{301}", #"{"e": {"values": ["é"]}}"#, []),
        ("isbn: 978-0", #"{"isbn": {"pattern": "^[0-9-]+$"}}"#, []),
        ("isbn: 978 x", #"{"isbn": {"pattern": "^[0-9-]+$"}}"#, ["NB903 2:7 “isbn” has to match “^[0-9-]+$”"]),
        ("tags: [book, bok]", #"{"tags": {"values": ["book"]}}"#, ["NB903 2:14 “tags” has to be one of “book”"]),
        ("tags: book, bok", #"{"tags": {"values": ["book"]}}"#, ["NB903 2:13 “tags” has to be one of “book”"]),
        ("x: 1", #"{"title": {"required": true}}"#, ["NB901 1:1 “title” is missing"]),
        ("by: \"[[Other]]\"", #"{"by": {"type": "link"}}"#, []),
        ("by: \"[[Other#Head|she]]\"", #"{"by": {"type": "link"}}"#, []),
        ("by: \"[her](../Other.md)\"", #"{"by": {"type": "link"}}"#, []),
        (
            "by: Other", #"{"by": {"type": "link"}}"#,
            ["NB904 2:5 “by” has to be a link to an item, and “Other” is none"]
        ),
        ("by: \"[[Nobody]]\"", #"{"by": {"type": "link"}}"#, ["NB904 2:5 “by” has to be a link to an item, and “[[No"]),
        ("by: \"[x](https://a.example)\"", #"{"by": {"type": "link"}}"#, ["NB904 2:5 “by” has to be"]),
        ("by: \"[[Gone]]\"", #"{"by": {"type": "link"}}"#, ["NB904 2:5 “by” has to be"]),
        (
            "by:\n  - \"[[Other]]\"\n  - \"[[Nobody]]\"", #"{"by": {"type": "link"}}"#, ["NB904 4:5 “by” has to be"]
        ),
    ]

    private static let description = """
        {
          "format": "notebundle",
          "version": 1,
          "uuid": "2f1f6a3e-7c1e-4b3a-9d55-0f5a0a1b2c3d",
          "title": "N",
          "created": "2026-01-01T00:00:00Z"
        }

        """

    private static func found(_ lines: String, _ settings: String) throws -> [String] {
        let note = "---\n\(lines)\n---\nText\n\n- [ ] task\n"
        let gone = "trash/20260101T000000Z-00000001/notes"
        let tree = MemoryTree([
            "notebook.json": Array(Self.description.utf8),
            "notes/A/One.md": Array(note.utf8), "notes/Other.md": Array("# Head\n".utf8),
            "\(gone)/Gone.md": Array(note.utf8),
        ])
        let settings = try ValidationSettings(Array(settings.utf8))
        let context = QueryContext(now: Timestamp(clamping: 0))
        let inspection = try Inspector(tree, examiner: settings.properties.examiner(context))
            .inspect()
        return try RuleBook.findings(in: inspection, by: RuleBook.properties).map { finding in
            #expect(finding.path == "notes/A/One.md")
            return "\(finding.rule) \(finding.position.map { "\($0.line):\($0.column)" } ?? "") \(finding.message)"
        }
    }

    @Test(arguments: cases)
    func `are found with their places`(lines: String, keys: String, found: [String]) throws {
        let all = try Self.found(lines, #"{"version": 1, "properties": [{"path": "notes/A/*", "keys": \#(keys)}]}"#)
        #expect(all.count == found.count && zip(all, found).allSatisfy { $0.hasPrefix($1) }, "\(all)")
    }

    @Test(arguments: [
        (#""path": "notes/A/**", "where": "tag == 'x'""#, true), (#""where": "tag == 'x'""#, true),
        (#""where": "tag == 'y'""#, false), (#""path": "notes/B/**""#, false),
        (#""where": "prop.n > 3 and body contains 'Te'""#, true),
        (#""where": "prop.n > 4""#, false), (#""where": "task.open == 1""#, true),
        (#""where": "task.open > 1""#, false), (#""where": "folder == 'A'""#, true),
    ])
    func `are those of the items that path and query choose`(part: String, isChosen: Bool) throws {
        let settings = #"{"version": 1, "properties": [{\#(part), "keys": {"z": {"required": true}}}]}"#
        #expect(try Self.found("tags: [x]\nn: 4", settings).isEmpty != isChosen)
    }

    static let bad: [(text: String, column: Int, message: String)] = [
        (#"[{"path": "a"}]"#, 1, "“keys” is missing"), (#"[{"keys": {"a": 1}}]"#, 17, "expected an object"),
        (#"[{"keys": {"a": {"type": "int"}}}]"#, 26, "expected “text”, “number”, “boolean”, “date” or “link”"),
        (#"[{"keys": {"a": {"values": []}}}]"#, 28, "“values” is empty; leave it out to allow all"),
        (#"[{"keys": {"a": {"values": [1]}}}]"#, 29, "expected a text"),
        (#"[{"keys": {"a": {"pattern": "("}}}]"#, 29, "invalid pattern “(”: this parenthesis is not closed"),
        (
            #"[{"keys": {"a": {"min": 1}}}]"#, 18,
            "unknown setting “min” (expected: required, type, list, values, pattern)"
        ),
        (#"[{"where": "x", "keys": {}}]"#, 12, "invalid query: column 1: unknown field “x”"),
        (
            #"[{"where": "attachment == 'x'", "keys": {}}]"#, 12,
            "a query about attachments or links cannot choose items here"
        ),
    ]

    @Test(arguments: bad)
    func `that cannot be read are told with their place`(text: String, column: Int, message: String) {
        let start = #"{"version": 1, "properties": "#
        let bytes = Array((start + text + "}").utf8)
        do {
            _ = try ValidationSettings(bytes)
            Issue.record("\(text) was accepted")
        } catch {
            #expect(error.message.hasPrefix(message), "\(error.message)")
            #expect(
                error.position(in: bytes).column == start.utf8.count + column
                    + (text.hasPrefix(#"[{"path": "a"}"#) ? 1 : 0))
        }
    }

    @Test func `are never taken for met by a judgement of what was not compared with them`() throws {
        let tree = MemoryTree(["notes/A.md": Array("Text\n".utf8)])
        let settings = Array(#"{"version": 1, "properties": [{"keys": {"a": {"required": true}}}]}"#.utf8)
        let inspection = try Inspector(tree, collectsLinks: true).inspect()
        #expect(throws: (any Error).self) { try Judgement(of: inspection, named: "N", settings: settings) }
    }
}
