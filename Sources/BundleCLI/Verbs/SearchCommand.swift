import NotebookBundle

/// The verb ‘search’.
struct SearchCommand: Command {
    private static let words = Positional(
        "WORDS", "The words to find, all in one item", kind: .searchWord, isRepeated: true, takesDashes: true)
    private static let regex = Flag("regex", "Treat each word as a regular expression (see ‘explain query’)")
    private static let library = Flag("library", "Search all notebooks of the library, instead of NOTEBOOK")
    private static let notebook = NotebookParameter(
        Common.notebook.help, takesArchives: true, unless: library)
    private static let folder = Option.path("in", "FOLDER", "Only items in this folder, at any depth", kind: .folder)
    private static let trash = Flag("trash", "Look in the trash instead")
    private static let lines = Flag(
        "lines", "Print path:line:column:text of every line with a match; columns count characters")
    private static let count = Flag("count", "Print only the number of items found")
    private static let limit = Option.number("limit", "N", "Show at most this many items", in: 1 ... .max)

    static let verb = Verb(
        "search", "Search titles, tags and texts; the best matches come first",
        otherNames: ["find", "grep"],
        details: """
            Finds items that have all words, also within other words, in any letter case, with or without diacritics; names of
            linked attachments count, too. An argument with spaces is a phrase; in an argument with quotation marks, each word
            or quoted phrase counts: '"grey heron" -owl title:weir tag:birds'. -WORD excludes, title:WORD searches titles,
            tag:TAG or #TAG matches the tag and those below it, prop:NAME any value of a property. A phrase may continue on the
            next line.

            Items whose title equals the search come first, then those whose title contains part of it, then the others; among
            them, those with more matches and recent changes.
            """,
        parameters: [
            notebook, words, regex, Common.filter, folder, trash, library, lines, count, limit, RowFormat.option,
            Common.noPager, Common.json,
        ] + Common.reading,
        examples: [
            ("search Recipes apple -pie", "items with “apple” and without “pie”"),
            (
                "search Recipes \"baking powder\" --in Desserts --lines",
                "the lines with the phrase, in a form that editors read"
            ),
            ("search --library apple", "searches all notebooks of the library"),
            ("search Recipes --regex '\\d+ g' --where \"modified >= -7d\"", "a pattern in items of the last week"),
        ],
        statuses: [.finding: "nothing was found"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let results: [ResultRow]?
        let found: Int
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.lines, Self.count])
        for other: any Parameter in [Common.json, Self.lines, Self.count] {
            try arguments.requireAtMostOne(of: [RowFormat.option, other])
        }
        _ = try arguments[RowFormat.option]?.columns(besides: ResultRow.self)
        let given = arguments.all(Self.words)
        let query: SearchQuery
        do {
            query = try SearchQuery(given, isRegex: arguments[Self.regex])
        } catch let error as SearchError {
            throw UsageError.conflict(error.description + (error.hint.map { "; \($0)" } ?? ""))
        }
        var request = SearchRequest(query, context: Queries.context(session))
        request.filter = try arguments[Common.filter].map(Queries.read)
        request.isInTrash = arguments[Self.trash]
        request.detail = arguments[Self.lines] ? .lines : arguments[Self.count] ? .count : .snippet
        let search = SearchRun(
            session: session, arguments: arguments, request: request, folder: arguments[Self.folder],
            showsTags: request.detail == .snippet && !arguments[Common.json])
        let (all, status, outside) = try arguments[Self.library] ? search.inLibrary() : search.inNotebook()
        let results = Array(all.prefix(arguments[Self.limit] ?? .max))
        if arguments.isGiven(RowFormat.option) {
            for result in results { try session.print(result.line) }
        } else if arguments[Common.json] {
            let rows = arguments[Self.count] ? nil : results.map(ResultRow.init)
            try session.printJSON(Answer(results: rows, found: all.count))
        } else if arguments[Self.count] {
            try session.print("\(all.count)")
        } else if arguments[Self.lines] {
            let home = try home(of: arguments[Common.notebook], isLibrary: arguments[Self.library])
            for result in results { try show(result, in: home) }
        } else {
            let lines = ItemLines(results.map(\.result.item), session)
            let style = session.style
            try lines.print { number in
                let result = results[number]
                let isCard = result.result.item.type == .card
                return ItemLines.Row(
                    tags: result.tags, ending: result.notebook.map { style("  in \($0)", .blue) } ?? "",
                    below: result.result.found.snippet.map { $0.text(style, isCard: isCard) } ?? "")
            }
        }
        if all.isEmpty, !arguments[Common.json], !arguments[Self.count] {
            try session.reportNothing("nothing was found")
        }
        try UnsealedNotice(session).report(outside)
        return max(status, all.isEmpty ? .finding : .success)
    }
}

/// A result, with its notebook if none was given.
private struct LocatedResult {
    let notebook: String?
    let result: SearchResult
    let tags: ItemTags
    /// What --format prints.
    var line = ""
}

/// A search of one notebook, or of the whole library.
private struct SearchRun {
    let session: Session
    let arguments: Arguments
    let request: SearchRequest
    let folder: String?
    /// Whether the tags of the results are shown.
    let showsTags: Bool

    func inNotebook() throws -> ([LocatedResult], ExitStatus, UnsealedCount?) {
        let (results, outside) = try NotebookOpener(arguments, session).readTree(arguments[Common.notebook]) { files in
            let count = (files as? DirectoryTree).map { FileCount($0) }
            let notebook = try NotebookListing(files)
            let (results, look) = try search(files, notebook, nil, count, folderIsNeeded: true)
            return (results, try look?.unsealedCount())
        }
        return (results, .success, outside)
    }

    /// The results of all notebooks, the best first; a notebook that cannot be read is reported, and the others
    /// searched.
    func inLibrary() throws -> ([LocatedResult], ExitStatus, UnsealedCount?) {
        var status = ExitStatus.success
        var all: [LocatedResult] = []
        for place in try UserLibrary(session).folder().notebooks() {
            do {
                all += try NotebookOpener(arguments, session).readTree(place.path) {
                    try search($0, NotebookListing($0), session.displayed(place.path), nil, folderIsNeeded: false)
                        .results
                }
            } catch let failure as any Failure {
                status = .failure
                try session.explain(failure)
            }
        }
        // The results of one notebook are sorted already, and stay in their order.
        let order = all.enumerated().sorted { one, two in
            SearchResult.isBetter(one.element.result, two.element.result)
                ?? (one.offset < two.offset)
        }
        return (order.map(\.element), status, nil)
    }

    private func search(
        _ files: some FileTree, _ notebook: NotebookListing, _ name: String?, _ count: FileCount?,
        folderIsNeeded: Bool
    ) throws -> (results: [LocatedResult], look: DirectoryScan?) {
        var request = request
        if let folder {
            do {
                request.folder = try notebook.folderToSearch(folder, request.isInTrash)
            } catch NotebookError.noSuchFolder where !folderIsNeeded {
                // Only some notebooks of the library have the folder.
                return ([], nil)
            }
        }
        let progress = ProgressLine(session, "reading")
        defer { progress.finish() }
        let sizes = SizesRead()
        let results = try notebook.search(request, files, sizes: sizes, progress: progress)
        let tagged = showsTags ? results.filter(\.found.mayHaveTagsInText).map(\.item) : []
        // Only a look at all files helps with their tags.
        var (look, whole): (DirectoryScan?, DirectoryScan?) = (nil, nil)
        if let count, let tree = files as? DirectoryTree {
            whole = TextNamesReader.readsDirectly(tagged.count) ? nil : DirectoryScan(tree, notebook.manifest, count)
            look = whole ?? sizes.look(tree, notebook, count)
        }
        let isForPrograms = arguments[Common.json] || arguments.isGiven(RowFormat.option)
        let tags =
            try tagged.isEmpty
            ? .ofFrontMatter : notebook.shownTags(of: tagged, files, whole, areComplete: isForPrograms)
        var located = results.map { LocatedResult(notebook: name, result: $0, tags: tags) }
        if let format = arguments[RowFormat.option] {
            let lines = try format.lines(
                located.map(ResultRow.init), of: results.map(\.item), notebook, files)
            for (number, line) in lines.enumerated() { located[number].line = line }
        }
        return (located, look)
    }
}

extension SearchCommand {
    /// The path of the given notebook, as places in it begin; `nil` for standard input and the library.
    private func home(of word: String, isLibrary: Bool) throws -> String? {
        isLibrary || word == Session.inputWord ? nil : session.displayed(try NotebookFinder(session).path(word))
    }

    /// Prints lines as compilers and editors do.
    private func show(_ result: LocatedResult, in home: String?) throws {
        for line in result.result.found.lines {
            let notebook = (result.notebook ?? home).map { PrintableText.escaped($0) + "/" } ?? ""
            let path = notebook + PrintableText.escaped(result.result.item.path.text)
            let place = "\(path):\(line.position.line):\(line.position.column):"
            var text = ""
            var offset = line.text.utf8.startIndex
            for range in line.ranges {
                let start = line.text.utf8.index(line.text.utf8.startIndex, offsetBy: range.lowerBound)
                let end = line.text.utf8.index(line.text.utf8.startIndex, offsetBy: range.upperBound)
                guard start >= offset else { continue }
                text += shown(line.text[offset..<start])
                text += session.style(shown(line.text[start..<end]), .bold, .yellow)
                offset = end
            }
            text += shown(line.text[offset...])
            let hidden = result.result.item.shown(line.text)
            if hidden != line.text { text = shown(hidden[...]) }
            // On a terminal, the place is a word of its own.
            let gap = session.terminal.outputIsTerminal ? " " : ""
            try session.printRow(session.style(place, .cyan) + gap + text, wrappedWith: 4)
        }
    }

    /// A part of a line, safe to print; tabs stay for other programs, so that columns are right.
    private func shown(_ text: Substring) -> String {
        text.split(separator: "\t", omittingEmptySubsequences: false).map { PrintableText.escaped($0) }
            .joined(separator: session.terminal.outputIsTerminal ? "  " : "\t")
    }
}

extension NotebookListing {
    /// The folder that a person names; in the trash, any valid folder.
    fileprivate func folderToSearch(_ text: String, _ isInTrash: Bool) throws -> FolderPath {
        let wanted = text.split(separator: "/").joined(separator: "/")
        if wanted.isEmpty { return .root }
        guard isInTrash else { return try folder(text) }
        let key = ComparisonKey(wanted)
        return trashedItems.lazy.map(\.folder).first { $0.key == key } ?? (try? FolderPath(wanted)) ?? .root
    }
}

/// A search result, in the answer.
private struct ResultRow: JSONRow {
    let notebook: String?
    let path: String
    let type: String
    let uuid: String?
    let title: String
    let modified: String
    let count: Int
    let line: Int?
    let column: Int?
    let snippet: [PieceRow]
    var lines: [LineRow]?

    struct PieceRow: JSONRow {
        let text: String
        let isMatch: Bool

        var printedMembers: [JSONValue.Member] { members(["isMatch": isMatch, "text": text]) }
    }

    struct LineRow: JSONRow {
        let line: Int
        let column: Int
        let text: String
    }
}

extension ResultRow: FormattedRow {
    var printedMembers: [JSONValue.Member] {
        members([
            "column": column, "count": count, "line": line, "lines": lines, "modified": modified, "notebook": notebook,
            "path": path, "snippet": snippet, "title": title, "type": type, "uuid": uuid,
        ])
    }

    static var keys: [String] {
        [
            "notebook", "path", "type", "uuid", "title", "modified", "count", "line", "column", "snippet",
        ]
    }

    func text(of key: String) -> String? {
        key == "snippet" ? snippet.map(\.text).joined() : nil
    }

    init(_ placed: LocatedResult) {
        let result = placed.result
        self.init(
            notebook: placed.notebook, path: result.item.path.text, type: result.item.type.rawValue,
            uuid: result.item.uuid?.description,
            title: result.item.title, modified: result.item.modified.description, count: result.found.count,
            line: result.found.position?.line, column: result.found.position?.column,
            snippet: (result.found.snippet?.pieces ?? []).map { .init(text: $0.text, isMatch: $0.isMatch) })
        guard !result.found.lines.isEmpty else { return }
        lines = result.found.lines.map { .init(line: $0.position.line, column: $0.position.column, text: $0.text) }
    }
}
