import NotebookBundle

/// The number of findings of each rule with their most frequent messages, instead of the findings.
struct StatisticsReport: ValidationReport {
    /// How many messages of a rule to show.
    private static let patterns = 3

    let rules: [Rule]
    let style: Style
    /// The report whose verdicts are shown as well.
    let verdicts: TextReport

    func text(of notebook: ValidatedNotebook) -> String {
        verdicts.tellsFailures && notebook.failure != nil ? verdicts.text(ofFailure: notebook) : ""
    }

    func end(of run: ValidationRun) -> String {
        let findings = run.notebooks.flatMap { notebook in notebook.findings.map { (notebook.name, $0.finding) } }
        let byRule = Dictionary(grouping: findings) { $0.1.rule }
        let counts = run.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let width = counts.first.map { "\($0.value)".count } ?? 0
        let names = Dictionary(rules.map { ($0.id, $0.name) }) { first, _ in first }
        let lines = counts.flatMap { rule, count -> [String] in
            let found = byRule[rule] ?? []
            let files = Set(found.map { "\($0.0)\0\($0.1.path)" }).count
            let severity = found.map(\.1.severity).max() ?? .error
            let number = String(repeating: " ", count: max(0, width - "\(count)".count)) + "\(count)"
            let word = style(severity.rawValue.padded(to: 7), TextReport.face(severity))
            let head = "\(number)  \(rule)  \(word)  \(names[rule] ?? ""), in \(Wording.count(files, "file"))"
            return [head] + Self.messages(found.map(\.1), indentation: width + 2)
        }
        return TextReport.harmless(lines.map { $0 + "\n" }.joined())
            + run.notebooks.map(verdicts.verdictLine).joined() + verdicts.end(of: run)
    }

    private static func messages(_ findings: [Finding], indentation: Int) -> [String] {
        let counts = findings.reduce(into: [String: Int]()) { $0[$1.message, default: 0] += 1 }
        let most = counts.filter { $0.value > 1 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(patterns)
        return most.map { String(repeating: " ", count: indentation) + "\($0.value) times: \($0.key)" }
    }
}
