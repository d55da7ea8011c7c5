import NotebookBundle
import NotebookFormat

/// The verb ‘explain’.
enum ExplainCommand {
    private static let rules = Positional(
        "RULE", "The rules, by identifier (NB201) or name (listed-files-exist)", isRequired: false, isRepeated: true)

    static let verb = Verb(
        "explain", "Explain rules of ‘validate’: what they demand, why, and what to do",
        details: "Without a rule it lists all of them.",
        parameters: [rules, Common.json],
        examples: [("explain NB201", "the rule’s page"), ("explain", "all rules, one on each line")],
        statuses: [.finding: "there is no such rule"]
    ) { arguments, session in
        let words = arguments.all(rules)
        let chosen = try words.isEmpty ? RuleBook.all : words.map(rule)
        if arguments[Common.json] {
            try session.print(Output(rules: chosen.map(Output.RuleOutput.init)))
        } else if words.isEmpty {
            let width = chosen.map(\.name.count).max() ?? 0
            for rule in chosen {
                try session.print("\(rule.id)  \(rule.name.padded(to: width))  \(rule.severity.rawValue)")
            }
        } else {
            for (index, rule) in chosen.enumerated() {
                if index > 0 { try session.print("") }
                try session.show(rule)
            }
        }
        return .success
    }

    private static func rule(_ word: String) throws -> any Rule {
        if let rule = RuleBook.rule(word) { return rule }
        let names = RuleBook.all.flatMap { [$0.id.description, $0.name] }
        throw UnknownRule(word: word, like: Similarity.nearest(to: word, in: names))
    }
}

/// A word that names no rule.
private struct UnknownRule: Failure {
    let word: String
    let like: [String]

    var isFinding: Bool { true }
    var description: String { "there is no rule ‘\(PrintableText.escaped(word))’" }
    var hint: String? {
        like.isEmpty ? "‘bundle explain’ lists the rules" : "did you mean ‘\(like.joined(separator: "’ or ‘"))’?"
    }
}

extension Session {
    fileprivate func show(_ rule: any Rule) throws {
        try print(style("\(rule.id) \(rule.name)", .bold) + " (\(rule.severity.rawValue))")
        try print("")
        let parts = [
            ("", rule.explanation), ("example: ", rule.example),
            ("remedy: ", rule.remedy.replacing("‘bundle ", with: "‘\(tool) ")),
            ("clause: ", "\(rule.clause) of docs/Format.md"),
        ]
        for (label, text) in parts {
            var styled = StyledText()
            styled.append(label + text, [])
            for line in styled.lines(width: terminal.width, style) { try print("  " + line) }
        }
    }
}

extension Output.RuleOutput {
    init(_ rule: any Rule) {
        self.init(
            id: rule.id.description, name: rule.name, severity: rule.severity.rawValue, clause: rule.clause,
            explanation: rule.explanation, example: rule.example, remedy: rule.remedy)
    }
}
