import NotebookBundle

/// The report as GitHub Actions commands, which become annotations of a pull request.
///
/// (docs.github.com, “Workflow commands for GitHub Actions”.)
struct GitHubReport: ValidationReport {
    let rules: [Rule]
    let root: RepositoryRoot

    func text(of notebook: ValidatedNotebook) -> String {
        let failure = notebook.failure.map { failure in
            Self.command(
                "error", ["file": root.relative(notebook.path), "title": "could not be validated"], failure.description)
        }
        return (failure ?? "") + notebook.findings.map { command($0.finding, notebook) }.joined()
    }

    func end(of run: ValidationRun) -> String {
        // The verdict comes first, because a name could be a command; old-style commands can occur anywhere in a line.
        let verdicts = run.notebooks.map { "\($0.verdict.rawValue): \($0.name.replacing("##[", with: "## ["))\n" }
        let suppressed = FindingCounts.suppressed(run.suppressed)
        let omitted = FindingCounts.omitted(run.omitted)
        return verdicts.joined() + (suppressed.isEmpty ? "" : "not reported: \(suppressed)\n")
            + (omitted.isEmpty ? "" : "not listed: \(omitted)\n")
    }

    private func command(_ finding: Finding, _ notebook: ValidatedNotebook) -> String {
        let kinds: [Severity: String] = [.error: "error", .warning: "warning", .note: "notice"]
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
        return Self.command(kinds[finding.severity] ?? "error", properties, message)
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
