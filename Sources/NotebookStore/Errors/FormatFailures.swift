public import NotebookFormat

// The errors of the format: what is wrong with a text, whoever wrote it.

extension QueryError: Failure {
    /// The position and the problem; the suggestion is the remedy.
    public var errorDescription: String? { "column \(column): \(message)" }

    /// What was probably meant, or what to write instead.
    public var remedy: Remedy? { suggestion.map { Remedy($0) } ?? "change the query there" }
}

extension SearchError: Failure {
    /// What to do about it.
    public var remedy: Remedy? { hint.map { Remedy($0) } ?? "search for at least one word, tag or property" }
}

extension PathProblem: Failure {
    /// What to do about it.
    public var remedy: Remedy? {
        switch self {
        case .empty, .component(_, .empty): "write the names of folders and file with one “/” between them"
        case .tooLong, .component(_, .tooLong): "use shorter names"
        case .tooDeep: "use fewer folders inside each other"
        case .component(_, .character): "leave out < > : \" \\ | ? * and invisible characters"
        case .component(_, .notText), .component(_, .notComposed): "write the name anew"
        case .component: "choose another name"
        }
    }
}

extension TextProblem: Failure {
    /// What is wrong, without the position.
    public var description: String { message }

    /// What to do about it.
    public var remedy: Remedy? {
        kind == .newerVersion ? "use a newer version of this program" : "fix it in a text editor"
    }
}

extension DailyNameProblem: Failure {
    /// What to do about it.
    public var remedy: Remedy? { "set it to a pattern such as YYYY-MM-DD" }
}

extension BrokenLink.Problem: Failure {
    /// What to do about it.
    public var remedy: Remedy? {
        switch self {
        case .missingBlob: "\(.attach), or change the link"
        case .missingFile, .missingTarget: "change the link, or add an item with this name"
        case .missingHeading: "change the link, or add the heading"
        case .ambiguous: "write the path of the one that is meant"
        case .trashed: "restore it, or remove the link"
        case .outside: "link to a file of the notebook"
        }
    }

    /// Always true: the content is the cause.
    public var isFinding: Bool { true }
}

extension RuleFailure: Failure {
    /// The rule and the reason.
    public var description: String { "the rule \(rule) failed: \(reason)" }

    /// What to do about it.
    public var remedy: Remedy? { "this is a bug in the program; it says nothing about the notebook" }
}
