import Archives
import NotebookBundle
import NotebookFormat

/// An archive on the command line.
struct NamedArchive {
    let source: ArchiveSource
    /// Its path; ‘-’ for standard input.
    let path: String
    /// What messages call it.
    let name: String
}

/// Finds what a word on the command line names: here, or in the library.
struct NotebookFinder {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The path of the notebook that a word names, without slashes at its end: here, or in the library.
    func path(_ word: String) throws -> String {
        let path = session.absolute(word)
        if let found = found([path, path + ".notebundle"]) { return found }
        if let found = try UserLibrary(session).notebook(word) { return found }
        throw nothing(at: path, word)
    }

    /// The path of a source that a word names: like a notebook, but anything can be it, and nobody is asked for a library.
    func source(_ word: String) throws -> String {
        let path = session.absolute(word)
        if let found = found([path, path + ".notebundle"]) { return found }
        if session.settings.currentLibrary != nil, let found = try UserLibrary(session).notebook(word) { return found }
        throw NotebookError.nothingThere(session.displayed(path))
    }

    /// The archive that a word names: a file, or standard input, which can be read again and again.
    func archive(_ word: String) throws -> NamedArchive {
        guard word == Session.inputWord else {
            let path = try path(word)
            return NamedArchive(source: ArchiveSource(path: path), path: path, name: session.displayed(path))
        }
        return NamedArchive(source: session.inputArchive, path: word, name: "standard input")
    }

    private func found(_ candidates: [String]) -> String? {
        candidates.first { FileKind.following($0) != nil }
    }

    /// Why a word names no notebook.
    private func nothing(at path: String, _ word: String) -> any Failure {
        let shown = session.displayed(path)
        if let obstacle = OutsidePath.obstacle(at: path, name: shown) { return obstacle }
        guard FileKind.at(path) != .symbolicLink else { return NotebookError.leadsNowhere(shown) }
        return UserLibrary(session).failure(toFind: word, shown) ?? NotebookError.nothingThere(shown)
    }
}
