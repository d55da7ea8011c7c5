import Archives
import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a NOTEBOOK on the command line is.
enum NotebookSource {
    case directory(NotebookDirectory)
    case archive(NamedArchive)
}

/// An archive on the command line.
struct NamedArchive {
    let source: ArchiveSource
    /// Its path; ‘-’ for standard input.
    let path: String
    /// What messages call it.
    let name: String
}

extension Session {
    /// Finds the notebook that a word names: the path itself, or the path with `.notebundle` behind it.
    func source(_ word: String, _ arguments: Arguments) throws -> NotebookSource {
        if word == Self.inputWord { return .archive(try unlocked(try archive(word), arguments)) }
        let path = try existingPath(word)
        switch FileKind.following(path) {
        case .directory:
            // Any other directory is not gone through: it could be the root of the disk.
            guard Self.isBundle(path) else {
                if let bundle = bundle(around: path) { throw NotebookError.insideNotebook(displayed(path), bundle) }
                throw NotebookError.notABundle(displayed(path))
            }
            return .directory(NotebookDirectory(path, world: world, locking: locking(arguments)))
        // It would be read several times, and waited for if nobody writes to it.
        case .special: throw NotebookError.notANotebook(displayed(path), "it is neither a directory nor a file")
        default:
            // Attachments can be archives.
            if let bundle = bundle(around: path), [".md", ".json"].contains(where: path.hasSuffix) {
                throw NotebookError.insideNotebook(displayed(path), bundle)
            }
            return .archive(try unlocked(try archive(word), arguments))
        }
    }

    /// What the notebook is called in which a path lies; `nil` if it lies in none.
    private func bundle(around path: String) -> String? {
        Self.bundle(around: OutsidePath.real(path)).map(displayed)
    }

    /// Whether a path is that of a notebook, however it is written.
    func isSame(_ path: String, as bundle: NotebookDirectory) -> Bool {
        OutsidePath.real(path) == OutsidePath.real(bundle.path)
    }

    /// Whether a directory has the name or a file of a notebook, which may be damaged.
    private static func isBundle(_ path: String) -> Bool {
        path.hasSuffix(".notebundle")
            || ["manifest.json", "notebook.json"].contains { FileKind.at(OutsidePath.below(path, $0)) != nil }
    }

    /// The notebook as a directory that can be changed.
    func bundle(_ arguments: Arguments) throws -> NotebookDirectory {
        try bundle(arguments[Common.bundle], arguments)
    }

    /// The notebook that a word means, as a directory that can be changed.
    func bundle(_ word: String, _ arguments: Arguments) throws -> NotebookDirectory {
        switch try source(word, arguments) {
        case .directory(let bundle): return bundle
        case .archive(let archive): throw NotebookError.archiveIsReadOnly(archive.name)
        }
    }

    /// Calls `body` with the files of a notebook, wherever they are.
    func read<Result>(_ arguments: Arguments, _ body: (any FileTree) throws -> Result) throws -> Result {
        try read(arguments[Common.notebook], arguments, body)
    }

    /// Calls `body` with the files of the notebook that a word means.
    func read<Result>(
        _ word: String, _ arguments: Arguments, _ body: (any FileTree) throws -> Result
    ) throws -> Result {
        switch try source(word, arguments) {
        case .directory(let bundle): try bundle.read(body)
        case .archive(let archive): try body(try ListedTree(try ArchiveTree(archive.source, name: archive.name)))
        }
    }

    /// The word that means standard input.
    static let inputWord = "-"

    /// The archive that a word names: a file, or standard input, which can be read again and again.
    func archive(_ word: String) throws -> NamedArchive {
        guard word == Self.inputWord else {
            let path = try existingPath(word)
            return NamedArchive(source: ArchiveSource(path: path), path: path, name: displayed(path))
        }
        return NamedArchive(source: inputArchive, path: word, name: "standard input")
    }

    /// The path of the notebook that a word names, without slashes at its end: here, or in the library.
    func existingPath(_ word: String) throws -> String {
        let path = absolute(word)
        if let found = found([path, path + ".notebundle"]) { return found }
        if let found = try notebookOfLibrary(word) { return found }
        throw noNotebook(word, path)
    }

    /// The path of a source that a word names: like a notebook, but anything can be it, and nobody is asked for a library.
    func existingSource(_ word: String) throws -> String {
        let path = absolute(word)
        if let found = found([path, path + ".notebundle"]) { return found }
        if settings.currentLibrary != nil, let found = try notebookOfLibrary(word) { return found }
        throw NotebookError.nothingThere(displayed(path))
    }

    private func found(_ candidates: [String]) -> String? {
        candidates.first { FileKind.following($0) != nil }
    }

    /// The word for a new notebook with `.notebundle` behind its name, and without slashes at its end.
    ///
    /// - Throws: `UsageError` if there is no name in it.
    func withEnding(_ word: String) throws(UsageError) -> String {
        var word = word
        while word.count > 1, word.hasSuffix("/") { word.removeLast() }
        guard let name = word.split(separator: "/").last, name != ".", name != ".." else {
            throw .conflict("\(PrintableText.quoted(word)) is a folder that is there; give the notebook a name")
        }
        return word.hasSuffix(".notebundle") ? word : word + ".notebundle"
    }

    /// A path as messages show it: relative to the working directory where that is shorter.
    func displayed(_ path: String) -> String { world.display(path) }

    func locking(_ arguments: Arguments) -> NotebookDirectory.Locking {
        NotebookDirectory.Locking(isEnabled: !arguments[Common.noLock], wait: .seconds(arguments[Common.wait] ?? 10))
    }
}
