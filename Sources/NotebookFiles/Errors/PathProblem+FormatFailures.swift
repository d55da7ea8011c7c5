public import NotebookFormat
public import NotebookText

// The errors of the format: what is wrong with a text, whoever wrote it.

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
