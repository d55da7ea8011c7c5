import NotebookBundle

/// The report as one object (docs/output.schema.json).
struct JSONReport: ValidationReport {
    func end(of run: ValidationRun) throws -> String {
        let findings = run.notebooks.flatMap { notebook in
            notebook.findings.map { FindingRow($0, in: notebook) }
        }
        let answer = Answer(
            verdicts: run.notebooks.map(VerdictRow.init), findings: findings, summary: SummaryRow(run))
        return PrintedJSON.text(ofAnswer: answer)
    }

    private struct Answer: JSONRow {
        let verdicts: [VerdictRow]
        let findings: [FindingRow]
        let summary: SummaryRow
    }
}

/// The report as JSON Lines: findings, the verdict of their notebook, and a summary at the end.
struct JSONLinesReport: ValidationReport {
    private struct Line: JSONRow {
        var finding: FindingRow?
        var verdict: VerdictRow?
        var summary: SummaryRow?
    }

    func text(of notebook: ValidatedNotebook) throws -> String {
        let findings = notebook.findings.map { Line(finding: FindingRow($0, in: notebook)) }
        let lines = findings + [Line(verdict: VerdictRow(notebook))]
        return lines.map { PrintedJSON.text(of: $0, .line) }.joined()
    }

    func end(of run: ValidationRun) throws -> String {
        PrintedJSON.text(of: Line(summary: SummaryRow(run)), .line)
    }
}

// The rows of the reports for programs.

/// The result for one notebook.
struct VerdictRow: JSONRow {
    let notebook: String
    let verdict: String
    let fails: Bool
    let problem: String?
    let ignored: Int?
    let ignoredByComments: Int?
    let inBaseline: Int?
    /// The number of findings that are not listed, by rule.
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

/// The result for all notebooks.
struct SummaryRow: JSONRow {
    let notebooks: Int
    let errors: Int
    let warnings: Int
    let notes: Int
    let ignored: Int
    let ignoredByComments: Int
    let inBaseline: Int
    let staleBaseline: Int
    /// The number of findings, by rule.
    let rules: [String: Int]
    /// The number of findings that are not listed, by rule.
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
struct FindingRow: JSONRow {
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

/// Numbers of findings by rule.
private func byName(_ counts: [RuleID: Int]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: counts.map { ($0.key.description, $0.value) })
}
