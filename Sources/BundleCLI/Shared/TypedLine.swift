import NotebookBundle

/// A command line as it is typed in bash: its words without quotation marks, and how to insert a completion of the last
/// one.
///
/// readline replaces only a part of the last word: what follows an open quotation mark, or else the last unquoted
/// character at which it breaks words (Bash Reference Manual, COMP_WORDBREAKS).
struct TypedLine {
    /// The complete words, including the command.
    private(set) var words: [String] = []
    /// The last word; empty after a space.
    private(set) var last = ""
    /// The beginning of the last word that stays as it is.
    private(set) var kept = ""
    /// The open quotation mark.
    private(set) var mark: Character?

    /// Reads a line.
    ///
    /// - Parameter breaks: The characters at which readline breaks words.
    init(_ line: String, breaks: String) {
        var isWord = false
        var rest = line[...]
        while let character = rest.popFirst() {
            switch (mark, character) {
            case ("'", "'"), ("\"", "\""):
                mark = nil
                kept = last
            case ("'", _): last.append(character)
            case ("\"", "\\"):
                // Elsewhere, a backslash is an ordinary character (POSIX.1-2024, Shell Command Language, 2.2.3).
                let isEscape = rest.first.map { "$`\"\\".contains($0) } ?? false
                last.append(isEscape ? rest.removeFirst() : character)
            case ("\"", _): last.append(character)
            case (_, "'"), (_, "\""):
                mark = character
                kept = last
                isWord = true
            case (_, "\\"):
                isWord = true
                if let next = rest.popFirst() { last.append(next) }
            case (_, " "), (_, "\t"), (_, "\n"), (_, ";"), (_, "|"), (_, "&"), (_, "<"), (_, ">"):
                if isWord { words.append(last) }
                (last, kept, isWord) = ("", "", false)
            default:
                isWord = true
                last.append(character)
                if breaks.contains(character) { kept = last }
            }
        }
    }

    /// The texts that replace the end of the last word, one for each candidate that can be inserted.
    ///
    /// If several do not begin with the word, another text is added, so that readline does not replace the word by what
    /// they have in common.
    func insertions(of candidates: [String]) -> [String] {
        let ends = candidates.filter { $0.hasPrefix(kept) }.map { String($0.dropFirst(kept.count)) }
        let typed = last.dropFirst(kept.count).lowercased()
        var texts = ends.map(quoted)
        guard texts.count > 1 else { return texts }
        let shared = texts.dropFirst().reduce(texts[0]) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        if !ends.allSatisfy({ $0.lowercased().hasPrefix(typed) }) {
            texts.append(" ")
        } else if shared.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 {
            // Otherwise a lone backslash would remain.
            texts.append(String(shared.dropLast()))
        }
        return texts
    }

    /// A text as it is typed after the open quotation mark, or without one.
    private func quoted(_ text: String) -> String {
        switch mark {
        case "'": text.replacing("'", with: "'\\''")
        case "\"": String(text.flatMap { "$`\"\\".contains($0) ? ["\\", $0] : [$0] })
        default: String(text.flatMap { " \t'\"\\$`&|;()<>*?[]{}!#~^".contains($0) ? ["\\", $0] : [$0] })
        }
    }
}

/// A partly typed command line: its notebook, and the parameters that the next word can belong to.
struct CompletedLine {
    /// The notebook; `nil` if none is named or known.
    let notebook: String?
    /// The parameters that the next word can belong to.
    let next: [any Parameter]
    /// The positional words before the next one, without the notebook.
    let words: [String]
    /// Whether `--` has ended the options.
    let areOptionsOver: Bool

    /// A line without a verb yet, about the known notebook.
    init(_ session: Session) {
        (notebook, next, words, areOptionsOver) = (try? DefaultNotebook(session).path(), [], [], false)
    }

    /// Reads the words of a verb before the completed one.
    init(_ before: [String], of verb: Verb, _ session: Session) {
        var (words, named, skips): ([String], String?, (any Parameter)?) = ([], nil, nil)
        var areOptionsOver = false
        for word in before {
            if let option = skips {
                if option.form.key == NotebookParameter.option.form.key { named = word }
                skips = nil
            } else if word == "--", !areOptionsOver {
                areOptionsOver = true
            } else if word.hasPrefix("-"), word != Session.inputWord, !areOptionsOver {
                skips = Self.option(word, of: verb)
            } else {
                words.append(word)
            }
        }
        self.areOptionsOver = areOptionsOver
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
