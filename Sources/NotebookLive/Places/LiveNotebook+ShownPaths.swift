import NotebookFormat
package import NotebookLinks
import NotebookText

/// Paths as a person knows them: those of a plain folder begin in the folder, and not with `notes/`.
extension LiveNotebook {
    /// The path of a file or directory as messages name it; `.` for a plain folder itself.
    package func shown(_ path: String) -> String {
        guard isPlain else { return path }
        if path + "/" == PlainFolderFiles.root { return "." }
        guard path.begins(with: PlainFolderFiles.root) else { return path }
        return String(Substring(path.utf8.dropFirst(PlainFolderFiles.root.utf8.count)))
    }

    /// What is wrong with a link, safe to print.
    package func words(for problem: BrokenLink.Problem) -> String {
        guard isPlain, case .outside(let destination) = problem else { return shown(problem).description }
        return "the link \(PrintableText.quoted(destination, upTo: 200)) leads out of the folder"
    }

    /// A broken link with the paths that messages name.
    func shown(_ link: BrokenLink) -> BrokenLink {
        guard isPlain else { return link }
        var shown = link
        shown.problem = self.shown(link.problem)
        shown.meant = link.meant.map { meant in
            meant.hasPrefix("[[") ? "[[" + self.shown(String(meant.dropFirst(2))) : self.shown(meant)
        }
        return shown
    }

    private func shown(_ problem: BrokenLink.Problem) -> BrokenLink.Problem {
        guard isPlain else { return problem }
        func shown(_ path: BundlePath) -> BundlePath { (try? BundlePath(self.shown(path.text))) ?? path }
        return switch problem {
        case .missingFile(let path): .missingFile(self.shown(path))
        case .missingHeading(let heading, let path): .missingHeading(heading, in: shown(path))
        case .ambiguous(let target, let paths): .ambiguous(target, paths.map(shown))
        case .missingBlob, .missingTarget, .trashed, .outside: problem
        }
    }
}
