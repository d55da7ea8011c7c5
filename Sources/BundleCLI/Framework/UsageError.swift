import NotebookBundle

/// Why a command line is invalid.
enum UsageError: Error, Hashable {
    case unknownVerb(String, like: [String])
    /// An option before the verb that belongs after it, or that no verb has.
    case optionBeforeVerb(String)
    /// An option that the verb does not have; if it was meant as the value of the option before it, with that.
    case unknownOption(String, verb: String, like: [String], value: String? = nil)
    case missingValue(String)
    case unexpectedValue(String)
    case badValue(String, String, reason: String? = nil, expected: String? = nil, hint: String? = nil)
    case missing(String)
    /// An empty word where a path or a name belongs.
    case empty(String)
    case unexpected(String)
    /// Several words where one name belongs, probably one name without quotation marks.
    case unquoted([String], isInsteadOfNotebook: Bool = false)
    /// No notebook is named or known here; with the candidates, and a word that names no notebook.
    case noNotebook([String], instead: String? = nil)
    /// The part of a path before the item’s names no notebook.
    case notANotebook(String, like: [String])
    /// A word after an action names a notebook.
    case notebookBehindAction(String, verb: String, action: String)
    /// A word names both a notebook and something in the known notebook.
    case twoReadings(String, notebook: String, other: String, known: String)
    case repeated(String)
    /// A query that cannot be parsed: where, why, and what was probably meant.
    case badQuery(String, column: Int, String, hint: String?)
    /// Two arguments that cannot be combined, or one that requires another.
    case conflict(String)
}

extension UsageError: CustomStringConvertible {
    /// The error in one line.
    var description: String {
        switch self {
        case .unknownVerb(let word, _): "unknown verb \(PrintableText.quoted(word))"
        case .optionBeforeVerb(let word): "unknown option \(PrintableText.quoted(word)) before the verb"
        case .unknownOption(let word, let verb, _, _): "unknown option \(PrintableText.quoted(word)) of ‘\(verb)’"
        case .missingValue(let option): "\(option) needs a value"
        case .unexpectedValue(let option): "\(option) takes no value"
        case .badValue(let option, _, let reason?, _, _): "\(option): \(reason)"
        case .badValue(let option, let value, nil, let expected, _):
            "invalid value \(PrintableText.quoted(value)) for \(option)\(expected.map { " (expected: \($0))" } ?? "")"
        case .badQuery(let text, let column, let message, _):
            "the query \(PrintableText.quoted(text, upTo: 1000)), column \(column): \(message)"
        case .missing(let name): "\(name) \(name.contains(" and ") ? "are" : "is") missing"
        case .empty(let name): "\(name) is empty"
        case .noNotebook(let names, let word):
            (word.map { "\(PrintableText.quoted($0)) is not a notebook" } ?? "no notebook is named")
                + (names.isEmpty ? ", and none is known here" : ", and there are several here")
        case .notANotebook(let word, _): "there is no notebook \(PrintableText.quoted(word))"
        case .twoReadings(let word, let notebook, let other, let known):
            "\(PrintableText.quoted(word)) is a notebook (\(notebook)), and \(other) of \(known)"
        case .notebookBehindAction(let word, _, _):
            "\(PrintableText.quoted(word)) is a notebook, and comes after the action"
        case .unexpected(let word): "unexpected argument \(PrintableText.quoted(word))"
        case .unquoted(let words, true) where Self.isFile(words.first):
            "\(PrintableText.escaped(words[0])): no such file"
        case .unquoted(let words, true): "\(PrintableText.quoted(words.first ?? "")) is not a notebook"
        case .unquoted(let words, false): "unexpected argument \(PrintableText.quoted(words.dropFirst().first ?? ""))"
        case .repeated(let option): "\(option) is given twice"
        case .conflict(let text): text
        }
    }

    /// Whether a word looks like the name of a file, with an ending or a folder.
    private static func isFile(_ word: String?) -> Bool {
        word.map { $0.contains("/") || $0.contains(/\.[A-Za-z0-9]{1,10}$/) } ?? false
    }

    /// The hint for words that form one name.
    static func quoting(_ name: String) -> String {
        "quote words that belong together: \"\(PrintableText.escaped(name))\""
    }

    /// A hint: usually what was probably meant.
    func hint(_ tool: String, verb: String?) -> String {
        let like: [String]
        switch self {
        case .unknownVerb(_, let words): like = words
        case .unknownOption(_, _, [], let value?): return "a value that begins with “-” needs an equals sign: \(value)"
        case .unknownOption(_, let verb, [], nil):
            return "‘\(tool) \(verb) --help’ lists the options; write -- before a name that begins with “-”"
        case .unknownOption(_, _, let words, _): like = words
        case .notANotebook(_, let words):
            guard !words.isEmpty else { return "check the path" }
            like = words
        case .optionBeforeVerb: return "options come after the verb: ‘\(tool) VERB --help’ lists them"
        case .unquoted(let words, true) where Self.isFile(words.first):
            return "give the path of a notebook or of an archive of one"
        case .unquoted(let words, _):
            return Self.quoting(words.joined(separator: " "))
        case .badValue(_, _, _, _, let hint?): return hint.replacing("‘bundle ", with: "‘\(tool) ")
        case .empty: return "a variable in a script may be empty or unset"
        case .noNotebook(let names, _):
            guard names.isEmpty else { return "name one with -n (\(Self.list(names))), or go into its folder" }
            return
                "name one with -n NAME, go into its folder, choose one with ‘\(tool) library use NAME’, or make one with ‘\(tool) open’"
        case .notebookBehindAction(let word, let verb, let action):
            let name = PrintableText.escaped(word)
            return "write ‘\(tool) \(verb) \(name) \(action) …’; with -n NAME every word is an argument"
        case .twoReadings(let word, let notebook, _, let known):
            let word = PrintableText.escaped(word)
            return "write \(notebook == word ? "-n " : "")\(notebook), or -n \(known) \(word)"
        case .badQuery(_, _, _, let hint): return hint ?? "‘\(tool) explain query’ describes the language"
        default: like = []
        }
        if !like.isEmpty { return "did you mean \(like.alternatives)?" }
        return verb.map { "‘\(tool) \($0) --help’ explains it" } ?? "‘\(tool) --help’ lists the verbs"
    }

    /// Makes sure that an action has the right number of arguments.
    ///
    /// - Parameter names: Their names, in order, with “and” before the last.
    static func require(_ count: Int, of given: [String], _ names: String) throws(UsageError) {
        guard given.count >= count else {
            throw .missing(names.split(separator: " and ").dropFirst(given.count).joined(separator: " and "))
        }
        guard given.count == count else { throw .unexpected(given[count]) }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    }
}

/// An error of the tool itself, whose hint can name its verbs and options.
protocol ToolFailure: Failure {
    /// What to do about it.
    var hint: String? { get }
}

extension ToolFailure {
    /// The same hint.
    var remedy: Remedy? { hint.map { Remedy($0) } }
}

extension Failure {
    /// What to do about it, in the tool's words.
    func hint(for tool: String) -> String? { remedy?.text(for: tool).replacing("‘bundle ", with: "‘\(tool) ") }
}

/// The working directory of the tool was removed.
struct NoWorkingDirectory: ToolFailure {
    var description: String { "the current directory no longer exists" }
    var hint: String? { "change to a directory that exists" }
}
