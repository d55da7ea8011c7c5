import NotebookBundle

/// The report as GitHub Actions commands, which become annotations of a pull request.
///
/// (docs.github.com, “Workflow commands for GitHub Actions”.) GitHub shows ten annotations of each severity for a step,
/// and no others; so the tenth counts the others, if there are more.
struct GitHubReport: ValidationReport {
    let rules: [Rule]
    let root: RepositoryRoot

    /// The number of annotations of a severity that GitHub shows.
    private static let limit = 10
    private static let kinds: [Severity: String] = [.error: "error", .warning: "warning", .note: "notice"]

    func end(of run: ValidationRun) -> String {
        let failures = run.notebooks.filter { $0.failure != nil }.count
        let counts = Dictionary(
            uniqueKeysWithValues: Severity.allCases.map { ($0, run.count($0) + ($0 == .error ? failures : 0)) })
        var most = counts.mapValues { $0 > Self.limit ? Self.limit - 1 : $0 }
        let failed = run.notebooks.filter { $0.failure != nil }.prefix(most[.error] ?? 0).map(\.path)
        most[.error, default: 0] -= failed.count
        let listed = run.listing(most)
        let commands = listed.notebooks.flatMap { notebook in
            (failed.contains(notebook.path) ? [failure(of: notebook)] : [])
                + notebook.findings.map { command($0.finding, notebook) }
        }
        let rest = Severity.allCases.sorted(by: >).filter { counts[$0, default: 0] > Self.limit }.map { severity in
            let failures = severity == .error ? failures - failed.count : 0
            return Self.rest(
                counts[severity, default: 0] - Self.limit + 1, severity, listed.omitted(severity), failures)
        }
        return (commands + rest).joined() + verdicts(run)
    }

    private func failure(of notebook: ValidatedNotebook) -> String {
        Self.command(
            "error", ["file": root.relative(notebook.path), "title": "could not be validated"],
            notebook.failure?.description ?? "")
    }

    /// The annotation for those that GitHub would not show.
    private static func rest(_ count: Int, _ severity: Severity, _ rules: [RuleID: Int], _ failures: Int) -> String {
        let parts =
            rules.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
            + (failures > 0 ? ["\(failures) notebooks that could not be validated"] : [])
        return command(
            kinds[severity] ?? "error", ["title": "\(count) more \(severity)s"], parts.joined(separator: ", "))
    }

    private func verdicts(_ run: ValidationRun) -> String {
        // The verdict comes first, because a name could be a command; old-style commands can occur anywhere in a line.
        let verdicts = run.notebooks.map { "\($0.verdict.rawValue): \($0.name.replacing("##[", with: "## ["))\n" }
        let suppressed = FindingCounts.suppressed(run.suppressed)
        return verdicts.joined() + (suppressed.isEmpty ? "" : "not reported: \(suppressed)\n")
    }

    private func command(_ finding: Finding, _ notebook: ValidatedNotebook) -> String {
        let rule = rules.first { $0.id == finding.rule }?.name
        let path = root.relative(notebook.path)
        var properties = ["title": "\(finding.rule)" + (rule.map { " \($0)" } ?? "")]
        let message = notebook.message(of: finding) + (finding.suggestion.map { "; \($0.text(for: "bundle"))" } ?? "")
        if notebook.isArchive {
            // GitHub would show lines of a member as lines of the archive.
            properties["file"] = path
        } else {
            properties["file"] = "\(path)/\(notebook.storedPath(of: finding))"
            properties["line"] = finding.position.map { "\($0.line)" }
            properties["col"] = finding.position.map { "\($0.column)" }
            properties["endColumn"] = finding.endColumn.map { "\($0)" }
        }
        return Self.command(Self.kinds[finding.severity] ?? "error", properties, message)
    }

    private static func command(_ kind: String, _ properties: [String: String], _ message: String) -> String {
        let order = ["file", "line", "col", "endColumn", "title"]
        let list = order.compactMap { key in properties[key].map { "\(key)=\(escapedProperty($0))" } }
        return "::\(kind) \(list.joined(separator: ","))::\(escaped(message))\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func escapedProperty(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
