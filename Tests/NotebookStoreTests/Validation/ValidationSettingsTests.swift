import NotebookTestSupport
import Testing

@testable import NotebookCheck
@testable import NotebookFormat
@testable import NotebookText

struct `Settings of a validation` {
    @Test func `say which rules count, and how`() throws {
        let text = """
            {"version": 1, "failOn": "never", "select": ["NB6", "items"], "ignore": ["NB705"],
             "severities": {"links": "note", "NB601": "error"},
             "paths": [{"path": "notes/T/**", "ignore": ["dates-are-acceptable"], "severities": {"nb404": "note"}}]}
            """
        let settings = try ValidationSettings(Array(text.utf8))
        #expect(settings.failOn == .never)
        #expect(settings.selected == [.family(.links), .family(.items)])
        #expect(settings.changes.ignored == [.rule("NB705")])
        #expect(settings.changes.severities.map(\.severity) == [.note, .error])
        #expect(settings.paths.first?.pattern.text == "notes/T/**")
        #expect(settings.paths.first?.changes.ignored == [.rule("NB412")])
        #expect(try ValidationSettings(Array("{\"version\": 1}".utf8)) == ValidationSettings())
    }

    static let bad: [(text: String, line: Int, column: Int, message: String)] = [
        ("{}", 1, 1, "“version” is missing"), ("{\"version\": 2}", 1, 13, "version 2 is not supported; use 1"),
        ("{\"version\": 1,\n\"failOn\": 3}", 2, 11, "expected “error”, “warning”, “note” or “never”"),
        ("{\"version\": 1, \"ignore\": [\"NB999\"]}", 1, 27, "unknown rule or family “NB999”"),
        ("{\"version\": 1, \"select\": []}", 1, 26, "“select” is empty; leave it out to select all rules"),
        (
            "{\"version\": 1, \"paths\": [{\"path\": \"./notes/*\"}]}", 1, 35,
            "invalid pattern “./notes/*”: a path has no component “.” or “..”"
        ),
        ("{\"version\": 1, \"ignore\": [7]}", 1, 27, "expected the name of a rule or family"),
        ("{\"version\": 1, \"severities\": {\"NB1\": \"x\"}}", 1, 38, "expected “error”, “warning” or “note”"),
        (
            "{\"version\": 1, \"paths\": [{\"ignore\": []}]}", 1, 26,
            "“path” is missing"
        ),
        (
            "{\"version\": 1, \"paths\": [{\"path\": \"a\", \"x\": 1}]}", 1, 40,
            "unknown setting “x” (expected: path, ignore, severities)"
        ),
        ("{\"version\": 1, \"version\": 1}", 1, 16, "the key “version” occurs twice"),
        ("[", 1, 2, "expected a value, but the text ends"),
    ]

    @Test(arguments: bad)
    func `that are wrong are told with their place`(text: String, line: Int, column: Int, message: String) {
        let bytes = Array(text.utf8)
        do {
            _ = try ValidationSettings(bytes)
            Issue.record("\(text) was accepted")
        } catch {
            #expect(error.message == message)
            #expect(error.position(in: bytes) == TextPosition(line: line, column: column))
        }
    }

    @Test func `suppress and lower what they say, and the later one wins`() throws {
        let text = """
            {"version": 1, "severities": {"NB603": "error", "links": "note"},
             "paths": [{"path": "notes/**", "severities": {"NB603": "warning"}}, {"path": "notes/T/*", "ignore": ["NB6"]}]}
            """
        let settings = try ValidationSettings(Array(text.utf8))
        let findings = ["cards/A.md", "notes/A.md", "notes/T/A.md"].map { Self.finding("NB603", $0) }
        let judgement = Judgement(Findings(findings), of: "N", by: settings, baseline: nil)
        #expect(judgement.reported.map(\.finding.severity) == [.note, .warning])
        #expect(judgement.suppressed == [.ignored: 1])
        #expect(judgement.isValid)
    }

    @Test func `never suppress what other rules rest on`() throws {
        let text =
            "{\"version\": 1, \"select\": [\"links\"], \"ignore\": [\"NB1\"], \"severities\": {\"NB101\": \"note\"}}"
        let findings = [Self.finding("NB101", "manifest.json", .error), Self.finding("NB113", "notebook.json", .note)]
        let judgement = Judgement(
            Findings(findings), of: "N", by: try ValidationSettings(Array(text.utf8)), baseline: nil)
        #expect(judgement.reported.map(\.finding.rule) == ["NB101"])
        #expect(judgement.reported.first?.finding.severity == .error)
        #expect(!judgement.isValid)
    }

    @Test func `and a baseline accept what was there, wherever it has moved to`() throws {
        let findings = [1, 1, 7].map { Self.finding("NB603", "notes/A.md", line: $0) }
        let first = Judgement(Findings(findings), of: "N", by: ValidationSettings(), baseline: nil)
        #expect(Set(first.reported.map(\.fingerprint)).count == 3)
        let entries = first.reported.prefix(2).map {
            Baseline.Entry(notebook: "N", finding: $0.finding, fingerprint: $0.fingerprint)
        }
        let baseline = try Baseline(Baseline(entries).text)
        #expect(baseline == Baseline(entries))
        let moved = [3, 4, 5].map { Self.finding("NB603", "notes/A.md", line: $0) }
        let second = Judgement(Findings(moved), of: "N", by: ValidationSettings(), baseline: baseline)
        #expect(second.reported.map(\.finding.position?.line) == [5])
        #expect(second.suppressed == [.baseline: 2])
        let met = second.suppressions.map {
            Baseline.Entry(notebook: "N", finding: $0.finding, fingerprint: $0.fingerprint)
        }
        #expect(Set(met) == baseline.entries)
        let other = Judgement(Findings(moved), of: "M", by: ValidationSettings(), baseline: baseline)
        #expect(other.reported.count == 3)
    }

    @Test func `and a baseline accept a file as it is, and not as it will be`() throws {
        func findings(_ text: String) -> [Finding] {
            [Self.finding("NB203", "notes/A.md", .error).about(Digest.of(Array(text.utf8)))]
        }
        let first = Judgement(Findings(findings("damaged")), of: "N", by: ValidationSettings(), baseline: nil)
        let baseline = Baseline(
            first.reported.map { Baseline.Entry(notebook: "N", finding: $0.finding, fingerprint: $0.fingerprint) })
        let again = Judgement(Findings(findings("damaged")), of: "N", by: ValidationSettings(), baseline: baseline)
        #expect(again.reported == [] && again.suppressed == [.baseline: 1])
        let worse = Judgement(Findings(findings("damaged more")), of: "N", by: ValidationSettings(), baseline: baseline)
        #expect(worse.reported.count == 1)
    }

    private static func finding(
        _ rule: RuleID, _ path: String, _ severity: Severity = .warning, line: Int = 1
    ) -> Finding {
        Finding(
            rule: rule, severity: severity, path: path, position: TextPosition(line: line, column: 1), message: "x",
            suggestion: nil)
    }
}
