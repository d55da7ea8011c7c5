import NotebookBundle

/// The user was asked to choose an item, and chose none.
struct NothingChosen: ToolFailure {
    let word: String

    var isFinding: Bool { true }
    var description: String { "nothing was chosen for \(PrintableText.quoted(word))" }
    var hint: String? { "use the full name or path, which needs no choice" }
}

/// Another program moved or added the file of an item, and it is not sealed yet.
struct UnsealedFile: ToolFailure {
    /// What the word named.
    enum Reason {
        case moved(from: BundlePath)
        case named(String)
    }

    let path: BundlePath
    let reason: Reason

    var isFinding: Bool { true }
    var description: String {
        let path = PrintableText.escaped(path.text)
        return switch reason {
        case .moved(let old): "\(PrintableText.escaped(old.text)) is now at \(path), which is not sealed yet"
        case .named(let word):
            "no item matches \(PrintableText.quoted(word)); another program added the file \(path), which is not sealed yet"
        }
    }
    var hint: String? { "‘bundle seal’ accepts it; ‘bundle status’ lists all changes" }
}

/// The path of an item in another notebook than that of the command line.
struct InOtherNotebook: ToolFailure {
    let word: String
    let other: String
    let notebook: String

    var isFinding: Bool { true }
    var description: String { "\(PrintableText.escaped(word)) is in \(other), not in \(notebook)" }
    var hint: String? { "‘bundle copy’ copies items from one notebook to another" }
}

/// A word matches only a part of a name, and the verb would replace or remove content without asking.
struct OnlyPart: ToolFailure {
    let word: String
    let path: String
    /// The full name, safe to print.
    let name: String
    let verb: String

    var isFinding: Bool { true }
    var description: String { "\(PrintableText.quoted(word)) is only a part of the name of \(path)" }
    var hint: String? {
        let orPath = name == path ? "" : " or the path"
        return "write \(ShellWord.quoted(name))\(orPath); ‘\(verb)’ takes no part of a name unasked"
    }
}

/// A word names neither a notebook nor an item or folder of the known notebook.
struct NeitherReading: ToolFailure {
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
            : "did you mean \(like.map { PrintableText.escaped($0) }.alternatives)?"
    }
}

/// Asks before something is deleted or replaced.
struct Confirmation {
    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Whether a person confirms, or --yes or the settings do.
    ///
    /// - Parameter mustAsk: Whether --yes is required without a terminal.
    func isGiven(_ question: String, mustAsk: Bool) throws -> Bool {
        if arguments[Common.yes] || !mustAsk && session.settings.confirmDelete == false { return true }
        guard session.terminal.inputIsTerminal else {
            guard mustAsk else { return true }
            throw UsageError.conflict("cannot ask without a terminal; use --yes")
        }
        if try session.confirm(question) { return true }
        try session.note("nothing was changed")
        return false
    }
}
