import NotebookFormat

/// The findings of a notebook as a person reads them: the first of each rule, and a summary of the others.
struct FindingGroups {
    /// The number of findings of a rule from which on some are hidden.
    private static let most = 10
    /// How many are shown then.
    private static let sample = 5
    /// How many messages summarize the others.
    private static let patterns = 3

    /// The findings of a rule that are not shown.
    struct Rest {
        /// Their number, and the number of files.
        let line: String
        /// The most frequent messages, with their counts.
        let messages: [String]
    }

    /// The findings to show, in the order of paths and positions.
    private(set) var shown: [Finding] = []
    /// The others, by rule.
    private(set) var rest: [Rest] = []

    /// Groups the findings of a notebook; if wanted, all listed findings are shown.
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
