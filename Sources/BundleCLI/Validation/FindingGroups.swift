import NotebookBundle

/// The findings of a notebook, arranged for people: the first of each kind, and a summary of the others.
///
/// Findings are of one kind if they come from the same rule and their messages differ only in names and numbers.
struct FindingGroups {
    /// From this number on, some findings of a kind are hidden.
    private static let most = 10
    /// How many are shown in that case.
    private static let sample = 5
    /// How many messages summarize the others.
    private static let patterns = 3

    /// The common part of findings of one kind.
    private struct Kind: Hashable {
        let rule: RuleID
        let shape: String

        init(_ finding: Finding) {
            rule = finding.rule
            shape = Self.shape(of: finding.message)
        }

        /// A message without quoted text and numbers.
        private static func shape(of message: String) -> String {
            var (shape, depth) = ("", 0)
            for character in message {
                if character == "“" { depth += 1 }
                if depth == 0, !character.isNumber { shape.append(character) }
                if character == "”" { depth = max(0, depth - 1) }
            }
            return shape
        }
    }

    /// The findings of a kind that are not shown.
    struct Rest {
        /// Their number, and the number of files.
        let line: String
        /// The most frequent messages, with their counts.
        let messages: [String]
    }

    /// The findings to show, in the order of paths and positions.
    private(set) var shown: [Finding] = []
    /// The others, by rule and kind.
    private(set) var rest: [Rest] = []

    /// Groups the findings of a notebook; with `showsAll`, shows all listed findings.
    init(_ notebook: ValidatedNotebook, showsAll: Bool) {
        let findings = notebook.findings.map(\.finding)
        let kinds = findings.map { Kind($0) }
        let counts = kinds.reduce(into: [Kind: Int]()) { $0[$1, default: 0] += 1 }
        var hidden: [Kind: [Finding]] = [:]
        var order: [Kind] = []
        var seen: [Kind: Int] = [:]
        for (finding, kind) in zip(findings, kinds) {
            let number = seen[kind, default: 0] + 1
            seen[kind] = number
            if !showsAll, counts[kind, default: 0] > Self.most, number > Self.sample {
                if hidden[kind] == nil { order.append(kind) }
                hidden[kind, default: []].append(finding)
            } else {
                shown.append(finding)
            }
        }
        let listed = order.map { (rule: $0.rule, rest: Self.rest($0.rule, hidden[$0] ?? [])) }
        let omitted = notebook.omitted.map { rule, count in (rule: rule, rest: Self.omitted(rule, count)) }
        rest = (listed + omitted.sorted { $0.rule < $1.rule }).enumerated().sorted { one, two in
            (one.element.rule, one.offset) < (two.element.rule, two.offset)
        }.map(\.element.rest)
    }

    private static func rest(_ rule: RuleID, _ findings: [Finding]) -> Rest {
        let files = Set(findings.map(\.path)).count
        let places = files == 1 ? "in one file" : "in \(files) files"
        let messages = findings.reduce(into: [String: Int]()) { $0[$1.message, default: 0] += 1 }
        let most = messages.filter { $0.value > 1 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(patterns)
        return Rest(
            line: "and \(findings.count) more of \(rule) \(places); --all shows each",
            messages: most.map { "\($0.value) times: \($0.key)" })
    }

    private static func omitted(_ rule: RuleID, _ count: Int) -> Rest {
        Rest(line: "and \(count) more of \(rule), too many to be listed", messages: [])
    }
}
