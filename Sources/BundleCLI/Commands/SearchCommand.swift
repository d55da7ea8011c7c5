import NotebookBundle
import NotebookFormat

/// The verb ‘search’.
enum SearchCommand {
    private static let words = Positional(
        "WORDS", "What to look for: all of the words", isRepeated: true, takesDashes: true)
    private static let regex = Flag("regex", "Each of the words is a regular expression (docs/Query.md, section 6)")
    private static let filter = Option(
        "where", "QUERY", "Only items that a query means (docs/Query.md)", hint: "docs/Query.md explains queries"
    ) { try? Query($0) }
    private static let folder = Option("in", "FOLDER", "Only what is in this folder, at any depth")
    private static let trash = Flag("trash", "Look in the trash instead")
    private static let lines = Flag("lines", "Print path:line:column:text of every line in which something is")
    private static let count = Flag("count", "Print only how many items were found")
    private static let limit = Option("limit", "N", "At most so many items") { text in
        Int(text).flatMap { $0 > 0 ? $0 : nil }
    }

    static let verb = Verb(
        "search", "Find items by words in their titles, tags and texts, the best first",
        details: """
            Words are found in any letter case, with and without diacritics, in the names of attachments that an item links to as
            well, and also within other words. All of them must be there. A word of the shell that holds spaces is a phrase;
            in one that holds quotation marks, each of its own words counts: '"grey heron" -owl title:weir tag:birds'.
            -WORD must not be there, title:WORD must be in the title, tag:TAG is the tag or one below it.

            First come the items whose title says it all, then those whose title says some of it, then the others; among them
            those in which it stands more often, or which were changed lately.
            """,
        parameters: [
            Common.notebook, words, regex, filter, folder, trash, lines, count, limit, Common.json,
        ] + Common.reading,
        examples: [
            ("search Recipes apple -pie", "items with “apple” and without “pie”"),
            (
                "search Recipes \"baking powder\" --in Desserts --lines",
                "the lines with the phrase, as editors take them"
            ),
            ("search Recipes --regex '\\d+ g' --where \"modified >= -7d\"", "what was changed in the last week"),
        ],
        statuses: [.finding: "nothing was found"]
    ) { arguments, session in
        try arguments.requireAtMostOne(of: [lines, count])
        let query: SearchQuery
        do throws(SearchError) {
            query = try SearchQuery(arguments.all(words), isRegex: arguments[regex])
        } catch {
            throw UsageError.conflict(error.description + (error.hint.map { "; \($0)" } ?? ""))
        }
        return try session.read(arguments) { files in
            let notebook = try Notebook(files)
            var request = SearchRequest(query, context: session.searchContext)
            request.filter = arguments[filter]
            request.isInTrash = arguments[trash]
            request.detail = arguments[lines] ? .lines : arguments[count] ? .count : .snippet
            if let name = arguments[folder] { request.folder = try notebook.folderToSearch(name, request.isInTrash) }
            let progress = session.progress("reading")
            let all = try notebook.search(request, files, progress: progress)
            progress.finish()
            let results = Array(all.prefix(arguments[limit] ?? .max))
            if arguments[count] {
                try session.print(
                    arguments[Common.json] ? Output(found: all.count) : nil, or: "\(all.count)")
            } else if arguments[Common.json] {
                try session.print(Output(results: results.map(Output.ResultOutput.init), found: all.count))
            } else if arguments[lines] {
                for result in results { try session.show(result.found.lines, of: result.item) }
            } else {
                for (result, line) in zip(results, session.lines(results.map(\.item))) {
                    try session.print(line)
                    let snippet = result.found.snippet.map(session.styled) ?? ""
                    if !snippet.isEmpty { try session.print("      " + snippet) }
                }
            }
            return all.isEmpty ? .finding : .success
        }
    }
}

/// The verb ‘suggest’.
enum SuggestCommand {
    private static let prefix = Positional("PREFIX", "The beginning of a word, or of several")
    private static let limit = Option("limit", "N", "So many at most (default 5)") { text in
        Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
    }

    static let verb = Verb(
        "suggest", "Suggest items for a half-typed text: by their titles, then by their texts, the latest first",
        details: """
            Each line is what names the item to the other verbs, a tab, and the date of its last change: what shells show as
            completions. Where a text has the word, what stands around it follows.
            """,
        parameters: [Common.notebook, prefix, limit, Common.json] + Common.reading,
        examples: [("suggest Recipes app", "“Apple pie”, say, and when it was changed")],
        statuses: [.finding: "nothing begins like that"]
    ) { arguments, session in
        try session.read(arguments) { files in
            guard let prefix = WordPrefix(arguments[prefix]) else { return .finding }
            let suggestions = try Notebook(files).suggestions(prefix, limit: arguments[limit] ?? 5, files)
            if arguments[Common.json] {
                try session.print(Output(suggestions: suggestions.map(Output.SuggestionOutput.init)))
            } else {
                for suggestion in suggestions {
                    let snippet = suggestion.snippet.map { "  " + session.styled($0) } ?? ""
                    let date = session.style(session.date(suggestion.item.modified), .dim)
                    try session.print("\(PrintableText.escaped(suggestion.text))\t\(date)\(snippet)")
                }
            }
            return suggestions.isEmpty ? .finding : .success
        }
    }
}

extension Session {
    fileprivate var searchContext: QueryContext {
        let now = world.now()
        return QueryContext(now: now, secondsFromUTC: terminal.timeZoneOffset(now))
    }

    /// A snippet with what was found in it made bold.
    fileprivate func styled(_ snippet: Snippet) -> String {
        snippet.pieces.map { piece in
            let text = PrintableText.escaped(piece.text)
            return piece.isMatch ? style(text, .bold, .yellow) : style(text, .dim)
        }.joined()
    }

    /// Prints lines as compilers and editors do.
    fileprivate func show(_ lines: [FoundLine], of item: Item) throws {
        for line in lines {
            let place = "\(PrintableText.escaped(item.path.text)):\(line.position.line):\(line.position.column):"
            var text = ""
            var offset = line.text.utf8.startIndex
            for range in line.ranges {
                let start = line.text.utf8.index(line.text.utf8.startIndex, offsetBy: range.lowerBound)
                let end = line.text.utf8.index(line.text.utf8.startIndex, offsetBy: range.upperBound)
                guard start >= offset else { continue }
                text += PrintableText.escaped(line.text[offset..<start])
                text += style(PrintableText.escaped(line.text[start..<end]), .bold, .yellow)
                offset = end
            }
            text += PrintableText.escaped(line.text[offset...])
            try print(style(place, .cyan) + text)
        }
    }
}

extension Notebook {
    /// The folder that a person means; in the trash any that can be one.
    fileprivate func folderToSearch(_ text: String, _ isInTrash: Bool) throws -> FolderPath {
        let wanted = text.split(separator: "/").joined(separator: "/")
        if wanted.isEmpty { return .root }
        guard isInTrash else { return try folder(text) }
        let key = ComparisonKey(wanted)
        return trashedItems.lazy.map(\.folder).first { $0.key == key } ?? (try? FolderPath(wanted)) ?? .root
    }
}

extension Output.ResultOutput {
    init(_ result: SearchResult) {
        self.init(
            path: result.item.path.text, type: result.item.type.rawValue, uuid: result.item.uuid?.description,
            title: result.item.title, modified: result.item.modified.description, count: result.found.count,
            line: result.found.position?.line, column: result.found.position?.column,
            snippet: (result.found.snippet?.pieces ?? []).map { .init(text: $0.text, isMatch: $0.isMatch) })
        guard !result.found.lines.isEmpty else { return }
        lines = result.found.lines.map { .init(line: $0.position.line, column: $0.position.column, text: $0.text) }
    }
}

extension Output.SuggestionOutput {
    init(_ suggestion: Suggestion) {
        self.init(
            text: suggestion.text, path: suggestion.item.path.text, modified: suggestion.item.modified.description,
            found: suggestion.snippet == nil ? "title" : "body", snippet: suggestion.snippet?.text)
    }
}
