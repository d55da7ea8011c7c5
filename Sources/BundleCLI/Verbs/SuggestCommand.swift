import NotebookBundle

/// The verb ‘suggest’.
struct SuggestCommand: Command {
    private static let prefix = Positional(
        "PREFIX", "The beginning of a word, or of several", kind: .text, mayBeEmpty: true)
    private static let limit = Option.number("limit", "N", "Show at most this many (default 5)", in: 1...1000)

    static let verb = Verb(
        "suggest", "Suggest items for a half-typed word: titles first, then aliases and texts",
        details: """
            For shell completion. Each line has a name of the item that other verbs accept, a tab, and the date of its last
            change. If the text matches, its context follows.
            """,
        parameters: [Common.notebook, prefix, limit, Common.json] + Common.reading,
        examples: [("suggest Recipes app", "such as “Apple pie”, and when it was changed")],
        statuses: [.finding: "nothing matches"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let suggestions: [SuggestionRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            guard let prefix = WordPrefix(arguments[Self.prefix]) else { return .finding }
            let suggestions = try snapshot.listing.suggestions(
                prefix, limit: arguments[Self.limit] ?? 5, snapshot.files)
            if arguments[Common.json] {
                try session.printJSON(Answer(suggestions: suggestions.map(SuggestionRow.init)))
            } else {
                let isForPeople = session.terminal.outputIsTerminal
                let width = suggestions.map { PrintableText.escaped($0.text).columns }.max() ?? 0
                for suggestion in suggestions {
                    let item = suggestion.item
                    let alias = suggestion.alias.map { "  (\(PrintableText.escaped(item.shown($0))))" } ?? ""
                    let snippet =
                        suggestion.snippet.map {
                            "  " + $0.text(session.style, isCard: item.type == .card)
                        } ?? alias
                    let date = session.style(session.date(item.modified), .dim)
                    let text = PrintableText.escaped(suggestion.text)
                    let name = isForPeople ? text.padded(to: min(width, 40)) + "  " : text + "\t"
                    try session.printRow("\(name)\(date)\(snippet)", wrappedWith: 4)
                }
            }
            if suggestions.isEmpty { try session.reportNothing("nothing matches") }
            return suggestions.isEmpty ? .finding : .success
        }
    }
}

/// A suggestion in the answer.
private struct SuggestionRow: JSONRow {
    let text: String
    let path: String
    let modified: String
    let found: String
    let alias: String?
    let snippet: String?
}

extension SuggestionRow {
    init(_ suggestion: Suggestion) {
        self.init(
            text: suggestion.text, path: suggestion.item.path.text, modified: suggestion.item.modified.description,
            found: suggestion.alias != nil ? "alias" : suggestion.snippet == nil ? "title" : "body",
            alias: suggestion.alias, snippet: suggestion.snippet?.text)
    }
}
