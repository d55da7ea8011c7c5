import NotebookBundle
import NotebookFormat

/// The verb ‘validate’.
enum ValidateCommand {
    private static let notebooks = Positional("NOTEBOOK", "The notebooks: directories or archives", isRepeated: true)

    static let verb = Verb(
        "validate", "Check notebooks against the format: directories, zip and tar files, without unpacking",
        details: "Of several notebooks the worst decides the exit status. ‘bundle explain’ explains every rule.",
        parameters: [notebooks, Common.json] + Common.locking,
        examples: [
            ("validate Recipes", "every finding with its rule, path, line and column"),
            ("validate *.notebundle.zip", "several at once"),
        ],
        statuses: [.success: "all are valid", .finding: "a rule of severity error found something"]
    ) { arguments, session in
        var worst = ExitStatus.success
        var rows: [Output.FindingOutput] = []
        var verdicts: [Output.VerdictOutput] = []
        for word in arguments.all(notebooks) {
            let name = session.displayed(word)
            do {
                let name = session.displayed(try session.existingPath(word))
                let findings = try session.validate(word, arguments)
                worst = max(worst, findings.contains { $0.severity == .error } ? .finding : .success)
                rows += findings.map { Output.FindingOutput($0, notebook: name) }
                verdicts.append(Output.VerdictOutput(name, findings))
                if !arguments[Common.json] { try session.show(findings, name) }
            } catch let error as any Failure {
                worst = max(worst, error.isFinding ? .finding : .failure)
                verdicts.append(Output.VerdictOutput(name, error))
                try session.explain(error)
            }
        }
        if arguments[Common.json] { try session.print(Output(verdicts: verdicts, findings: rows)) }
        return worst
    }
}

extension Session {
    fileprivate func validate(_ word: String, _ arguments: Arguments) throws -> [Finding] {
        let progress = progress("validating")
        defer { progress.finish() }
        switch try source(word, arguments) {
        case .directory(let directory):
            return RuleBook.findings(in: try directory.inspect(collectsLinks: true, progress: progress))
        case .archive(let path):
            let tree = try ArchiveTree(path, name: displayed(path))
            return RuleBook.findings(in: try Inspector(tree, collectsLinks: true, progress: progress).inspect())
        }
    }

    fileprivate func show(_ findings: [Finding], _ name: String) throws {
        for finding in findings {
            let place = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
            let face: Style.Face = finding.severity == .error ? .red : finding.severity == .warning ? .yellow : .cyan
            let path = style("\(name)/\(finding.path)\(place)", .bold)
            try print("\(path): \(style(finding.severity.rawValue, face)): \(finding.message) [\(finding.rule)]")
            if let suggestion = finding.suggestion { try print("    " + style(suggestion, .dim)) }
        }
        let counts = Severity.allCases.reversed().compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : Wording.count(count, severity.rawValue)
        }
        let verdict = findings.contains { $0.severity == .error } ? style("not valid", .red) : style("valid", .green)
        try print("\(name): \(verdict)" + (counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"))
    }
}

extension Output.VerdictOutput {
    init(_ notebook: String, _ findings: [Finding]) {
        let isValid = !findings.contains { $0.severity == .error }
        self.init(notebook: notebook, verdict: isValid ? "valid" : "not valid")
    }

    init(_ notebook: String, _ failure: any Failure) {
        self.init(
            notebook: notebook, verdict: failure.isFinding ? "not valid" : "unknown", problem: failure.description)
    }
}

extension Output.FindingOutput {
    init(_ finding: Finding, notebook: String) {
        self.init(
            notebook: notebook, rule: finding.rule.description, severity: finding.severity.rawValue, path: finding.path,
            line: finding.position?.line, column: finding.position?.column, message: finding.message,
            suggestion: finding.suggestion)
    }
}
