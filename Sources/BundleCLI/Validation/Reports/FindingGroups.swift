import NotebookFormat

/// The findings of a notebook as a person wants to see them: of each rule the first, and what the others are about.
struct FindingGroups {
    /// From how many findings of a rule on they are not all shown.
    private static let most = 10
    /// How many are shown then.
    private static let sample = 5
    /// How many messages sum up the others.
    private static let patterns = 3

    /// The findings of a rule that are not shown.
    struct Rest {
        /// How many they are, and in how many files.
        let line: String
        /// What is said most often, and how often.
        let messages: [String]
    }

    /// The findings that are shown, in the order of paths and positions.
    private(set) var shown: [Finding] = []
    /// The others, by rule.
    private(set) var rest: [Rest] = []

    /// Sorts the findings of a notebook; all of those that are listed are shown if that is wanted.
    init(_ notebook: ValidatedNotebook, showsAll: Bool) {
        let findings = notebook.findings.map(\.finding)
        let counts = findings.reduce(into: [RuleID: Int]()) { $0[$1.rule, default: 0] += 1 }
        var hidden: [RuleID: [Finding]] = [:]
        var seen: [RuleID: Int] = [:]
        for finding in findings {
            let number = seen[finding.rule, default: 0] + 1
            seen[finding.rule] = number
            if !showsAll, counts[finding.rule, default: 0] > Self.most, number > Self.sample {
                hidden[finding.rule, default: []].append(finding)
            } else {
                shown.append(finding)
            }
        }
        let omitted = notebook.omitted
        rest = Set(hidden.keys).union(omitted.keys).sorted().map { rule in
            Self.rest(rule, hidden[rule] ?? [], omitted: omitted[rule] ?? 0)
        }
    }

    private static func rest(_ rule: RuleID, _ findings: [Finding], omitted: Int) -> Rest {
        let files = Set(findings.map(\.path)).count
        let places = findings.isEmpty ? "" : files == 1 ? " in one file" : " in \(files) files"
        let listed = findings.isEmpty ? "" : "\(findings.count) more of \(rule)\(places), which --all shows"
        let rest = omitted == 0 ? "" : "\(omitted) more of \(rule), too many to be listed"
        let messages = findings.reduce(into: [String: Int]()) { $0[$1.message, default: 0] += 1 }
        let most = messages.filter { $0.value > 1 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(patterns)
        return Rest(
            line: [listed, rest].filter { !$0.isEmpty }.joined(separator: "; "),
            messages: most.map { "\($0.value) times: \($0.key)" })
    }
}
