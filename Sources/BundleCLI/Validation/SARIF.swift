import NotebookBundle

/// The parts of a SARIF log that the report uses (SARIF 2.1.0 §3).
enum SARIF {
    struct Log: Encodable {
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        let version = "2.1.0"
        let runs: [Run]

        private enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case version
            case runs
        }
    }

    struct Run: Encodable {
        let tool: Tool
        let invocations: [Invocation]
        let results: [Result]
        let columnKind = "unicodeCodePoints"
        let properties: Counts
    }

    /// The number of findings that are not among the results.
    ///
    /// They are not results with suppressions, because some services would show these.
    struct Counts: Encodable {
        let ignored: Int
        let ignoredByComments: Int
        let inBaseline: Int
        /// The number of findings that are not listed because there are too many.
        let omitted: Int
    }

    struct Tool: Encodable {
        let driver: Driver
    }

    struct Driver: Encodable {
        let name: String
        let semanticVersion: String
        let informationUri = "https://notebundle.org"
        let rules: [Descriptor]
    }

    struct Descriptor: Encodable {
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

    struct Help: Encodable {
        let text: String
        let markdown: String
    }

    struct Configuration: Encodable {
        let level: String
    }

    struct Properties: Encodable {
        let tags: [String]
    }

    struct Invocation: Encodable {
        let executionSuccessful: Bool
        let exitCode: Int
        let toolExecutionNotifications: [Notification]?
    }

    struct Notification: Encodable {
        let level: String
        let message: Message
        let locations: [Location]
    }

    struct Result: Encodable {
        let ruleId: String
        let ruleIndex: Int
        let level: String
        let message: Message
        let locations: [Location]
        let partialFingerprints: [String: String]
    }

    struct Message: Encodable {
        let text: String
    }

    struct Location: Encodable {
        let physicalLocation: PhysicalLocation
        var logicalLocations: [LogicalLocation]?
    }

    struct PhysicalLocation: Encodable {
        let artifactLocation: ArtifactLocation
        var region: Region?
    }

    struct ArtifactLocation: Encodable {
        let uri: String
    }

    struct Region: Encodable {
        let startLine: Int
        let startColumn: Int
        /// The column after the end, in the same line.
        var endColumn: Int?
    }

    struct LogicalLocation: Encodable {
        let fullyQualifiedName: String
        let kind: String
    }
}
