public import NotebookFormat

/// In what an archive is not what its manifest says (Format, clause 17.7).
public enum UntrueArchive: Failure {
    /// A file that the manifest does not list.
    case unlisted(String, String)
    /// A file that it lists is not there, and so many others.
    case missing(String, String, Int)
    /// A file has another content.
    case wrongContent(String, String)
    /// A link or special file.
    case irregular(String, path: String, kind: String)
    /// A path that cannot travel, and why.
    case unportable(String, String, PathProblem)
    /// Two paths that some systems cannot tell apart.
    case collision(String, String, String)
    /// A file is there twice.
    case twice(String, String)

    /// The archive and the file, in one line.
    public var description: String {
        switch self {
        case .unlisted(let name, let path): "\(name): the manifest does not list \(PrintableText.quoted(path))"
        case .missing(let name, let path, let more):
            "\(name): \(PrintableText.quoted(path)) is missing" + (more > 0 ? " (and \(more) more)" : "")
        case .wrongContent(let name, let path):
            "\(name): \(PrintableText.quoted(path)) does not have the content that the manifest lists"
        case .irregular(let name, let path, let kind): "\(name): \(PrintableText.quoted(path)) is \(kind)"
        case .unportable(let name, let path, let problem): "\(name): the path \(PrintableText.quoted(path)) \(problem)"
        case .collision(let name, let path, let other):
            "\(name): some systems cannot tell \(PrintableText.quoted(path)) from \(other)"
        case .twice(let name, let path): "\(name): \(PrintableText.quoted(path)) is there twice"
        }
    }

    /// What would help.
    public var remedy: Remedy? { "ask for the archive again, or \(.validate)" }

    /// The archive is at fault.
    public var isFinding: Bool { true }
}
