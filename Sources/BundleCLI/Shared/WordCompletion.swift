import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a shell can offer for the last word of a command line: from the declarations of the verbs, the library, and the
/// notebook that the line names.
struct WordCompletion {
    let session: Session
    let verbs: [Verb]

    /// So many items are offered at most.
    private static let maximumItems = 100

    /// The candidates for the last of the words behind the tool’s name; none where the shell should offer files.
    func candidates(_ words: [String]) -> [String] {
        guard words.count > 1, let verb = verbs.first(where: { $0.name == words[0] }) else {
            return matching(words.last ?? "", verbs.map(\.name))
        }
        let (before, last) = (Array(words[1..<(words.count - 1)]), words[words.count - 1])
        if let option = before.last.flatMap({ self.option($0, of: verb) }) { return matching(last, values(of: option)) }
        if last.hasPrefix("-") {
            return matching(last, (verb.parameters + [Flag.help]).map(\.form.key).filter { $0.hasPrefix("--") })
        }
        return positional(verb, before, last)
    }

    /// The option whose value is expected behind a word.
    private func option(_ word: String, of verb: Verb) -> ParameterForm? {
        verb.parameters.map(\.form).first { form in
            if case .option = form { return form.matches(word) }
            return false
        }
    }

    private func values(of form: ParameterForm) -> [String] {
        guard case .option(let name, _, let value) = form else { return [] }
        if value.contains("|") { return value.split(separator: "|").map(String.init) }
        switch name {
        case "select", "ignore": return RuleFamily.allCases.map(\.name) + session.rules.map(\.name)
        case "notebook": return notebooks()
        default: return []
        }
    }

    /// What can stand at a place without an option.
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
        let names = verb.parameters.compactMap { parameter -> String? in
            guard case .positional(let name, _, let isRepeated) = parameter.form else { return nil }
            return isRepeated ? name + "…" : name
        }
        let name = words.count < names.count ? names[words.count] : names.last.flatMap { $0.hasSuffix("…") ? $0 : nil }
        switch name {
        case "NOTEBOOK"?, "NOTEBOOK…"?: return matching(last, notebooks())
        case "ITEM"?, "ITEM…"?: return items(of: words.first ?? "", last)
        case "RULE…"?: return matching(last, session.rules.flatMap { [$0.id.description, $0.name] })
        case "KIND"?: return matching(last, ["note", "card"])
        case "ACTION"?:
            let actions = (parameterHelp(verb, "ACTION") ?? "").matches(of: /‘([a-z]+)[^’]*’/).map {
                String($0.output.1)
            }
            return matching(last, actions)
        default: return []
        }
    }

    private func parameterHelp(_ verb: Verb, _ name: String) -> String? {
        verb.parameters.first { $0.form.key == name }?.help
    }

    /// The notebooks of the working directory and of the library, by their names.
    private func notebooks() -> [String] {
        let here = (try? LibraryFolder(Place(path: session.terminal.workingDirectory)).notebooks(isDeep: false)) ?? []
        let library = session.settings.currentLibrary.map { LibraryFolder(Place(path: $0.path)) }
        let shelf = library.flatMap { library in (try? library.notebooks())?.map { library.name(of: $0) } } ?? []
        return here.map(\.name) + shelf.map(Session.shelfName)
    }

    /// The items of a notebook whose paths begin like a word, or else in whose titles one of the words does: what names each,
    /// and behind a tab when it was changed.
    private func items(of word: String, _ beginning: String) -> [String] {
        guard let path = try? session.existingSource(word) else { return [] }
        let notebook =
            path.hasSuffix(".notebundle")
            ? try? NotebookDirectory(path, world: session.world, locking: .init(wait: .zero)).open()
            : try? NotebookArchive(path, world: session.world).open()
        guard let notebook else { return [] }
        let key = ComparisonKey(beginning)
        let placed = notebook.items.filter { $0.hasShortPath(beginningLike: key) }
        let candidates = placed.map { (name: $0.shortPath, item: $0) }
        // More than are offered need not be found.
        let titled =
            placed.count >= Self.maximumItems
            ? [] : WordPrefix(beginning).map { notebook.suggestions($0, limit: Self.maximumItems) } ?? []
        let known = Set(placed.map(\.path))
        let others = titled.filter { !known.contains($0.item.path) }.map { (name: $0.text, item: $0.item) }
        return (candidates + others).prefix(Self.maximumItems).map { "\($0.name)\t\(session.date($0.item.modified))" }
    }

    /// Those that begin like the word, in any letter case.
    private func matching(_ word: String, _ candidates: [String]) -> [String] {
        let key = ComparisonKey(word).text
        return candidates.filter { ComparisonKey($0).text.hasPrefix(key) }
    }
}
