import NotebookFormat

/// The report as GitLab’s code quality (docs.gitlab.com, “Code Quality”: the fields that GitLab reads).
struct GitLabReport: ValidationReport {
    let root: RepositoryRoot

    private struct Issue: Encodable {
        let description: String
        let checkName: String
        let fingerprint: String
        let severity: String
        let location: Location

        private enum CodingKeys: String, CodingKey {
            case description
            case checkName = "check_name"
            case fingerprint
            case severity
            case location
        }
    }

    private struct Location: Encodable {
        let path: String
        let lines: Lines
    }

    private struct Lines: Encodable {
        let begin: Int
    }

    func end(of run: ValidationRun) throws -> String {
        try PrintedJSON.text(of: run.notebooks.flatMap(issues), .indented)
    }

    private func issues(_ notebook: ValidatedNotebook) -> [Issue] {
        let path = root.relative(notebook.path)
        if let failure = notebook.failure {
            return [
                Issue(
                    description: failure.description, checkName: "could-not-validate",
                    fingerprint: Self.digest("\(path)\0failure"), severity: "blocker",
                    location: Location(path: path, lines: Lines(begin: 1)))
            ]
        }
        return notebook.findings.map { reported in
            let finding = reported.finding
            let severities: [Severity: String] = [.error: "critical", .warning: "minor", .note: "info"]
            return Issue(
                description: notebook.message(of: finding), checkName: finding.rule.description,
                fingerprint: Self.digest("\(path)\0\(reported.fingerprint)"),
                severity: severities[finding.severity] ?? "critical",
                location: Location(
                    path: notebook.isArchive ? path : "\(path)/\(notebook.storedPath(of: finding))",
                    lines: Lines(begin: notebook.isArchive ? 1 : finding.position?.line ?? 1)))
        }
    }

    private static func digest(_ text: String) -> String { Digest.of(Array(text.utf8)).description }
}
