import NotebookBundle

/// The report as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format), for code scanning.
///
/// Paths are relative to the repository. A finding in an archive has the archive as its location, and the member as its
/// logical location.
struct SARIFReport: ValidationReport {
    let rules: [Rule]
    let root: RepositoryRoot

    /// The number of results of a run from which on GitHub shows none (docs.github.com, “SARIF support”).
    private static let limit = 25_000

    func end(of run: ValidationRun) throws -> String {
        PrintedJSON.text(of: log(run.listing(gravest: Self.limit)), .indented)
    }

    private func log(_ run: ValidationRun) -> SARIF.Log {
        let failures = run.notebooks.compactMap { notebook in
            notebook.failure.map { failure in
                SARIF.Notification(
                    level: "error", message: SARIF.Message(text: failure.description),
                    locations: [SARIF.Location(physicalLocation: physical(notebook))])
            }
        }
        let omissions = run.notebooks.filter { !$0.omitted.isEmpty }.map { notebook in
            SARIF.Notification(
                level: "warning",
                message: SARIF.Message(text: "not listed: \(FindingCounts.omitted(notebook.omitted))"),
                locations: [SARIF.Location(physicalLocation: physical(notebook))])
        }
        let notifications = failures + omissions
        let driver = SARIF.Driver(
            name: "bundle", semanticVersion: ToolVersion.text, rules: rules.map(SARIF.Descriptor.init))
        let invocation = SARIF.Invocation(
            executionSuccessful: run.notebooks.allSatisfy { $0.verdict != .unknown },
            exitCode: Int(run.status.rawValue),
            toolExecutionNotifications: notifications.isEmpty ? nil : notifications)
        return SARIF.Log(runs: [
            SARIF.Run(
                tool: SARIF.Tool(driver: driver), invocations: [invocation], results: results(run),
                properties: SARIF.Counts(
                    ignored: run.suppressed(.ignored), ignoredByComments: run.suppressed(.comment),
                    inBaseline: run.suppressed(.baseline), omitted: run.omitted.values.reduce(0, +)))
        ])
    }

    private func results(_ run: ValidationRun) -> [SARIF.Result] {
        let indices = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return run.notebooks.flatMap { notebook in
            notebook.findings.map { reported in
                let finding = reported.finding
                return SARIF.Result(
                    ruleId: finding.rule.description, ruleIndex: indices[finding.rule] ?? -1,
                    level: finding.severity.rawValue,
                    message: SARIF.Message(
                        text: notebook.message(of: finding)
                            + (finding.suggestion.map { "; \($0.text(for: "bundle"))" } ?? "")),
                    locations: [location(finding, notebook)],
                    partialFingerprints: ["notebundleFinding/v1": reported.fingerprint])
            }
        }
    }

    private func location(_ finding: Finding, _ notebook: ValidatedNotebook) -> SARIF.Location {
        if notebook.isArchive {
            return SARIF.Location(
                physicalLocation: physical(notebook),
                logicalLocations: notebook.member(of: finding).map {
                    [SARIF.LogicalLocation(fullyQualifiedName: $0, kind: "member")]
                })
        }
        let path = root.relative(notebook.path) + "/" + notebook.storedPath(of: finding)
        let region = finding.position.map {
            SARIF.Region(startLine: $0.line, startColumn: $0.column, endColumn: endColumn(finding, notebook))
        }
        return SARIF.Location(
            physicalLocation: SARIF.PhysicalLocation(
                artifactLocation: SARIF.ArtifactLocation(uri: uri(path)), region: region))
    }

    /// The column after the end of the finding's range; the end of the line if it is not known.
    private func endColumn(_ finding: Finding, _ notebook: ValidatedNotebook) -> Int? {
        if let end = finding.endColumn { return end }
        guard let position = finding.position, let line = notebook.lines.line(position.line, of: finding.path) else {
            return nil
        }
        let end = line.unicodeScalars.count + 1
        return end > position.column ? end : nil
    }

    private func physical(_ notebook: ValidatedNotebook) -> SARIF.PhysicalLocation {
        SARIF.PhysicalLocation(artifactLocation: SARIF.ArtifactLocation(uri: uri(root.relative(notebook.path))))
    }

    /// A path as a relative reference (RFC 3986 §4.2), or as a file URI if it is absolute.
    private func uri(_ path: String) -> String {
        let encoded = path.utf8.map { byte -> String in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._~/".utf8.contains(byte)
            guard !isPlain else { return String(Character(Unicode.Scalar(byte))) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        return path.hasPrefix("/") ? "file://" + encoded : encoded
    }
}

/// The parts of a SARIF log that the report uses (SARIF 2.1.0 §3).
enum SARIF {
    struct Log: JSONRow {
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        let version = "2.1.0"
        let runs: [Run]

        static func key(_ property: String) -> String { property == "schema" ? "$schema" : property }
    }

    struct Run: JSONRow {
        let tool: Tool
        let invocations: [Invocation]
        let results: [Result]
        let columnKind = "unicodeCodePoints"
        let properties: Counts
    }

    /// The number of findings that are not among the results.
    ///
    /// They are not results with suppressions, because some services would show these.
    struct Counts: JSONRow {
        let ignored: Int
        let ignoredByComments: Int
        let inBaseline: Int
        /// The number of findings that are not listed because there are too many.
        let omitted: Int
    }

    struct Tool: JSONRow {
        let driver: Driver
    }

    struct Driver: JSONRow {
        let name: String
        let semanticVersion: String
        let informationUri = "https://notebundle.org"
        let rules: [Descriptor]
    }

    struct Descriptor: JSONRow {
        let id: String
        let name: String
        let shortDescription: Message
        let fullDescription: Message
        let help: Help
        let helpUri: String
        let defaultConfiguration: Configuration
        let properties: Properties

        init(_ rule: Rule) {
            id = rule.id.description
            // SARIF writes names of rules in Pascal case (§3.49.7).
            name = rule.name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            shortDescription = Message(text: rule.name.replacing("-", with: " "))
            fullDescription = Message(text: rule.explanation)
            let clause = "clause \(rule.clause) of docs/Format.md"
            help = Help(
                text:
                    "\(rule.explanation)\nExample: \(rule.example)\nRemedy: \(rule.remedy.text(for: "bundle")).\nSee \(clause).",
                markdown:
                    "\(rule.explanation)\n\n- **Example:** \(rule.example)\n- **Remedy:** \(rule.remedy.text(for: "bundle")).\n- See \(clause)."
            )
            helpUri = "https://notebundle.org/rules#\(rule.id)"
            defaultConfiguration = Configuration(level: rule.severity.rawValue)
            let family = RuleFamily.allCases.first { $0.contains(rule.id) }?.name
            properties = Properties(tags: [family].compactMap(\.self))
        }
    }

    struct Help: JSONRow {
        let text: String
        let markdown: String
    }

    struct Configuration: JSONRow {
        let level: String
    }

    struct Properties: JSONRow {
        let tags: [String]
    }

    struct Invocation: JSONRow {
        let executionSuccessful: Bool
        let exitCode: Int
        let toolExecutionNotifications: [Notification]?
    }

    struct Notification: JSONRow {
        let level: String
        let message: Message
        let locations: [Location]
    }

    struct Result: JSONRow {
        let ruleId: String
        let ruleIndex: Int
        let level: String
        let message: Message
        let locations: [Location]
        let partialFingerprints: [String: String]
    }

    struct Message: JSONRow {
        let text: String
    }

    struct Location: JSONRow {
        let physicalLocation: PhysicalLocation
        var logicalLocations: [LogicalLocation]?
    }

    struct PhysicalLocation: JSONRow {
        let artifactLocation: ArtifactLocation
        var region: Region?
    }

    struct ArtifactLocation: JSONRow {
        let uri: String
    }

    struct Region: JSONRow {
        let startLine: Int
        let startColumn: Int
        /// The column after the end, in the same line.
        var endColumn: Int?
    }

    struct LogicalLocation: JSONRow {
        let fullyQualifiedName: String
        let kind: String
    }
}
