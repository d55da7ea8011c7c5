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

/// A text in the language of manual pages, man(7).
struct Roff {
    private(set) var text: String
    /// Whether the section is still empty.
    private var isAtStart = true

    /// Begins a page of section 1.
    init(title: String) {
        text = """
            .\\" \(SetupFile.marker)
            .TH \(Self.argument(title.uppercased())) 1 "" \(Self.argument("bundle \(ToolVersion.text)")) "Notebooks"
            .nh
            .ad l

            """
    }

    /// Begins a section.
    mutating func section(_ title: String) {
        text += ".SH \(Self.argument(title))\n"
        isAtStart = true
    }

    /// Adds a line of text.
    mutating func line(_ line: String) { text += Self.escaped(line) + "\n" }

    /// Adds a line of the synopsis: the command, and its arguments.
    mutating func synopsis(_ command: String, _ arguments: String) {
        if !isAtStart { text += ".br\n" }
        text += ".B \(Self.escaped(command))\n\(Self.escaped(arguments))\n"
        isAtStart = false
    }

    /// Adds a term and its explanation.
    mutating func term(_ term: String, _ explanation: String) {
        // A long choice continues on the next line.
        let term = Self.escaped(term).replacing("|", with: "|\\:")
        text += ".TP\n.B \(term)\n\(Self.escaped(explanation))\n"
    }

    /// Adds paragraphs, which empty lines separate; those with an indented line keep their line breaks.
    mutating func paragraphs(_ source: String) {
        for paragraph in source.split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n")
            let isTable = lines.contains { $0.hasPrefix("  ") }
            if !isAtStart { text += ".PP\n" }
            isAtStart = false
            if isTable { text += ".nf\n" }
            for line in lines { text += Self.escaped(String(line)) + "\n" }
            if isTable { text += ".fi\n" }
        }
    }

    /// A text without commands, whose characters can be copied as they are typed.
    private static func escaped(_ line: String) -> String {
        var plain = line
        for (sign, escaped) in signs { plain = plain.replacing(sign, with: escaped) }
        return plain.hasPrefix(".") ? "\\&" + plain : plain
    }

    /// Characters that would be commands or typographic signs; the backslash comes first.
    private static let signs: [(sign: String, escaped: String)] = [
        ("\\", "\\e"), ("-", "\\-"), ("\"", "\\(dq"), ("'", "\\(aq"), ("`", "\\(ga"), ("^", "\\(ha"),
        ("~", "\\(ti"), ("…", "..."),
    ]

    private static func argument(_ text: String) -> String { "\"\(escaped(text))\"" }
}

/// A variable of the environment that the tool reads, for its manual page.
struct EnvironmentVariable {
    let name: String
    /// What it does, as a sentence without a full stop.
    let meaning: String

    /// The variables that a user may set for this tool.
    static let all = [
        EnvironmentVariable(name: "BUNDLE_NOTEBOOK", meaning: "The notebook that verbs use if none is named"),
        EnvironmentVariable(
            name: "VISUAL, EDITOR",
            meaning: "The editor, unless the setting ‘editor’ names one; VISUAL takes precedence"),
        EnvironmentVariable(name: "PAGER", meaning: "The pager for long output (less); empty or ‘cat’ for none"),
        EnvironmentVariable(
            name: "FORCE_HYPERLINK",
            meaning: "0 turns links in the terminal off, any other value turns them on"),
        EnvironmentVariable(
            name: "NO_COLOR, CLICOLOR_FORCE",
            meaning: "NO_COLOR turns colours off, CLICOLOR_FORCE turns them on even if output is not a terminal"),
        EnvironmentVariable(
            name: "XDG_CONFIG_HOME",
            meaning: "The folder that contains ‘notebundle’, the folder of your settings (~/.config)"),
        EnvironmentVariable(
            name: "XDG_CACHE_HOME",
            meaning: "The folder that contains ‘notebundle’, the cache, which you can delete at any time (~/.cache)"),
        EnvironmentVariable(
            name: "XDG_DATA_HOME",
            meaning: "The data folder, where ‘setup’ installs without --prefix (~/.local/share)"),
        EnvironmentVariable(name: "TMPDIR", meaning: "The folder for temporary files (/tmp)"),
        EnvironmentVariable(
            name: "SOURCE_DATE_EPOCH",
            meaning: "The time that verbs write, in seconds since 1970, for reproducible results"),
    ]
}
