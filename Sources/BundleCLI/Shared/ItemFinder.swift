import NotebookBundle
import NotebookFormat

/// Finds the item that a word means if a verb found none or several with exactly that name.
struct ItemFinder {
    private let arguments: Arguments
    private let session: Session
    private let verb: Verb

    init(_ arguments: Arguments, _ session: Session, _ verb: Verb) {
        (self.arguments, self.session, self.verb) = (arguments, session, verb)
    }

    /// The arguments with the path of the item instead of the word; `nil` if the error is about something else.
    ///
    /// - Throws: a better error: several items match, or none was chosen.
    func resolved(after error: any Failure) throws -> Arguments? {
        guard let word = Self.word(of: error) else { return nil }
        guard let parameter = arguments.itemParameter(of: word, in: verb.parameters) else {
            if arguments.doubtful == word { throw try neither(word, Self.like(error)) }
            return nil
        }
        let matches = try self.matches(word, parameter)
        let (found, isPart) = (matches.first, matches.first?.reason == .part)
        guard arguments.doubtful != word || found != nil && !isPart else {
            throw try neither(word, isPart ? matches.prefix(3).map(\.item.title) : Self.like(error))
        }
        guard let found else { return nil }
        guard matches.count == 1 else {
            return try chosen(matches, word).map { arguments.replacing(word, at: parameter, with: $0) }
        }
        guard mayGuess || !isPart else { throw NotebookError.noSuchItem(word, like: [found.item.title]) }
        guard found.item.path.text != word else { return nil }
        try tell(found, word)
        return arguments.replacing(word, at: parameter, with: found.item.path.text)
    }

    /// Whether an item may be found by a part of its name: not to delete it, unless the user is asked first.
    private var mayGuess: Bool {
        guard verb.deletes, !arguments[Common.dryRun] else { return true }
        return session.terminal.inputIsTerminal && !arguments[Common.yes] && session.settings.confirmDelete != false
    }

    /// The word that was not found, or is ambiguous.
    private static func word(of error: any Failure) -> String? {
        switch error {
        case NotebookError.noSuchItem(let word, _), NotebookError.noSuchFolder(let word, _),
            NotebookError.ambiguousItem(let word, _):
            word
        case let error as NotTrashed: error.word
        default: nil
        }
    }

    /// The suggestions of an error.
    private static func like(_ error: any Failure) -> [String] {
        switch error {
        case NotebookError.noSuchItem(_, let names), NotebookError.noSuchFolder(_, let names): names
        case let error as NotTrashed: error.like
        default: []
        }
    }

    private func matches(_ word: String, _ parameter: any Parameter) throws -> [ItemMatch] {
        var inTrash = verb.parameters.contains { $0.form.key == "--trash" && arguments.isGiven($0) }
        if case .trashedItem = parameter.kind { inTrash = true }
        return try NotebookOpener(arguments, session).read {
            try Notebook($0).matches(word, inTrash: inTrash, $0)
        }
    }

    /// Reports which item is used, unless that is its name.
    private func tell(_ match: ItemMatch, _ word: String) throws {
        let path = PrintableText.escaped(match.item.livePath.text)
        switch match.reason {
        case .name, .fileName: break
        case .alias(let alias):
            try session.note("note: using \(path), which is also called \(PrintableText.quoted(alias))")
        case .part: try session.note("note: using \(path) for \(PrintableText.quoted(word))")
        }
    }

    /// The path of the item that the user chooses at the terminal.
    private func chosen(_ matches: [ItemMatch], _ word: String) throws -> String? {
        let several = NotebookError.ambiguousItem(word, matches.map(\.item.path.text))
        guard !arguments[Common.json] else { throw several }
        let rows = matches.map { Picker.Row(name: $0.item.title, detail: $0.item.path.text) }
        let choice = try Choosing(session).choose("Which item is \(PrintableText.quoted(word))?", rows) { number in
            preview(of: matches[number].item)
        }
        switch choice {
        case .row(let number): return matches[number].item.path.text
        case .cancelled: throw NothingChosen(word: word)
        case .impossible: throw several
        }
    }

    /// The beginning of an item’s text; empty in archives, which would be read from the start for each item.
    private func preview(of item: Item) -> String {
        guard
            case .directory(let directory)? = try? NotebookOpener(arguments, session).source(arguments[Common.notebook])
        else { return "" }
        return (try? directory.excerpt(of: item, limit: 400)) ?? ""
    }

    /// The error for a word that could also be a notebook.
    private func neither(_ word: String, _ like: [String]) throws -> NeitherReading {
        let path = try NotebookFinder(session).path(arguments[Common.notebook])
        let isItem = arguments.itemParameter(of: word, in: verb.parameters) != nil
        return NeitherReading(
            word: word, what: isItem ? "an item" : "a folder", notebook: session.displayed(path),
            like: like + NotebookFinder(session).names(like: word))
    }
}

/// The user was asked to choose an item, and chose none.
private struct NothingChosen: ToolFailure {
    let word: String

    var isFinding: Bool { true }
    var description: String { "nothing was chosen for \(PrintableText.quoted(word))" }
    var hint: String? { nil }
}

/// A word names neither a notebook nor an item or folder of the known notebook.
private struct NeitherReading: ToolFailure {
    let word: String
    let what: String
    let notebook: String
    let like: [String]

    var isFinding: Bool { true }
    var description: String {
        "\(PrintableText.quoted(word)) is neither a notebook nor \(what) of \(notebook)"
    }
    var hint: String? {
        like.isEmpty
            ? "use -n NAME to name the notebook"
            : "did you mean \(like.map { PrintableText.escaped($0) }.alternatives)? use -n NAME to name the notebook"
    }
}

/// A word that matches nothing in the trash.
struct NotTrashed: ToolFailure {
    let word: String
    let like: [String]

    var isFinding: Bool { true }
    var description: String { "nothing in the trash matches \(PrintableText.quoted(word))" }
    var hint: String? {
        like.isEmpty
            ? "‘bundle trash’ lists what is in it"
            : "did you mean \(like.map { PrintableText.escaped($0) }.joined(separator: ", "))?"
    }
}
