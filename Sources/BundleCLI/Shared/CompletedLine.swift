import NotebookBundle

/// A partly typed command line: its notebook, and the parameters that the next word can belong to.
struct CompletedLine {
    /// The notebook; `nil` if none is named or known.
    let notebook: String?
    /// The parameters that the next word can belong to.
    let next: [any Parameter]
    /// The positional words before the next one, without the notebook.
    let words: [String]

    /// A line without a verb yet, about the known notebook.
    init(_ session: Session) {
        (notebook, next, words) = (try? DefaultNotebook(session).path(), [], [])
    }

    /// Reads the words of a verb before the completed one.
    init(_ before: [String], of verb: Verb, _ session: Session) {
        var (words, named, skips): ([String], String?, (any Parameter)?) = ([], nil, nil)
        for word in before {
            if let option = skips {
                if option.form == NotebookParameter.option.form { named = word }
                skips = nil
            } else if word.hasPrefix("-"), word != Session.inputWord {
                skips = Self.option(word, of: verb)
            } else {
                words.append(word)
            }
        }
        let places = verb.parameters.filter { parameter in
            guard case .positional = parameter.form else { return false }
            let replacements = (parameter as? Positional)?.replacements ?? []
            return !before.contains { word in replacements.contains { word == $0 || word.hasPrefix($0 + "=") } }
        }
        guard let parameter = places.first as? NotebookParameter, !parameter.isRepeated else {
            (notebook, self.words, next) = (named, words, Self.place(words.count, places).map { [$0] } ?? [])
            return
        }
        let behind = Array(places.dropFirst())
        let knowledge = DefaultNotebook(session)
        func place(_ second: String?) -> NotebookArgument {
            NotebookArgument(notebook: parameter, next: behind.first, second: second, isNeededElsewhere: false)
        }
        if named == nil, let first = words.first {
            let place = place(words.dropFirst().first)
            if (try? knowledge.namesNotebook(first, at: place)) ?? true { named = words.removeFirst() }
        }
        notebook = named ?? (try? knowledge.path())
        self.words = words
        var next = Self.place(words.count, behind).map { [$0] } ?? []
        if named == nil, words.isEmpty, !place(nil).namesNotebook { next.append(parameter) }
        self.next = next
    }

    /// The option that expects its value after a word.
    static func option(_ word: String, of verb: Verb) -> (any Parameter)? {
        verb.parameters.first { parameter in
            if case .option = parameter.form { return parameter.form.matches(word) }
            return false
        }
    }

    /// The positional parameter after some words; `nil` if there is none.
    private static func place(_ count: Int, _ places: [any Parameter]) -> (any Parameter)? {
        if count < places.count { return places[count] }
        return places.last.flatMap { $0.form.isRepeated ? $0 : nil }
    }
}
