import NotebookBundle

/// The report as one object (docs/output.schema.json).
struct JSONReport: ValidationReport {
    func end(of run: ValidationRun) throws -> String {
        let findings = run.notebooks.flatMap { notebook in
            notebook.findings.map { FindingRow($0, in: notebook) }
        }
        let answer = Answer(
            verdicts: run.notebooks.map(VerdictRow.init), findings: findings, summary: SummaryRow(run))
        return try PrintedJSON.text(ofAnswer: answer)
    }

    private struct Answer: Encodable {
        let verdicts: [VerdictRow]
        let findings: [FindingRow]
        let summary: SummaryRow
    }
}

/// The report as JSON Lines: findings, the verdict of their notebook, and a summary at the end.
struct JSONLinesReport: ValidationReport {
    private struct Line: Encodable {
        var finding: FindingRow?
        var verdict: VerdictRow?
        var summary: SummaryRow?
    }

    func text(of notebook: ValidatedNotebook) throws -> String {
        let findings = notebook.findings.map { Line(finding: FindingRow($0, in: notebook)) }
        let lines = findings + [Line(verdict: VerdictRow(notebook))]
        return try lines.map { try PrintedJSON.text(of: $0, .line) }.joined()
    }

    func end(of run: ValidationRun) throws -> String {
        try PrintedJSON.text(of: Line(summary: SummaryRow(run)), .line)
    }
}
