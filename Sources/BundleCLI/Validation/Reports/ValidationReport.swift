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

    /// Where a report goes.
    enum Destination {
        /// To a person or program, who gets what could not be looked at on standard error as well.
        case standardOutput
        /// To a file, which stands for itself.
        case file
    }

    /// The form that the name of a file asks for: by its ending, or by the form’s own name before that, as in
    /// `report.gitlab.json`; `nil` if it asks for none.
    init?(fileName: String) {
        let name = fileName.split(separator: "/").last ?? ""
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).dropFirst().suffix(2)
        guard let ending = parts.last else { return nil }
        let endings: [String: ReportFormat] = ["txt": .text, "ndjson": .jsonl, "xml": .junit]
        guard let form = ReportFormat(rawValue: String(ending)) ?? endings[String(ending)] else { return nil }
        let named = parts.count == 2 ? parts.first.flatMap { ReportFormat(rawValue: String($0)) } : nil
        self = named ?? form
    }

    /// How much a report for people says.
    enum Detail {
        /// The first findings of each rule, and what the others are about.
        case groups
        /// Every finding.
        case all
        /// How many there are of each rule.
        case statistics
    }

    /// The report in this form.
    func report(_ session: Session, _ destination: Destination, _ detail: Detail = .all) -> any ValidationReport {
        switch self {
        case .text:
            let style = destination == .file ? Style(isEnabled: false) : session.style
            let report = TextReport(
                session: session, style: style, tellsFailures: destination == .file, showsAll: detail == .all)
            guard detail == .statistics else { return report }
            return StatisticsReport(rules: session.rules, style: style, verdicts: report)
        case .json: return JSONReport()
        case .jsonl: return JSONLinesReport()
        case .sarif: return SARIFReport(rules: session.rules, root: RepositoryRoot(session))
        case .github: return GitHubReport(rules: session.rules, root: RepositoryRoot(session))
        case .gitlab: return GitLabReport(root: RepositoryRoot(session))
        case .junit: return JUnitReport(rules: session.rules)
        }
    }
}
