/// The notebook that a verb works on: the first word, the value of `-n`, or left out where it is known.
struct NotebookParameter: Parameter {
    let form: ParameterForm
    let help: String
    /// Whether an archive will do.
    let takesArchives: Bool
    /// The switch with which the verb needs none.
    let unless: Flag?
    /// Whether the verb has an answer where none is known.
    let mayBeUnknown: Bool

    var kind: ValueKind { .notebook }
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

    /// What names the notebook as well; every verb has it that has a notebook.
    static let option = Option.path(
        "notebook", short: "n", "NAME", "Use this notebook; every word is then an argument", kind: .notebook)

    func check(_ value: String) throws(UsageError) {
        if value.isEmpty { throw .empty(form.key) }
    }
}

/// What is known of the notebooks around, which settles what a command line leaves out.
protocol NotebookKnowledge {
    /// Whether the first word names the notebook, and is not an argument of the notebook that is known.
    ///
    /// - Throws: `UsageError.twoReadings` if it can be both.
    func namesNotebook(_ word: String, at place: NotebookPlace) throws -> Bool
    /// The path of the notebook that is meant where none is named.
    ///
    /// - Parameter words: Words that name items; a path of an item can begin with its notebook.
    /// - Throws: `UsageError.noNotebook`, or what is wrong with the one that was chosen.
    func notebook(forItems words: [String]) throws -> String
    /// A word for an item as a path in the notebook, if it is one that leads there from outside.
    func itemPath(_ word: String, in notebook: String) -> String
}

/// What a first word can be, as far as the words behind it tell.
struct NotebookPlace {
    let notebook: NotebookParameter
    /// What stands behind the notebook; `nil` for nothing.
    let next: (any Parameter)?
    /// Whether too few words are left if the first one is the notebook.
    let isNeededElsewhere: Bool

    /// Whether items stand behind the notebook.
    var namesItems: Bool {
        switch next?.kind {
        case .item?, .trashedItem?, .wordThenItems?: true
        default: false
        }
    }
}
