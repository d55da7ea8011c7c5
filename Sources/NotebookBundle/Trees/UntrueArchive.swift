package import NotebookFormat

/// In what an archive is not what its manifest says (Format, clause 17.7).
package enum UntrueArchive: Failure {
    case unlisted(String, String)
    case missing(String, String, Int)
    case wrongContent(String, String)
    case irregular(String, IrregularFile)
    case unportable(String, String, PathProblem)
    case collision(String, String, String)
    case twice(String, String)

    package var description: String {
        switch self {
        case .unlisted(let name, let path): "\(name): the manifest does not list \(PrintableText.quoted(path))"
        case .missing(let name, let path, let more):
            "\(name): \(PrintableText.quoted(path)) is missing" + (more > 0 ? " (and \(more) more)" : "")
        case .wrongContent(let name, let path):
            "\(name): \(PrintableText.quoted(path)) does not have the content that the manifest lists"
        case .irregular(let name, let file): "\(name): \(PrintableText.quoted(file.path)) is \(file.kind)"
        case .unportable(let name, let path, let problem): "\(name): the path \(PrintableText.quoted(path)) \(problem)"
        case .collision(let name, let path, let other):
            "\(name): some systems cannot tell \(PrintableText.quoted(path)) from \(PrintableText.quoted(other))"
        case .twice(let name, let path): "\(name): \(PrintableText.quoted(path)) is there twice"
        }
    }

    package var hint: String? { "‘bundle validate’ shows everything that is wrong with the archive" }

    package var isFinding: Bool { true }
}
