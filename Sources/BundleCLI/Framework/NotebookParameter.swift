/// The notebook that a verb works on: the first word, the value of `-n`, or the known notebook if it is left out.
struct NotebookParameter: Parameter {
    let form: ParameterForm
    let help: String
    /// Whether the verb accepts archives.
    let takesArchives: Bool
    /// The switch that makes a notebook unnecessary.
    let unless: Flag?
    /// Whether the verb also works if no notebook is known.
    let mayBeUnknown: Bool

    var kind: ValueKind { takesArchives ? .notebook : .notebookDirectory }
    var isRepeated: Bool { form.isRepeated }

    init(
        _ help: String, takesArchives: Bool, isRepeated: Bool = false, unless: Flag? = nil, mayBeUnknown: Bool = false
    ) {
        form = .positional("NOTEBOOK", isRequired: false, isRepeated: isRepeated)
        self.help = help
        self.takesArchives = takesArchives
        self.unless = unless
        self.mayBeUnknown = mayBeUnknown
    }

    /// The option that names the notebook; every verb with a notebook has it.
    static let option = Option.path(
        "notebook", short: "n", "NAME", "Use this notebook; every word is then an argument", kind: .notebook)

    func check(_ value: String) throws(UsageError) {
        if value.isEmpty { throw .empty(form.key) }
    }
}

/// Finds the notebook of a command line that does not name it.
protocol NotebookKnowledge {
    /// Whether the first word names the notebook, and is not an argument for the known notebook.
    ///
    /// - Throws: `UsageError.twoReadings` if it can be both.
    func namesNotebook(_ word: String, at place: NotebookArgument) throws -> Bool
    /// The path of the known notebook.
    ///
    /// - Parameter words: Words that name items; a path of an item can begin with its notebook.
    /// - Throws: `UsageError.noNotebook`, or an error if the chosen notebook is missing.
    func notebook(forItems words: [String]) throws -> String
    /// Whether a word cannot name a notebook, and resembles no notebook’s name.
    func isUnknown(_ word: String) -> Bool
    /// A word for an item; a path from outside the notebook becomes a path within it.
    func itemPath(_ word: String, in notebook: String) -> String
}

/// What the first word can be, judging by the other words.
struct NotebookArgument {
    let notebook: NotebookParameter
    /// The parameter after the notebook, if there is one.
    let next: (any Parameter)?
    /// The second word, if there is one.
    let second: String?
    /// Whether too few words remain if the first one is the notebook.
    let isNeededElsewhere: Bool

    /// Whether the parameter after the notebook has this action.
    func hasAction(_ word: String) -> Bool {
        switch next?.kind {
        case .words(let words)?, .wordThenItems(let words, _)?: words.contains(word)
        default: false
        }
    }

    /// Whether the parameter after the notebook names another notebook.
    var namesNotebook: Bool { if case .notebookOrArchive? = next?.kind { true } else { false } }

    /// Whether the parameter after the notebook names items.
    var namesItems: Bool {
        switch next?.kind {
        case .item?, .trashedItem?, .wordThenItems?: true
        default: false
        }
    }
}
