import Foundation
import NotebookBundle
import NotebookFormat

/// What a NOTEBOOK on the command line is.
enum NotebookSource {
    case directory(NotebookDirectory)
    case archive(String)
}

extension Session {
    /// Finds the notebook that a word names: the path itself, or the path with `.notebundle` behind it.
    func source(_ word: String, _ arguments: Arguments) throws -> NotebookSource {
        let path = try existingPath(word)
        switch FileKind.following(path) {
        case .directory: return .directory(NotebookDirectory(path, world: world, locking: locking(arguments)))
        // It would be read several times, and waited for if nobody writes to it.
        case .special: throw NotebookError.notANotebook(displayed(path), "it is neither a directory nor a file")
        default: return .archive(path)
        }
    }

    /// The notebook as a directory that can be changed.
    func bundle(_ arguments: Arguments) throws -> NotebookDirectory {
        try bundle(arguments[Common.bundle], arguments)
    }

    /// The notebook that a word means, as a directory that can be changed.
    func bundle(_ word: String, _ arguments: Arguments) throws -> NotebookDirectory {
        switch try source(word, arguments) {
        case .directory(let bundle): return bundle
        case .archive(let path):
            throw NotebookError.archiveIsReadOnly(displayed(path))
        }
    }

    /// Calls `body` with the files of a notebook, wherever they are.
    func read<Result>(_ arguments: Arguments, _ body: (any FileTree) throws -> Result) throws -> Result {
        switch try source(arguments[Common.notebook], arguments) {
        case .directory(let bundle): try bundle.read(body)
        case .archive(let path): try body(try ArchiveTree(path, name: displayed(path)))
        }
    }

    /// The path that a word names, without slashes at its end.
    func existingPath(_ word: String) throws -> String {
        var path = absolute(word)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        for candidate in [path, path + ".notebundle"] where FileManager.default.fileExists(atPath: candidate) {
            return candidate
        }
        // A bare name means the notebook of the library.
        if !word.contains("/"), let library = settings.currentLibrary,
            let place = LibraryFolder(Place(path: library.path)).notebook(word)
        {
            return place.path
        }
        throw NotebookError.nothingThere(displayed(path))
    }

    /// A path as messages show it: relative to the working directory where that is shorter.
    func displayed(_ path: String) -> String { world.display(path) }

    private func locking(_ arguments: Arguments) -> NotebookDirectory.Locking {
        NotebookDirectory.Locking(isEnabled: !arguments[Common.noLock], wait: .seconds(arguments[Common.wait] ?? 10))
    }
}
