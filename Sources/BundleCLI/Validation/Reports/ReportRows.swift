import NotebookBundle
import NotebookFormat

// The rows of the reports for programs.

/// What is said of a notebook as a whole.
struct VerdictRow: Encodable {
    let notebook: String
    let verdict: String
    let fails: Bool
    let problem: String?
    let ignored: Int?
    let ignoredByComments: Int?
    let inBaseline: Int?
    /// By rule, how many findings are not listed.
    let omitted: [String: Int]?

    init(_ notebook: ValidatedNotebook) {
        self.notebook = notebook.name
        verdict = notebook.verdict.rawValue
        fails = notebook.fails
        problem = notebook.failure?.description
        ignored = notebook.judgement?.suppressed[.ignored]
        ignoredByComments = notebook.judgement?.suppressed[.comment]
        inBaseline = notebook.judgement?.suppressed[.baseline]
        omitted = notebook.omitted.isEmpty ? nil : byName(notebook.omitted)
    }
}

/// What is said of all notebooks together.
struct SummaryRow: Encodable {
    let notebooks: Int
    let errors: Int
    let warnings: Int
    let notes: Int
    let ignored: Int
    let ignoredByComments: Int
    let inBaseline: Int
    let staleBaseline: Int
    /// By rule, how many findings there are.
    let rules: [String: Int]
    /// By rule, how many of them are not listed.
    let omitted: [String: Int]?
    let status: Int

    init(_ run: ValidationRun) {
        notebooks = run.notebooks.count
        errors = run.count(.error)
        warnings = run.count(.warning)
        notes = run.count(.note)
        ignored = run.suppressed(.ignored)
        ignoredByComments = run.suppressed(.comment)
        inBaseline = run.suppressed(.baseline)
        staleBaseline = run.staleBaseline
        rules = byName(run.counts)
        omitted = run.omitted.isEmpty ? nil : byName(run.omitted)
        status = Int(run.status.rawValue)
    }
}

/// A finding.
struct FindingRow: Encodable {
    let notebook: String
    let rule: String
    let severity: String
    let path: String
    let member: String?
    let line: Int?
    let column: Int?
    let endColumn: Int?
    let message: String
    let suggestion: String?
    let fingerprint: String

    init(_ reported: Judgement.Reported, in notebook: ValidatedNotebook) {
        let finding = reported.finding
        self.notebook = notebook.name
        rule = finding.rule.description
        severity = finding.severity.rawValue
        path = notebook.storedPath(of: finding)
        member = notebook.member(of: finding)
        line = finding.position?.line
        column = finding.position?.column
        endColumn = finding.endColumn
        message = finding.message
        suggestion = finding.suggestion?.text(for: "bundle")
        fingerprint = reported.fingerprint
    }
}

/// Numbers of findings by their rules.
private func byName(_ counts: [RuleID: Int]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: counts.map { ($0.key.description, $0.value) })
}
