import NotebookCheck
import NotebookFormat
import Testing

@testable import BundleCLI

/// Reports for services that ignore a longer one.
struct `A report with more findings than are read` {
    private static func notebook(_ severities: [Severity], _ name: String) -> ValidatedNotebook {
        let findings = severities.enumerated().map { number, severity in
            Finding(
                rule: "NB602", severity: severity, path: "notes/\(number).md", message: "\(severity) \(number)",
                suggestion: nil)
        }
        let judgement = Judgement(
            Findings(findings), of: name, by: ValidationSettings(), baseline: nil)
        return ValidatedNotebook(name: name, path: "/\(name)", outcome: .judged(judgement))
    }

    @Test(
        arguments: [
            (0, [], 6), (1, ["error 1"], 5), (2, ["error 1", "error 0"], 4),
            (3, ["warning 0", "error 1", "error 0"], 3), (4, ["warning 0", "error 1", "error 0", "warning 2"], 2),
            (6, ["warning 0", "error 1", "note 2", "error 0", "note 1", "warning 2"], 0),
            (9, ["warning 0", "error 1", "note 2", "error 0", "note 1", "warning 2"], 0),
        ] as [(Int, [String], Int)])
    func `lists the gravest and counts the others`(limit: Int, listed: [String], omitted: Int) {
        let run = ValidationRun(notebooks: [
            Self.notebook([.warning, .error, .note], "A"), Self.notebook([.error, .note, .warning], "B"),
        ])
        let short = run.listing(gravest: limit)
        #expect(short.notebooks.flatMap(\.findings).map(\.finding.message) == listed)
        #expect(short.omitted.values.reduce(0, +) == omitted)
        #expect(Severity.allCases.allSatisfy { short.count($0) == run.count($0) })
        #expect(short.status == run.status)
    }
}
