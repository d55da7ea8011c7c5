import NotebookBundle
import NotebookFormat

/// The report as one object (docs/output.schema.json).
struct JSONReport: ValidationReport {
    func end(of run: ValidationRun) throws -> String {
        let findings = run.notebooks.flatMap { notebook in
            notebook.findings.map { Output.FindingOutput($0, in: notebook) }
        }
        let output = Output(
            verdicts: run.notebooks.map(Output.VerdictOutput.init), findings: findings,
            summary: Output.SummaryOutput(run))
        return try output.text()
    }
}

/// The report as lines, each an object of its own: findings, the verdict of their notebook, and a summary at the end.
struct JSONLinesReport: ValidationReport {
    private struct Line: Encodable {
        var finding: Output.FindingOutput?
        var verdict: Output.VerdictOutput?
        var summary: Output.SummaryOutput?
    }

    func text(of notebook: ValidatedNotebook) throws -> String {
        let findings = notebook.findings.map { Line(finding: Output.FindingOutput($0, in: notebook)) }
        let lines = findings + [Line(verdict: Output.VerdictOutput(notebook))]
        return try lines.map { try PrintedJSON.text(of: $0, .line) }.joined()
    }

    func end(of run: ValidationRun) throws -> String {
        try PrintedJSON.text(of: Line(summary: Output.SummaryOutput(run)), .line)
    }
}

extension Output {
    /// Numbers of findings by their rules; `nil` if there are none.
    fileprivate static func counts(_ counts: [RuleID: Int]) -> [String: Int]? {
        counts.isEmpty ? nil : Dictionary(uniqueKeysWithValues: counts.map { ($0.key.description, $0.value) })
    }
}

extension Output.VerdictOutput {
    init(_ notebook: ValidatedNotebook) {
        self.init(
            notebook: notebook.name, verdict: notebook.verdict.rawValue, fails: notebook.fails,
            problem: notebook.failure?.description, ignored: notebook.judgement?.suppressed[.ignored],
            ignoredByComments: notebook.judgement?.suppressed[.comment],
            inBaseline: notebook.judgement?.suppressed[.baseline], omitted: Output.counts(notebook.omitted))
    }
}

extension Output.SummaryOutput {
    init(_ run: ValidationRun) {
        self.init(
            notebooks: run.notebooks.count, errors: run.count(.error), warnings: run.count(.warning),
            notes: run.count(.note), ignored: run.suppressed(.ignored),
            ignoredByComments: run.suppressed(.comment), inBaseline: run.suppressed(.baseline),
            staleBaseline: run.staleBaseline, rules: Output.counts(run.counts) ?? [:],
            omitted: Output.counts(run.omitted), status: Int(run.status.rawValue))
    }
}

extension Output.FindingOutput {
    init(_ reported: Judgement.Reported, in notebook: ValidatedNotebook) {
        let finding = reported.finding
        self.init(
            notebook: notebook.name, rule: finding.rule.description, severity: finding.severity.rawValue,
            path: notebook.storedPath(of: finding), member: notebook.member(of: finding), line: finding.position?.line,
            column: finding.position?.column, endColumn: finding.endColumn, message: finding.message,
            suggestion: finding.suggestion,
            fingerprint: reported.fingerprint)
    }
}
