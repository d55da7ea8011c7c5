import NotebookBundle

/// A parsed command line: the values of a verb's parameters.
struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    /// A word that was parsed as an argument but may be the name of a missing notebook.
    private(set) var doubtful: String?
    /// Whether the words leave out the notebook, so that the known one is used.
    private(set) var leavesOutNotebook = false

    /// Parses the words after a verb.
    ///
    /// - Parameter knowledge: Decides which notebook is meant.
    init(_ words: [String], to parameters: [any Parameter], of verb: String, _ knowledge: some NotebookKnowledge) throws
    {
        var positionals: [String] = []
        var rest = words[...]
        var areBehindDashes = false
        // The option before a word, if it could have a value and has none.
        var open: String?
        while let word = rest.popFirst() {
            if word == "--" {
                areBehindDashes = positionals.isEmpty
                positionals += rest
                break
            }
            let takesDashes = parameters.contains { ($0 as? Positional)?.takesDashes == true }
            let isShort = word == "-h" || parameters.contains { $0.form.matches(word) }
            let isExclusion = takesDashes && !word.hasPrefix("--") && !isShort
            guard word.hasPrefix("-"), word != "-", !isExclusion else {
                positionals.append(word)
                open = nil
                continue
            }
            open = try readOption(word, after: open, &rest, parameters + [Flag.help], verb)
        }
        if self[Flag.help] { return }
        let places = parameters.filter { parameter in
            guard case .positional = parameter.form else { return false }
            return (parameter as? Positional)?.replacements.allSatisfy { values[$0] == nil } ?? true
        }
        if let notebook = places.first as? NotebookParameter {
            let isText = places.dropFirst().first.map { $0.form.isRepeated && $0.kind.isText } ?? false
            try assign(
                positionals, notebook, Array(places.dropFirst()), knowledge, areText: areBehindDashes && isText)
        } else {
            try assign(positionals, to: places)
        }
    }

    /// Reads an option with its value.
    ///
    /// - Parameter open: The option before it, if that could have a value and has none.
    /// - Returns: The option, if it could have a value and has none.
    private mutating func readOption(
        _ word: String, after open: String?, _ rest: inout ArraySlice<String>, _ parameters: [any Parameter],
        _ verb: String
    ) throws(UsageError) -> String? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let option = parts[0] == "-h" ? "--help" : parts[0]
        guard let parameter = parameters.first(where: { $0.form.matches(option) }) else {
            let known = parameters.map(\.form.key).filter { $0.hasPrefix("--") }
            throw .unknownOption(
                parts[0], verb: verb, like: Similarity.nearest(to: parts[0], in: known),
                value: open.map { "\($0)=\(ShellWord.quoted(word))" })
        }
        let name = parameter.form.key
        if case .graded = parameter.form {
            if parts.count == 2 { try parameter.check(parts[1]) }
            values[name] = [parts.count == 2 ? parts[1] : ""]
            return nil
        }
        guard case .option = parameter.form else {
            guard parts.count == 1 else { throw .unexpectedValue(name) }
            values[name] = [""]
            return nil
        }
        let isAbsent = parts.count == 1 && rest.first.map { $0.hasPrefix("--") } ?? true
        let given = isAbsent ? parameter.valueIfAbsent : nil
        guard let value = given ?? (parts.count == 2 ? parts[1] : rest.popFirst()) else { throw .missingValue(name) }
        try parameter.check(value)
        values[name, default: []].append(value)
        for _ in 1..<max(1, parameter.wordCount) {
            guard let second = rest.popFirst() else { throw .missingValue(name) }
            values[name, default: []].append(second)
        }
        return given == nil ? nil : name
    }

    /// Whether a switch was given.
    subscript(flag: Flag) -> Bool { values[flag.form.key] != nil }

    /// The level of a graded switch; `nil` if it was not given.
    subscript(flag: GradedFlag) -> Grade? { values[flag.form.key]?.last.map { $0.isEmpty ? .plain : .more } }

    /// The value of a positional parameter; empty if it was left out.
    subscript(positional: Positional) -> String { values[positional.form.key]?.first ?? "" }

    /// The notebook: a word of the command line, or the path of the known one; empty if there is none.
    subscript(notebook: NotebookParameter) -> String { values[notebook.form.key]?.first ?? "" }

    /// The subverb that was given, or the default one.
    func subverb<Action>(_ parameter: SubverbParameter<Action>) throws(UsageError) -> Action {
        let given = values[parameter.form.key]?.first.flatMap(Action.init)
        guard let action = given ?? parameter.standard else { throw .missing(parameter.form.key) }
        return action
    }

    /// The values of a repeated positional parameter.
    func all(_ positional: Positional) -> [String] { values[positional.form.key] ?? [] }

    /// The notebooks of a verb that accepts several.
    func all(_ notebook: NotebookParameter) -> [String] { values[notebook.form.key] ?? [] }

    /// The value of an option; the last one if it was given several times.
    subscript<Value>(option: Option<Value>) -> Value? { values[option.form.key]?.last.flatMap(option.parse) }

    /// The values of an option that can be given several times.
    func all<Value>(_ option: Option<Value>) -> [Value] { (values[option.form.key] ?? []).compactMap(option.parse) }

    /// The values of an option with two; the last ones if it was given several times.
    subscript(option: PairOption) -> (String, String)? {
        guard let words = values[option.form.key]?.suffix(2), words.count == 2 else { return nil }
        return (words[words.startIndex], words[words.startIndex + 1])
    }

    /// The words that were assigned to a parameter.
    func words(of parameter: any Parameter) -> [String] { values[parameter.form.key] ?? [] }

    /// Whether a parameter is given.
    func isGiven(_ parameter: any Parameter) -> Bool { values[parameter.form.key] != nil }

    /// The parameter for which a word names an item; `nil` if there is none.
    func itemParameter(of word: String, in parameters: [any Parameter]) -> (any Parameter)? {
        parameters.first { parameter in
            guard let words = values[parameter.form.key] else { return false }
            return switch parameter.kind {
            case .item, .card, .trashedItem, .wordThenItems: words.contains(word)
            case .afterAction(let kinds):
                words.first == word && kinds.values.contains { if case .item = $0.first { true } else { false } }
            default: false
            }
        }
    }

    /// The same arguments with another word as the value of a parameter.
    func replacing(_ word: String, at parameter: any Parameter, with other: String) -> Arguments {
        var arguments = self
        var words = values[parameter.form.key] ?? []
        // Behind an action, only the first word is an item.
        if case .afterAction = parameter.kind {
            words[0] = other
        } else {
            words = words.map { $0 == word ? other : $0 }
        }
        arguments.values[parameter.form.key] = words
        return arguments
    }

    /// Makes sure that at most one of some parameters was given.
    func requireAtMostOne(of parameters: [any Parameter]) throws(UsageError) {
        let given = parameters.map(\.form.key).filter { values[$0] != nil }
        guard given.count <= 1 else { throw .conflict("\(given.joined(separator: " and ")) cannot be combined") }
    }

    /// Refuses options that an action does not use, although others do.
    ///
    /// - Parameter uses: The options that not every action uses, by the actions that do.
    func refuseOptions<Action: Subverb & Hashable>(
        unusedBy action: Action, _ uses: [Action: [any Parameter]]
    ) throws(UsageError) {
        let used = (uses[action] ?? []).map(\.form.key)
        let known: [any Parameter] = Action.allCases.flatMap { uses[$0] ?? [] }
        guard let option = known.first(where: { isGiven($0) && !used.contains($0.form.key) }) else { return }
        throw .conflict("\(option.form.key) and ‘\(action.rawValue)’ cannot be combined")
    }
}

// Assigning words to positional parameters.
extension Arguments {
    /// Finds out which notebook is meant, and assigns the other words to the parameters after it.
    ///
    /// - Parameter areText: Whether none of the words is a notebook.
    private mutating func assign(
        _ words: [String], _ notebook: NotebookParameter, _ places: [any Parameter],
        _ knowledge: some NotebookKnowledge, areText: Bool
    ) throws {
        let key = notebook.form.key
        if let flag = notebook.unless, self[flag] {
            guard !isGiven(NotebookParameter.option) else {
                throw UsageError.conflict(
                    "\(flag.form.key) and \(NotebookParameter.option.form.key) cannot be combined")
            }
            values[key] = notebook.isRepeated ? words : []
            return try assign(notebook.isRepeated ? [] : words, to: places)
        }
        let named = all(NotebookParameter.option)
        guard named.count <= 1 || notebook.isRepeated else {
            throw UsageError.repeated(NotebookParameter.option.form.key)
        }
        var (notebooks, rest) = (named, words)
        if notebook.isRepeated {
            (notebooks, rest) = (named + words, [])
        } else if named.isEmpty, !areText, let first = words.first, try names(first, words, notebook, places, knowledge)
        {
            (notebooks, rest) = ([first], Array(words.dropFirst()))
        }
        for word in notebooks { try notebook.check(word) }
        if notebooks.isEmpty {
            leavesOutNotebook = true
            do {
                notebooks = [try knowledge.notebook(forItems: Self.itemWords(rest, places))]
            } catch let error as UsageError where notebook.mayBeUnknown {
                guard case .noNotebook = error else { throw error }
            }
        }
        values[key] = notebooks
        if let path = notebooks.first { rest = Self.itemWords(rest, places) { knowledge.itemPath($0, in: path) } }
        try assign(rest, to: places)
    }

    /// Whether the first word is the notebook.
    private mutating func names(
        _ first: String, _ words: [String], _ notebook: NotebookParameter, _ places: [any Parameter],
        _ knowledge: some NotebookKnowledge
    ) throws -> Bool {
        let (behind, all) = (problem(of: Array(words.dropFirst()), at: places), problem(of: words, at: places))
        let isNeededElsewhere = behind != nil && all == nil
        let place = NotebookArgument(
            notebook: notebook, next: places.first, second: words.dropFirst().first,
            isNeededElsewhere: isNeededElsewhere)
        if behind == nil, let all {
            if case .unquoted(let name, _) = all, knowledge.isUnknown(first) {
                throw UsageError.unquoted(name, isInsteadOfNotebook: true)
            }
            guard words.count == 1, let next = places.first, case .words(let actions) = next.kind,
                try !knowledge.namesNotebook(first, at: place)
            else { return true }
            throw UsageError.badValue(
                next.form.key, first,
                reason: "\(PrintableText.quoted(first)) is neither a notebook nor \(actions.alternatives)",
                hint: next.kind.nearest(to: first))
        }
        if try knowledge.namesNotebook(first, at: place) { return true }
        if !isNeededElsewhere { doubtful = first }
        return false
    }

    /// Why words cannot be the values of some parameters.
    private func problem(of words: [String], at places: [any Parameter]) -> UsageError? {
        var arguments = self
        do throws(UsageError) {
            try arguments.assign(words, to: places)
            return nil
        } catch {
            return error
        }
    }

    private mutating func assign(_ words: [String], to places: [any Parameter]) throws(UsageError) {
        var rest = words[...]
        for parameter in places {
            guard case .positional(let name, let isRequired, let isRepeated) = parameter.form else { continue }
            let isNeeded = isRequired || (parameter as? Positional)?.unless.map { values[$0] == nil } ?? false
            if isNeeded && rest.isEmpty { throw .missing(name) }
            let taken = isRepeated ? rest.count : min(1, rest.count)
            for word in rest.prefix(taken) { try parameter.check(word) }
            values[name] = Array(rest.prefix(taken))
            rest = rest.dropFirst(taken)
        }
        guard let extra = rest.first else { return }
        throw places.count == 1 && places[0].kind.isName ? .unquoted(words) : .unexpected(extra)
    }

    /// The words, with a change applied to those that name items.
    private static func itemWords(
        _ words: [String], _ places: [any Parameter], _ change: (String) -> String
    ) -> [String] {
        words.enumerated().map { number, word in
            Self.isItem(word, number, places) ? change(word) : word
        }
    }

    /// The words that name items.
    private static func itemWords(_ words: [String], _ places: [any Parameter]) -> [String] {
        words.enumerated().filter { Self.isItem($0.element, $0.offset, places) }.map(\.element)
    }

    /// Whether the word with a number names an item or attachment.
    private static func isItem(_ word: String, _ number: Int, _ places: [any Parameter]) -> Bool {
        guard let place = number < places.count ? places[number] : places.last else { return false }
        guard number < places.count || place.form.isRepeated else { return false }
        return switch place.kind {
        case .item, .trashedItem, .blob: true
        case .folder: word == "."
        case .wordThenItems(let actions, _): number >= places.count || !actions.contains(word)
        default: false
        }
    }
}
