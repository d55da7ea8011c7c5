/// Why a pattern does not name daily notes.
public enum DailyNameProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A bracket is not closed.
    case openBracket
    /// The name is another one at another time of the same day.
    case changesWithinDay
    /// No character of this name can be in the name of a file.
    case noName(String)
    /// This cannot be the folder of a note.
    case folder(String, PathProblem)

    /// What is wrong, as a sentence without an end.
    public var description: String {
        switch self {
        case .openBracket: "the bracket “[” is not closed by “]”"
        case .changesWithinDay: "it has a time, so that the name changes within the day"
        case .noName(let name): "it makes the name \(PrintableText.quoted(name)), which cannot be that of a note"
        case .folder(let folder, let problem):
            "it makes the folder \(PrintableText.quoted(folder)), which is not valid: it \(problem)"
        }
    }
}
