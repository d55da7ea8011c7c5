/// A page of the manual in the language of man(7), made from the declarations that also make the help texts.
struct ManualPage {
    /// Its name, without the number of the section.
    let name: String
    private var roff: Roff

    /// The whole page.
    var text: String { roff.text }

    /// The page of the tool.
    init(of verbs: [Verb], tool: String) {
        name = tool
        let help = HelpText(tool: tool)
        roff = Roff(title: tool)
        roff.section("NAME")
        roff.line("\(tool) - \(help.purpose)")
        roff.section("SYNOPSIS")
        roff.synopsis(tool, "VERB [NOTEBOOK] [ARGUMENTS] [--options]")
        roff.synopsis(tool, "--help | --version")
        roff.section("DESCRIPTION")
        roff.paragraphs(help.conventions)
        roff.section("VERBS")
        for verb in verbs { roff.term("\(tool)-\(verb.name)(1)", verb.summary + ".") }
        roff.section("EXIT STATUS")
        for status in ExitStatus.allCases { roff.term("\(status.rawValue)", status.meaning.sentence) }
        roff.section("ENVIRONMENT")
        for variable in EnvironmentVariable.all { roff.term(variable.name, variable.meaning + ".") }
        roff.section("SEE ALSO")
        roff.line("\(tool)-create(1), \(tool)-open(1), \(tool)-config(1), \(tool)-library(1)")
    }

    /// The page of a verb.
    init(of verb: Verb, tool: String) {
        name = "\(tool)-\(verb.name)"
        roff = Roff(title: name)
        roff.section("NAME")
        roff.line("\(name) - \(verb.summary)")
        roff.section("SYNOPSIS")
        let usage = verb.positionals.map(\.form.usage) + ["[--options]"]
        roff.synopsis("\(tool) \(verb.name)", usage.joined(separator: " "))
        roff.section("DESCRIPTION")
        roff.paragraphs(verb.summary + ".")
        if !verb.details.isEmpty { roff.paragraphs(verb.details) }
        if !verb.positionals.isEmpty {
            roff.section("ARGUMENTS")
            for parameter in verb.positionals { roff.term(parameter.form.usage, parameter.help.sentence) }
        }
        roff.section("OPTIONS")
        for parameter in verb.options { roff.term(parameter.form.usage, parameter.help.sentence) }
        roff.section("EXAMPLES")
        for example in verb.examples { roff.term("\(tool) \(example.call)", example.effect.sentence) }
        roff.section("EXIT STATUS")
        for status in ExitStatus.allCases { roff.term("\(status.rawValue)", verb.meaning(of: status).sentence) }
        roff.section("SEE ALSO")
        roff.line("\(tool)(1)")
    }
}

extension String {
    /// The text as a sentence: with a capital letter and a full stop.
    fileprivate var sentence: String {
        let start = first.map { $0.isLowercase ? $0.uppercased() : String($0) } ?? ""
        return start + dropFirst() + (hasSuffix(".") ? "" : ".")
    }
}
