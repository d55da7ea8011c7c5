import NotebookBundle

/// The verb ‘explain’.
struct ExplainCommand: Command {
    private static let rules = Positional(
        "RULE",
        "The rules, by identifier (NB201) or name (listed-files-exist), or families of them (NB2, files); or ‘query’, ‘json’ or ‘agents’",
        kind: .rule, isRequired: false, isRepeated: true)

    static let verb = Verb(
        "explain",
        "Explain the rules of ‘validate’, the query language, the answers of --json, and how agents use the tool",
        details: """
            The page of a rule describes what it requires, why, and what to do. Without a rule, lists all rules; with a family,
            the rules of that family. ‘query’ describes what --where accepts, ‘json’ what --json prints,
            ‘agents’ what a script or an agent must know.
            """,
        parameters: [rules, Common.noPager, Common.json],
        examples: [
            ("explain NB201", "the rule’s page"), ("explain links", "the rules on links, one on each line"),
            ("explain query", "what --where accepts"), ("explain agents", "how scripts use the tool"),
            ("explain", "all rules"),
        ],
        statuses: [.finding: "there is no such rule"]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let rules: [RuleRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let words = arguments.all(Self.rules)
        if let topic = words.first.flatMap(HelpTopic.init), words.count == 1, !arguments[Common.json] {
            try session.printHelp(topic.text + "\n")
            return .success
        }
        let chosen = try words.isEmpty ? [.list(RuleBook.withProperties)] : words.map(Self.choice)
        if arguments[Common.json] {
            try session.printJSON(Answer(rules: chosen.flatMap(\.rules).map(RuleRow.init)))
            return .success
        }
        for (index, choice) in chosen.enumerated() {
            if index > 0 { try session.print("") }
            switch choice {
            case .page(let rule): try show(rule)
            case .list(let rules): try list(rules)
            }
        }
        return .success
    }

    /// What to explain.
    private enum Choice {
        case page(Rule)
        case list([Rule])

        var rules: [Rule] {
            switch self {
            case .page(let rule): [rule]
            case .list(let rules): rules
            }
        }
    }

    private static func choice(_ word: String) throws -> Choice {
        if let rule = RuleBook.rule(word) { return .page(rule) }
        if let family = RuleBook.selector(word) {
            return .list(RuleBook.withProperties.filter { family.matches($0.id) })
        }
        let names =
            RuleBook.withProperties.flatMap { [$0.id.description, $0.name] } + RuleFamily.allCases.map(\.name)
            + HelpTopic.allCases.map(\.rawValue)
        throw UnknownRule(word: word, like: Similarity.nearest(to: word, in: names))
    }
}

/// A word that names no rule.
private struct UnknownRule: ToolFailure {
    let word: String
    let like: [String]

    var isFinding: Bool { true }
    var description: String { "there is no rule \(PrintableText.quoted(word))" }
    var hint: String? {
        like.isEmpty ? "‘bundle explain’ lists the rules" : "did you mean \(like.alternatives)?"
    }
}

extension ExplainCommand {
    /// One line for each rule.
    private func list(_ rules: [Rule]) throws {
        let width = rules.map(\.name.count).max() ?? 0
        for rule in rules {
            try session.print("\(rule.id)  \(rule.name.padded(to: width))  \(rule.severity.rawValue)")
        }
    }

    private func show(_ rule: Rule) throws {
        try session.print(session.style("\(rule.id) \(rule.name)", .bold) + " (\(rule.severity.rawValue))")
        try session.print("")
        let parts = [
            ("", rule.explanation), ("example: ", rule.example),
            ("remedy: ", rule.remedy.text(for: session.tool)),
            (
                "clause: ",
                rule.clause.isEmpty
                    ? "none of docs/Format.md: the settings of a validation require it (docs/CI.md)"
                    : "\(rule.clause) of docs/Format.md (level \(rule.level.rawValue))"
            ),
        ]
        for (label, text) in parts {
            var styled = StyledText()
            styled.append(label + text, [])
            for line in styled.lines(width: session.terminal.width, session.style) { try session.print("  " + line) }
        }
    }
}

/// A rule in the answer.
private struct RuleRow: Encodable {
    let id: String
    let name: String
    let severity: String
    let clause: String
    let level: String
    let explanation: String
    let example: String
    let remedy: String

    init(_ rule: Rule) {
        id = rule.id.description
        name = rule.name
        severity = rule.severity.rawValue
        clause = rule.clause
        level = rule.level.rawValue
        explanation = rule.explanation
        example = rule.example
        remedy = rule.remedy.text(for: "bundle")
    }
}
