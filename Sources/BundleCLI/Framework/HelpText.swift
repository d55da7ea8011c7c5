/// The help texts of the tool and its verbs.
struct HelpText {
    let tool: String

    /// The list of all verbs; also of those that programs in $PATH add.
    func overview(_ groups: [VerbGroup], plugIns: [String] = []) -> String {
        let width = groups.flatMap(\.verbs).map(\.name.count).max() ?? 0
        let first = Self.first.map { "‘\($0)’" }
        let added = plugIns.isEmpty ? "" : " Yours are: \(plugIns.joined(separator: ", "))."
        return """
            \(tool) \(purpose).

            usage: \(tool) VERB [NOTEBOOK] [ARGUMENTS] [--options]

            Begin with \(first.dropLast().joined(separator: ", "))
            and \(first.last ?? "").

            \(groups.map { Self.list($0.purpose, $0.verbs, width) }.joined(separator: "\n\n"))

            A program bundle-NAME in $PATH is the verb NAME. It can call this tool by the path in $BUNDLE_TOOL.\(added)

            \(conventions)

            ‘\(tool) help VERB’ explains a verb, ‘\(tool) --version’ prints the versions.

            """
    }

    /// The help for beginners: the verbs that they need first, and where to find more help.
    func beginning(_ groups: [VerbGroup]) -> String {
        let groups = groups.map { group in
            VerbGroup(purpose: group.purpose, verbs: group.verbs.filter { Self.first.contains($0.name) })
        }
        return """
            \(tool) \(purpose).

            usage: \(tool) VERB [NOTEBOOK] [ARGUMENTS] [--options]

            \(groups.filter { !$0.verbs.isEmpty }.map { Self.list($0.purpose, $0.verbs, 10) }.joined(separator: "\n\n"))

            ‘\(tool) --help’ lists all verbs, ‘\(tool) help VERB’ explains one.

            """
    }

    /// Verbs under what they are for.
    private static func list(_ purpose: String, _ verbs: [Verb], _ width: Int) -> String {
        ([purpose] + verbs.map { "  \($0.name.padded(to: width))  \($0.summary)" }).joined(separator: "\n")
    }

    /// The ten verbs that one needs first.
    static let first = ["create", "open", "new", "edit", "attach", "ls", "show", "search", "validate", "archive"]

    /// What the tool is for, as the rest of a sentence that begins with its name.
    var purpose: String { "creates, opens, edits, validates and archives notebooks (.notebundle)" }

    /// What the words of the usage lines mean.
    var conventions: String {
        """
        NOTEBOOK is a .notebundle directory or, for verbs that only read, an archive of one (zip or tar;
        ‘-’ reads it from standard input). You can leave it out in its folder, in a folder with only
        one notebook, and if BUNDLE_NOTEBOOK or ‘\(tool) library use’ names one; -n NAME names another
        notebook.

        ITEM is a path (notes/Birds/Grey heron.md), a path without root and ending (Birds/Grey heron),
        a title or name in any letter case, the first 4 or more characters of a uuid, or else the name of
        a file (README.md), another name in the front matter (aliases), or words of a title.
        """
    }

    /// The help text of one verb.
    func verb(_ verb: Verb) -> String {
        let (positionals, options) = (verb.positionals, verb.options)
        var text = "usage: \(tool) \(verb.name)"
        for parameter in positionals { text += " " + parameter.form.usage }
        text += options.count > 1 ? " [--options]\n\n" : "\n\n"
        text += verb.summary + ".\n"
        if !verb.details.isEmpty { text += "\n" + verb.details + "\n" }
        if !positionals.isEmpty { text += "\narguments:\n" + Self.table(positionals.map { ($0.form.usage, $0.help) }) }
        text += "\noptions:\n" + Self.table(options.map { ($0.form.usage, $0.help) })
        text += "\nexamples:\n"
        for example in verb.examples { text += "  \(tool) \(example.call)\n      \(example.effect)\n" }
        text += "\nexit statuses:\n"
        text += Self.table(ExitStatus.allCases.map { ("\($0.rawValue)", verb.meaning(of: $0)) })
        return text.replacing("‘bundle ", with: "‘\(tool) ")
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = min(28, rows.map(\.0.count).max() ?? 0)
        return rows.map { name, help in
            name.count <= width
                ? "  \(name.padded(to: width))  \(help)\n"
                : "  \(name)\n  \(String(repeating: " ", count: width))  \(help)\n"
        }.joined()
    }
}
