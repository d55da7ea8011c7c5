import NotebookFormat

/// A form in which the result of a validation is written.
protocol ValidationReport {
    /// What is written when a notebook is done.
    func text(of notebook: ValidatedNotebook) throws -> String

    /// What is written when all are done.
    func end(of run: ValidationRun) throws -> String
}

extension ValidationReport {
    /// Most forms are written at the end as a whole.
    func text(of notebook: ValidatedNotebook) -> String { "" }
}

/// The forms that a report can have.
enum ReportFormat: String, CaseIterable {
    case text
    case json
    case jsonl
    case sarif
    case github
    case gitlab
    case junit

    /// The form that the name of a file asks for; `nil` if it asks for none.
    init?(fileName: String) {
        let name = fileName.lowercased()
        if name.hasSuffix(".sarif") || name.hasSuffix(".sarif.json") {
            self = .sarif
        } else if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") {
            self = .jsonl
        } else if name.hasSuffix(".json") {
            self = .json
        } else if name.hasSuffix(".xml") {
            self = .junit
        } else if name.hasSuffix(".txt") {
            self = .text
        } else {
            return nil
        }
    }

    /// The report in this form.
    func report(_ session: Session, style: Style) -> any ValidationReport {
        switch self {
        case .text: TextReport(session: session, style: style)
        case .json: JSONReport()
        case .jsonl: JSONLinesReport()
        case .sarif: SARIFReport(rules: session.rules, root: RepositoryRoot(session))
        case .github: GitHubReport(rules: session.rules, root: RepositoryRoot(session))
        case .gitlab: GitLabReport(root: RepositoryRoot(session))
        case .junit: JUnitReport(rules: session.rules)
        }
    }
}
