import NotebookBundle

/// The verb ‘explain’.
struct ExplainCommand: Command {
    private static let rules = Positional(
        "RULE",
        "The rules, by identifier (NB201) or name (listed-files-exist), or families of them (NB2, files); codes of imports and exports (link-unresolved), or ‘codes’ for all; or ‘query’, ‘rules’, ‘json’ or ‘agents’",
        kind: .rule, isRequired: false, isRepeated: true)

    static let verb = Verb(
        "explain",
        "Explain the rules of ‘validate’, the codes of ‘import’ and ‘export’, the query language, the answers of --json, and how agents use the tool",
        details: """
            The page of a rule describes what it requires, why, and what to do. Without a rule, lists all rules and codes;
            with a family, the rules of that family. The page of a code says what its rows are about, and what to do.
            ‘query’ describes what --where accepts, ‘rules’ how to write rules of your own (.bundle-validate.json), ‘json’ what --json prints,
            ‘agents’ what a script or an agent must know.
            """,
        parameters: [rules, Common.noPager, Common.json],
        examples: [
            ("explain NB201", "the rule’s page"), ("explain links", "the rules on links, one on each line"),
            ("explain query", "what --where accepts"), ("explain rules", "how to write your own rules"),
            ("explain agents", "how scripts use the tool"),
            ("explain attachment-missing", "what an import says with this code"), ("explain", "all rules and codes"),
        ],
        statuses: [.finding: "there is no such rule or code"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let rules: [RuleRow]
        let codes: [CodeRow]?
        let topics: [TopicRow]?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let words = arguments.all(Self.rules)
        let all = ImportLoss.Code.allCases.sorted()
        let chosen = try words.isEmpty ? [.list(RuleBook.withProperties), .codes(all)] : words.map(Self.choice)
        if arguments[Common.json] {
            let codes = chosen.flatMap(\.codes).map(CodeRow.init)
            let topics = chosen.compactMap(\.topic).map(TopicRow.init)
            try session.printJSON(
                Answer(
                    rules: chosen.flatMap(\.rules).map(RuleRow.init), codes: codes.isEmpty ? nil : codes,
                    topics: topics.isEmpty ? nil : topics))
            return .success
        }
        for (index, choice) in chosen.enumerated() {
            if index > 0 { try session.print("") }
            switch choice {
            case .page(let rule): try show(rule)
            case .list(let rules): try list(rules)
            case .code(let code): try show(code)
            case .codes(let codes): try list(codes)
            case .topic(let topic): try session.printHelp(topic.text + "\n")
            }
        }
        return .success
    }

    /// What to explain.
    private enum Choice {
        case page(Rule)
        case list([Rule])
        case code(ImportLoss.Code)
        case codes([ImportLoss.Code])
        case topic(HelpTopic)

        var rules: [Rule] {
            switch self {
            case .page(let rule): [rule]
            case .list(let rules): rules
            case .code, .codes, .topic: []
            }
        }

        var codes: [ImportLoss.Code] {
            switch self {
            case .code(let code): [code]
            case .codes(let codes): codes
            case .page, .list, .topic: []
            }
        }

        var topic: HelpTopic? { if case .topic(let topic) = self { topic } else { nil } }
    }

    private static func choice(_ word: String) throws -> Choice {
        if let topic = HelpTopic(rawValue: word) { return .topic(topic) }
        if let rule = RuleBook.rule(word) { return .page(rule) }
        if let family = RuleBook.selector(word) {
            return .list(RuleBook.withProperties.filter { family.matches($0.id) })
        }
        if let code = ImportLoss.Code(rawValue: word) { return .code(code) }
        if word == "codes" { return .codes(ImportLoss.Code.allCases.sorted()) }
        let codes = ImportLoss.Code.allCases.map(\.rawValue)
        let names =
            codes + RuleBook.withProperties.flatMap { [$0.id.description, $0.name] } + RuleFamily.allCases.map(\.name)
            + HelpTopic.allCases.map(\.rawValue)
        throw UnknownRule(word: word, like: Similarity.nearest(to: word, in: names))
    }
}

/// A word that names no rule.
private struct UnknownRule: ToolFailure {
    let word: String
    let like: [String]

    var isFinding: Bool { true }
    var description: String { "there is no rule or code \(PrintableText.quoted(word))" }
    var hint: String? {
        like.isEmpty ? "‘bundle explain’ lists the rules and codes" : "did you mean \(like.alternatives)?"
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

    /// One line for each code.
    private func list(_ codes: [ImportLoss.Code]) throws {
        let width = codes.map(\.rawValue.count).max() ?? 0
        for code in codes {
            let kind = code.kind.rawValue.padded(to: 7)
            try session.print("\(code.rawValue.padded(to: width))  \(kind)  \(code.summary)")
        }
    }

    private func show(_ code: ImportLoss.Code) throws {
        let kind = "\(code.kind.rawValue): \(code.kind.meaning)"
        try session.print(session.style(code.rawValue, .bold) + " (\(kind))")
        try session.print("")
        try show([("", code.summary), ("remedy: ", LossAdvice.sentence(on: code))])
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
        try show(parts)
    }

    private func show(_ parts: [(label: String, text: String)]) throws {
        for (label, text) in parts {
            var styled = StyledText()
            styled.append(label + text, [])
            for line in styled.lines(width: session.terminal.width, session.style) { try session.print("  " + line) }
        }
    }
}

/// A page on a topic in the answer.
private struct TopicRow: JSONRow {
    let name: String
    let text: String

    init(_ topic: HelpTopic) { (name, text) = (topic.rawValue, topic.text) }
}

/// A code in the answer.
private struct CodeRow: JSONRow {
    let code: String
    let kind: String
    let summary: String
    let remedy: String

    init(_ code: ImportLoss.Code) {
        (self.code, kind, summary) = (code.rawValue, code.kind.rawValue, code.summary)
        remedy = LossAdvice.sentence(on: code)
    }
}

/// A rule in the answer.
private struct RuleRow: JSONRow {
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
