/// What is at a path, in terms of notebooks: the only definition of what a notebook is.
///
/// A directory is a notebook if its name ends in `.notebundle` (Format, clause 1; in any letter case), or if it
/// contains `manifest.json` and `notebook.json`. With only one of these files it may be a damaged notebook or something
/// else; the caller decides.
package enum NotebookLocation: Hashable, Sendable {
    /// A directory that is a notebook, damaged or not.
    case notebook
    /// A directory with only one of the two files that every notebook has.
    case remains
    /// Any other directory.
    case folder
    /// A file, which may be an archive of a notebook.
    case file
    /// A device, socket or FIFO.
    case special
    case nothing
}

extension NotebookLocation {
    /// What is at a path; follows links.
    package init(at path: String) {
        switch FileKind.following(path) {
        case .directory:
            // A link to a notebook leads to it, whatever the link is called.
            let isLink = FileKind.at(path) == .symbolicLink
            let names = [ExternalPath.name(of: path)] + (isLink ? [ExternalPath.name(of: ExternalPath.real(path))] : [])
            self.init(directory: names.first(where: Self.isCalledNotebook) ?? "") {
                FileKind.at(ExternalPath.below(path, $0)) != nil
            }
        case .file: self = .file
        case .special: self = .special
        case .symbolicLink, nil: self = .nothing
        }
    }

    /// What a directory is.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - holds: Whether it contains a file with a name.
    package init<Problem>(directory name: String, holds: (_ file: String) throws(Problem) -> Bool) throws(Problem) {
        guard !Self.isCalledNotebook(name) else {
            self = .notebook
            return
        }
        var count = 0
        for file in Self.files where try holds(file) { count += 1 }
        self = count == Self.files.count ? .notebook : count > 0 ? .remains : .folder
    }

    /// The outermost notebook that is, or contains, a path; `nil` if there is none.
    package static func around(_ path: String) -> String? {
        var (place, found) = (path, String?.none)
        while place != "/" {
            if NotebookLocation(at: place) == .notebook { found = place }
            place = ExternalPath.parent(of: place)
        }
        return found
    }

    /// The ending of the name of a notebook's directory.
    package static let ending = ".notebundle"

    /// The files that every notebook has.
    package static let files = ["manifest.json", "notebook.json"]

    /// Whether a directory is a notebook by its name.
    package static func isCalledNotebook(_ name: some StringProtocol) -> Bool { name.lowercased().hasSuffix(ending) }

    /// Whether a file is an archive of a notebook by its name: `*.notebundle.*`.
    package static func isCalledArchive(_ name: some StringProtocol) -> Bool {
        name.lowercased().contains(ending + ".")
    }

    /// The name of a new notebook: with its ending, in lower case, which is added if it is missing.
    package static func withEnding(_ name: String) -> String { stem(of: name) + ending }

    /// The name of a notebook without its ending, in any letter case.
    package static func stem(of name: String) -> String {
        isCalledNotebook(name) ? String(name.dropLast(ending.count)) : name
    }
}
