import NotebookBundle

/// A format for the result of a validation.
protocol ValidationReport {
    /// The output when a notebook is done.
    func text(of notebook: ValidatedNotebook) throws -> String

    /// The output when all notebooks are done.
    func end(of run: ValidationRun) throws -> String
}

extension ValidationReport {
    /// Empty: most formats are written as a whole at the end.
    func text(of notebook: ValidatedNotebook) -> String { "" }
}

/// The formats of reports.
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
        /// To a person or program; standard error shows them what could not be checked.
        case standardOutput
        /// To a file, which must be complete in itself.
        case file
    }

    /// The format for a file name: by its ending, or by the format’s name before it, as in `report.gitlab.json`; `nil`
    /// if it matches none.
    init?(fileName: String) {
        let name = fileName.split(separator: "/").last ?? ""
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).dropFirst().suffix(2)
        guard let ending = parts.last else { return nil }
        let endings: [String: ReportFormat] = ["txt": .text, "ndjson": .jsonl, "xml": .junit]
        guard let form = ReportFormat(rawValue: String(ending)) ?? endings[String(ending)] else { return nil }
        let named = parts.count == 2 ? parts.first.flatMap { ReportFormat(rawValue: String($0)) } : nil
        self = named ?? form
    }

    /// How much a report for people shows.
    enum Detail {
        /// The first findings of each rule, and a summary of the others.
        case groups
        /// Every finding.
        case all
        /// The number of findings of each rule.
        case statistics
    }

    /// The report in this format.
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

/// Counts of the findings that reports do not show.
enum FindingCounts {
    /// How many findings are suppressed, and why: `2 ignored, 1 in the baseline`; empty if none.
    static func suppressed(_ count: (Judgement.Suppression) -> Int) -> String {
        let counts = Judgement.Suppression.allCases.compactMap { reason -> String? in
            let number = count(reason)
            let words = [Judgement.Suppression.ignored: "ignored", .comment: "ignored by comments"]
            return number == 0 ? nil : "\(number) \(words[reason] ?? "in the baseline")"
        }
        return counts.joined(separator: ", ")
    }

    /// How many findings are not listed because there are too many: `12 more of NB602, 3 of NB603`; empty if none.
    static func omitted(_ counts: [RuleID: Int]) -> String {
        counts.sorted { $0.key < $1.key }.enumerated().map { index, row in
            "\(row.value)\(index == 0 ? " more" : "") of \(row.key)"
        }.joined(separator: ", ")
    }
}
