import NotebookBundle

/// The report as GitLab’s code quality (docs.gitlab.com, “Code Quality”: the fields that GitLab reads).
struct GitLabReport: ValidationReport {
    let root: RepositoryRoot

    private struct Issue: JSONRow {
        let description: String
        let checkName: String
        let fingerprint: String
        let severity: String
        let location: Location

        static func key(_ property: String) -> String { property == "checkName" ? "check_name" : property }
    }

    private struct Location: JSONRow {
        let path: String
        let lines: Lines
    }

    private struct Lines: JSONRow {
        let begin: Int
    }

    /// About 10 MB, which a merge request still shows.
    private static let limit = 25_000

    func end(of run: ValidationRun) throws -> String {
        PrintedJSON.text(of: run.listing(gravest: Self.limit).notebooks.flatMap(issues), .indented)
    }

    private func issues(_ notebook: ValidatedNotebook) -> [Issue] {
        let path = root.relative(notebook.path)
        func whole(_ description: String, _ name: String, _ severity: String) -> Issue {
            Issue(
                description: description, checkName: name, fingerprint: Self.digest("\(path)\0\(name)"),
                severity: severity, location: Location(path: path, lines: Lines(begin: 1)))
        }
        let failures = notebook.failure.map { [whole($0.description, "could-not-validate", "blocker")] } ?? []
        let omitted = notebook.judgement?.omitted.sorted { $0.key < $1.key }.map { rule, counts in
            let count = counts.values.reduce(0, +)
            let severity = Self.severities[counts.keys.max() ?? .error] ?? "critical"
            return whole("\(count) more findings of \(rule) are not listed", "\(rule)", severity)
        }
        return failures + listed(notebook, path) + (omitted ?? [])
    }

    private static let severities: [Severity: String] = [.error: "critical", .warning: "minor", .note: "info"]

    private func listed(_ notebook: ValidatedNotebook, _ path: String) -> [Issue] {
        notebook.findings.map { reported in
            let finding = reported.finding
            return Issue(
                description: notebook.message(of: finding), checkName: finding.rule.description,
                fingerprint: Self.digest("\(path)\0\(reported.fingerprint)"),
                severity: Self.severities[finding.severity] ?? "critical",
                location: Location(
                    path: notebook.isArchive ? path : "\(path)/\(notebook.storedPath(of: finding))",
                    lines: Lines(begin: notebook.isArchive ? 1 : finding.position?.line ?? 1)))
        }
    }

    private static func digest(_ text: String) -> String { Digest.of(Array(text.utf8)).description }
}

/// The root of the repository, to which services that show findings make paths relative.
struct RepositoryRoot {
    private let session: Session
    private let given: String?

    init(_ session: Session) {
        self.session = session
        let names = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"]
        given = names.compactMap { session.terminal.environment[$0] }.first { $0.hasPrefix("/") }
    }

    /// A path relative to its repository; otherwise relative to the working directory, or unchanged.
    func relative(_ path: String) -> String {
        let roots = [given, Self.repository(of: path), session.terminal.workingDirectory].compactMap(\.self)
        for root in roots {
            if let relative = ExternalPath.relative(path, to: root) { return relative }
        }
        return path
    }

    private static func repository(of path: String) -> String? {
        var directory = ExternalPath.parent(of: path)
        while directory != "/" {
            if FileKind.at(ExternalPath.below(directory, ".git")) != nil { return directory }
            directory = ExternalPath.parent(of: directory)
        }
        return nil
    }
}
