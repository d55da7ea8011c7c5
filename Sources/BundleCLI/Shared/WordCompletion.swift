import NotebookBundle
import NotebookFormat

/// Completions for the last word of a command line: from the declarations of the verbs, the library, and the notebook
/// that the line names.
struct WordCompletion {
    let session: Session
    let verbs: [Verb]

    /// The highest number of items to offer.
    private static let maximumItems = 100

    /// The candidates for the last of the words after the tool’s name; none if the shell should offer files.
    func candidates(_ words: [String]) -> [String] {
        guard words.count > 1, let verb = verbs.first(where: { $0.name == words[0] }) else {
            return matching(words.last ?? "", verbs.map(\.name))
        }
        let (before, last) = (Array(words[1..<(words.count - 1)]), words[words.count - 1])
        if let option = before.last.flatMap({ self.option($0, of: verb) }) {
            return candidates(option.kind, last, notebook: "")
        }
        if last.hasPrefix("-") {
            return matching(last, (verb.parameters + [Flag.help]).map(\.form.key).filter { $0.hasPrefix("--") })
        }
        return positional(verb, before, last)
    }

    /// The option that a word names, if the option needs a value.
    private func option(_ word: String, of verb: Verb) -> (any Parameter)? {
        verb.parameters.first { parameter in
            if case .option = parameter.form { return parameter.form.matches(word) }
            return false
        }
    }

    /// The candidates where no option needs a value.
    private func positional(_ verb: Verb, _ before: [String], _ last: String) -> [String] {
        var words: [String] = []
        var skipsNext = false
        for word in before {
            if skipsNext {
                skipsNext = false
            } else if word.hasPrefix("-"), word != "-" {
                skipsNext = option(word, of: verb) != nil
            } else {
                words.append(word)
            }
        }
        let places = verb.parameters.filter { if case .positional = $0.form { true } else { false } }
        guard let parameter = words.count < places.count ? places[words.count] : places.last else { return [] }
        let isBehind = words.count >= places.count
        if isBehind, case .positional(_, _, isRepeated: false) = parameter.form { return [] }
        if case .wordThenItems(let first) = parameter.kind {
            return isBehind ? items(of: words.first ?? "", last) : matching(last, first)
        }
        return candidates(parameter.kind, last, notebook: words.first ?? "")
    }

    /// The candidates for a value.
    ///
    /// - Parameter notebook: The notebook that the line names first.
    private func candidates(_ kind: ValueKind, _ last: String, notebook: String) -> [String] {
        switch kind {
        case .anything: []
        case .words(let words), .wordThenItems(let words): matching(last, words)
        case .notebook: matching(last, notebooks())
        case .item: items(of: notebook, last)
        case .rule: matching(last, session.rules.flatMap { [$0.id.description, $0.name] })
        case .ruleOrFamily: matching(last, RuleFamily.allCases.map(\.name) + session.rules.map(\.name))
        }
    }

    /// The notebooks of the working directory and of the library, by their names.
    private func notebooks() -> [String] {
        let here = (try? LibraryFolder(Place(path: session.terminal.workingDirectory)).notebooks(isDeep: false)) ?? []
        let library = session.settings.currentLibrary.map { LibraryFolder(Place(path: $0.path)) }
        let shelf = library.flatMap { library in (try? library.notebooks())?.map { library.name(of: $0) } } ?? []
        return here.map(\.name) + shelf.map { NotebookLocation.stem(of: $0) }
    }

    /// The items whose paths begin like a word, or else whose titles have a word that does; each with its date of
    /// change after a tab.
    private func items(of word: String, _ beginning: String) -> [String] {
        guard let path = NotebookFinder(session).known(word) else { return [] }
        let notebook =
            NotebookLocation(at: path) == .file
            ? try? NotebookArchive(path, world: session.world).open()
            : try? NotebookDirectory(path, world: session.world, locking: .init(wait: .zero)).open()
        guard let notebook else { return [] }
        let key = ComparisonKey(beginning)
        let placed = notebook.items.filter { $0.hasShortPath(beginningLike: key) }
        let candidates = placed.map { (name: $0.shortPath, item: $0) }
        // Only so many are offered; the rest need not be found.
        let titled =
            placed.count >= Self.maximumItems
            ? [] : WordPrefix(beginning).map { notebook.suggestions($0, limit: Self.maximumItems) } ?? []
        let known = Set(placed.map(\.path))
        let others = titled.filter { !known.contains($0.item.path) }.map { (name: $0.text, item: $0.item) }
        return (candidates + others).prefix(Self.maximumItems).map { "\($0.name)\t\(session.date($0.item.modified))" }
    }

    /// The candidates that begin like the word, in any letter case.
    private func matching(_ word: String, _ candidates: [String]) -> [String] {
        let key = ComparisonKey(word).text
        return candidates.filter { ComparisonKey($0).text.hasPrefix(key) }
    }
}
