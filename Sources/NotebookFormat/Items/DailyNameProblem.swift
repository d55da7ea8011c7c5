import NotebookText

/// Why a pattern cannot name daily notes.
public enum DailyNameProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A bracket is not closed.
    case openBracket
    /// The name differs between times of the same day.
    case changesWithinDay
    /// A file name can contain no character of this name.
    case noName(String)
    /// This is not a valid folder.
    case folder(String, PathProblem)

    /// What is wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .openBracket: "the bracket “[” is not closed by “]”"
        case .changesWithinDay: "it has a time, so that the name changes within the day"
        case .noName(let name): "it makes the name \(PrintableText.quoted(name)), which a note cannot have"
        case .folder(let folder, let problem):
            "it makes the folder \(PrintableText.quoted(folder)), which is not valid: it \(problem.phrase)"
        }
    }
}
