import NotebookBundle

/// Completions for the last word of a command line: from the declarations of the verbs, the library, and the notebook
/// that the line names, or else the known one.
struct WordCompletion {
    let session: Session

    /// The maximum number of items to offer.
    private static let maximumItems = 100

    /// Prints the candidates for a shell; the status is 1 if it should offer files.
    ///
    /// - Parameter words: The words after the tool’s name, without quotation marks; or `--bash`, the characters at
    ///   which readline breaks words, and the line as it was typed.
    func answer(_ words: [String]) throws -> ExitStatus {
        guard words.count == 3, words[0] == "--bash" else {
            guard let found = candidates(words) else { return .finding }
            for candidate in found { try session.print(candidate) }
            return .success
        }
        let line = TypedLine(words[2], breaks: words[1])
        guard let found = candidates(line.words.dropFirst() + [line.last]) else { return .finding }
        let names = found.map { String($0.prefix { $0 != "\t" }) }
        for text in line.insertions(of: names) { try session.print(text) }
        return .success
    }

    /// The candidates for the last of the words after the tool’s name; `nil` if the shell should offer files.
    func candidates(_ given: [String]) -> [String]? {
        let leading = LeadingOptions(given.dropLast())
        let last = given.last ?? ""
        if let option = leading.open { return candidates(option.kind, last, CompletedLine(session)) }
        let words = leading.rest
        guard let name = words.first else {
            if last.hasPrefix("-") { return matching(last, (LeadingOptions.all + [Flag.help]).map(\.form.key)) }
            return matching(last, session.verbs.map(\.name) + plugIns)
        }
        guard let verb = session.verbs.first(where: { $0.name == name }) else {
            return name == "help" ? matching(last, session.verbs.map(\.name) + plugIns) : []
        }
        let before = leading.options + words.dropFirst()
        let takesDashes = verb.parameters.contains { ($0 as? Positional)?.takesDashes == true }
        let line = CompletedLine(before, of: verb, session)
        let areOptionsOver = line.areOptionsOver
        if !areOptionsOver, let option = before.last.flatMap({ CompletedLine.option($0, of: verb) }) {
            return candidates(option.kind, last, CompletedLine(before.dropLast(), of: verb, session))
        }
        if !areOptionsOver, let equals = last.firstIndex(of: "="),
            let option = CompletedLine.option(String(last[..<equals]), of: verb)
        {
            let value = String(last[last.index(after: equals)...])
            return candidates(option.kind, value, line)?.map { last[...equals] + $0 }
        }
        if last.hasPrefix("-"), !areOptionsOver, !takesDashes || last == "-" || last.hasPrefix("--") {
            return matching(last, (verb.parameters + [Flag.help]).map(\.form.key).filter { $0.hasPrefix("--") })
        }
        let all = line.next.compactMap { candidates($0.kind, last, line) }
        guard !all.isEmpty || line.next.isEmpty else { return nil }
        // As an argument, the verb would take it for an option.
        return all.flatMap(\.self).filter { areOptionsOver || takesDashes || !$0.hasPrefix("-") }
    }

    /// The verbs that programs in $PATH add.
    private var plugIns: [String] { PlugIns(session.terminal).names }

    /// The candidates for a value.
    ///
    /// - Returns: `nil` if the shell should offer files.
    private func candidates(_ kind: ValueKind, _ last: String, _ line: CompletedLine) -> [String]? {
        switch kind {
        case .anything: nil
        case .text: []
        case .words(let words): matching(last, words)
        case .wordThenItems(let words, let kinds):
            if let action = line.words.first, let kinds = kinds[action] {
                candidates(Self.kind(line.words.count - 1, of: kinds), last, line)
            } else {
                line.words.isEmpty ? matching(last, words) : items(last, line)
            }
        case .blob: matching(last, blobs(line))
        case .wordsAfter(let words): matching(last, words[line.words.last ?? ""] ?? [])
        case .searchWord:
            if let start = ["tag:", "-tag:", "#", "-#"].first(where: { last.lowercased().hasPrefix($0) }) {
                matching(last, tagNames(line).map { start + $0 })
            } else if let start = ["prop:", "-prop:"].first(where: { last.lowercased().hasPrefix($0) }) {
                matching(last, PropertyNames(line, session).names.map { start + $0 })
            } else {
                []
            }
        case .query:
            QueryCompletion(last)?.candidates(
                tags: { tagNames(line) }, folders: { folderNames(line) },
                properties: { PropertyNames(line, session).names.map { String($0.prefix { $0 != "\t" }) } }) ?? []
        case .afterAction(let kinds): afterAction(kinds, last, line)
        case .notebook: matching(last, notebooks())
        case .notebookDirectory: matching(last, notebooks(withArchives: false))
        // The shell knows the files of other folders.
        case .notebookOrArchive: last.contains("/") ? nil : matching(last, notebooks() + archives())
        case .library: matching(last, session.settings.libraries.map(\.name))
        case .notebookOrLibrary: matching(last, session.settings.libraries.map(\.name) + notebooks())
        case .item: items(last, line)
        case .card: items(last, line, of: .card)
        case .trashedItem: matching(last, notebook(line)?.trashedItems.map(\.shortPath) ?? [])
        case .folder: matching(last, folderNames(line))
        case .tag: tags(last, line)
        case .template:
            matching(last, [FileType.note, .card].flatMap { notebook(line)?.templates($0).map(\.name) ?? [] })
        case .column: matching(last, ItemColumn.fields + PropertyNames(line, session).names)
        case .order: matching(last, ["name"] + ItemColumn.fields + PropertyNames(line, session).names)
        case .property: matching(last, PropertyNames(line, session).names)
        case .propertyValue: matching(last, PropertyNames(line, session).values)
        case .smartFolder: matching(last, notebook(line)?.description.smartFolders.map(\.name) ?? [])
        case .setting: matching(last, (line.notebook == nil ? Setting.ofUsers : Setting.ofNotebooks).map(\.key))
        case .rule:
            matching(
                last,
                session.rules.flatMap { [$0.id.description, $0.name] } + ImportLoss.Code.allCases.map(\.rawValue))
        case .ruleOrFamily:
            matching(
                last,
                RuleFamily.allCases.flatMap { [$0.rawValue, $0.name] }
                    + session.rules.flatMap { [$0.id.description, $0.name] })
        case .change: matching(last, changes(line))
        case .list(let kind):
            if let comma = last.lastIndex(of: ",") {
                candidates(kind, String(last[last.index(after: comma)...]), line)?.map { last[...comma] + $0 }
            } else {
                candidates(kind, last, line)
            }
        }
    }

    /// The candidates for a word after an action.
    private func afterAction(_ kinds: [String: [ValueKind]], _ last: String, _ line: CompletedLine) -> [String]? {
        guard let action = line.words.first, let kinds = kinds[action] else { return nil }
        return candidates(Self.kind(line.words.count - 1, of: kinds), last, line)
    }

    /// The kind of a word after an action; the last can be repeated if it is an item or a smart folder.
    private static func kind(_ index: Int, of kinds: [ValueKind]) -> ValueKind {
        if index < kinds.count { return kinds[index] }
        return switch kinds.last {
        case .item?: .item
        case .smartFolder?: .smartFolder
        default: .text
        }
    }

    /// The attachments by their names.
    private func blobs(_ line: CompletedLine) -> [String] {
        guard let notebook = notebook(line) else { return [] }
        return notebook.manifest.attachments.map { BlobName($0.path.name)?.readableName ?? String($0.path.name) }
    }

    /// The changes that can be undone: their numbers, each followed by a tab and what it is.
    private func changes(_ line: CompletedLine) -> [String] {
        guard let path = line.notebook.flatMap(NotebookFinder(session).known),
            let changes = try? OpenedBriefly.notebook(path, session).history()
        else { return [] }
        return changes.filter { $0.undoneBy == nil }.prefix(Self.maximumItems).map { change in
            let file = HistoryLines.files(change).first.map { " " + $0 } ?? ""
            return "\(change.number)\t\(session.date(change.time)) \(PrintableText.escaped(change.verb))\(file)"
        }
    }

    /// The notebooks of the working directory and of the library, each once, by their names.
    private func notebooks(withArchives: Bool = true) -> [String] {
        let here =
            (try? LibraryFolder(FileLocation(path: session.terminal.workingDirectory)).notebooks(isDeep: false)) ?? []
        let library = session.settings.currentLibrary.map { LibraryFolder(FileLocation(path: $0.path)) }
        let known = Set(here.map(\.path))
        let shelf = ((try? library?.notebooks()) ?? []).filter { !known.contains($0.path) }
        func isOffered(_ place: FileLocation) -> Bool { withArchives || NotebookLocation(at: place.path) == .notebook }
        return here.filter(isOffered).map(\.name)
            + shelf.filter(isOffered).compactMap { library?.name(of: $0) }.map { NotebookLocation.stem(of: $0) }
    }

    /// The archives of the working directory whose names do not say that they are notebooks.
    private func archives() -> [String] {
        let names = (try? FilesBelow.names(session.terminal.workingDirectory)) ?? []
        return names.filter { ArchiveFormat(fileName: $0) != nil && !NotebookLocation.isCalledArchive($0) }
    }

    private func notebook(_ line: CompletedLine) -> NotebookListing? {
        line.notebook.flatMap(NotebookFinder(session).known).flatMap { OpenedBriefly.listing($0, session) }
    }

    /// The tags of the notebook, with the typed sign before them.
    private func tags(_ word: String, _ line: CompletedLine) -> [String] {
        let sign = word.prefix { $0 == "+" || $0 == "-" }
        return matching(word, tagNames(line).map { sign + $0 })
    }

    private func tagNames(_ line: CompletedLine) -> [String] {
        let notebook = line.notebook.flatMap(NotebookFinder(session).known).map { OpenedBriefly.notebook($0, session) }
        return (try? notebook?.read { try $0.tags() })?.map(\.name) ?? []
    }

    private func folderNames(_ line: CompletedLine) -> [String] {
        notebook(line)?.folders.map(\.text).filter { !$0.isEmpty } ?? []
    }

    /// The items whose paths begin with a word, or else whose titles contain a word that does; each followed by a tab
    /// and its modification date.
    private func items(_ beginning: String, _ line: CompletedLine, of type: FileType? = nil) -> [String] {
        guard let notebook = notebook(line) else { return [] }
        let key = ComparisonKey(beginning)
        let placed = notebook.items.filter { (type == nil || $0.type == type) && $0.hasShortPath(beginningLike: key) }
        let candidates = placed.map { (name: $0.shortPath, item: $0) }
        // No more than these are offered, so the rest need not be found.
        let titled =
            placed.count >= Self.maximumItems
            ? [] : WordPrefix(beginning).map { notebook.suggestions($0, limit: Self.maximumItems) } ?? []
        let known = Set(placed.map(\.path))
        let others = titled.filter { (type == nil || $0.item.type == type) && !known.contains($0.item.path) }
            .map { (name: $0.text, item: $0.item) }
        return (candidates + others).prefix(Self.maximumItems).map { "\($0.name)\t\(session.date($0.item.modified))" }
    }

    /// The candidates that begin with the word, in any letter case.
    private func matching(_ word: String, _ candidates: [String]) -> [String] {
        let key = ComparisonKey(word).text
        return candidates.filter { ComparisonKey($0).text.hasPrefix(key) }
    }
}

/// Options before the verb, as in `bundle -n Recipes ls`; they have the same effect as after it.
struct LeadingOptions {
    /// The options and their values.
    let options: [String]
    /// The words from the verb on.
    let rest: [String]
    /// The option whose value is missing.
    let open: (any Parameter)?

    /// The options that may come before the verb; each has the same meaning for every verb that accepts it.
    static let all: [any Parameter] =
        [NotebookParameter.option, Common.json, Common.dryRun, Common.yes, Common.noCache, Common.noPager]
        + Common.reading

    init(_ words: [String]) {
        var (options, rest, open): ([String], ArraySlice<String>, (any Parameter)?) = ([], words[...], nil)
        while let word = rest.first, word.hasPrefix("-"), open == nil {
            let name = word.prefix { $0 != "=" }
            guard let parameter = Self.all.first(where: { $0.form.matches(String(name)) }) else { break }
            options.append(rest.removeFirst())
            guard case .option = parameter.form, name.count == word.count else { continue }
            if let value = rest.popFirst() { options.append(value) } else { open = parameter }
        }
        (self.options, self.rest, self.open) = (options, Array(rest), open)
    }

    /// The words with the verb first.
    ///
    /// - Throws: `UsageError.missingValue`.
    func behindVerb() throws(UsageError) -> [String] {
        if let open { throw .missingValue(open.form.key) }
        // Help and the version do not depend on options.
        guard let verb = rest.first, !verb.hasPrefix("-"), verb != "help" else { return rest }
        return [verb] + options + rest.dropFirst()
    }
}
