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
        text += ".TP\n.B \(Self.escaped(term))\n\(Self.escaped(explanation))\n"
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
