public import NotebookFormat
import NotebookText

/// How an archive differs from its manifest (Format, clause 17.7).
public enum UntrueArchive: Failure {
    /// A file that the manifest does not list.
    case unlisted(String, String)
    /// A listed file is missing, and this many other files.
    case missing(String, String, Int)
    /// A file has different content.
    case wrongContent(String, String)
    /// A link or special file.
    case irregular(String, path: String, kind: String)
    /// A path that is not portable, and why.
    case unportable(String, String, PathProblem)
    /// Two paths that some systems cannot distinguish.
    case collision(String, String, String)
    /// A file occurs twice.
    case twice(String, String)

    /// The archive and the file, in one line.
    public var description: String {
        switch self {
        case .unlisted(let name, let path): "\(name): \(PrintableText.quoted(path)) is not in the manifest"
        case .missing(let name, let path, let more):
            "\(name): \(PrintableText.quoted(path)) is missing" + (more > 0 ? " (and \(more) more)" : "")
        case .wrongContent(let name, let path):
            "\(name): \(PrintableText.quoted(path)) does not match its digest in the manifest"
        case .irregular(let name, let path, let kind): "\(name): \(PrintableText.quoted(path)) is \(kind)"
        case .unportable(let name, let path, let problem):
            "\(name): the path \(PrintableText.quoted(path)) \(problem.phrase)"
        case .collision(let name, let path, let other):
            "\(name): some systems cannot distinguish \(PrintableText.quoted(path)) from \(other)"
        case .twice(let name, let path): "\(name): \(PrintableText.quoted(path)) occurs twice"
        }
    }

    /// What to do about it.
    public var remedy: Remedy? { "get the archive again, or \(.validate)" }

    /// Always true: the archive is the cause.
    public var isFinding: Bool { true }
}
