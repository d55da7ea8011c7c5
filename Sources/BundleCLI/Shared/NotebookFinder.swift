import NotebookBundle

/// An archive on the command line.
struct NamedArchive {
    let source: ArchiveSource
    /// Its path; ‘-’ for standard input.
    let path: String
    /// Its name in messages.
    let name: String

    /// The notebook in it.
    func opened(_ session: Session, limits: ArchiveLimits = ArchiveLimits()) -> Notebook {
        Notebook(
            NotebookArchive(source, at: path, name: name, environment: session.notebookEnvironment, limits: limits))
    }
}

/// Finds what a word on the command line names: here, or in the library.
struct NotebookFinder {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The path of the notebook that a word names, here or in the library, without trailing slashes.
    ///
    /// Skips a plain folder if there is a notebook beside it.
    func path(_ word: String) throws -> String {
        if let found = named(word) { return found }
        throw nothing(at: session.absolute(word), word)
    }

    /// The path of the notebook, or of the folder of notebooks, that a word names; prefers a folder.
    func pathOrFolder(_ word: String) throws -> String { try candidates(word).first ?? path(word) }

    /// Whether a word can only be the path of a notebook or of an archive, as its ending tells.
    static func isPath(_ word: String) -> Bool {
        NotebookLocation.isCalledNotebook(word) || ArchiveFormat(fileName: word) != nil
    }

    /// The path of the notebook that a word names, including notebooks beside the current one.
    ///
    /// A plain folder here counts only if no notebook has the name.
    func named(_ word: String) -> String? {
        let here = notebook(word)
        if let here, !isPlain(here) { return here }
        return beside(word) ?? shelved(word) ?? here
    }

    /// The path of the source that a word names: a notebook or anything else.
    func source(_ word: String) throws -> String {
        if let found = candidates(word).first ?? shelved(word) { return found }
        let (directory, name) = ExternalFiles(session).split(word)
        let like = Similarity.nearest(to: name, in: (try? FilesBelow.names(directory)) ?? []).map { name in
            session.displayed(ExternalPath.below(directory, name))
        }
        throw NothingThere(path: session.displayed(session.absolute(word)), like: like)
    }

    /// The path of the notebook that a word names, if there is one.
    func known(_ word: String) -> String? {
        let here = notebook(word)
        if let here, !isPlain(here) { return here }
        return shelved(word) ?? here
    }

    /// The archive that a word names: a file, or standard input, which can be read repeatedly.
    func archive(_ word: String) throws -> NamedArchive {
        guard word == Session.inputWord else {
            let path = try path(word)
            let name = session.displayed(path)
            guard FileKind.following(path) == .special else {
                return NamedArchive(source: ArchiveSource(path: path), path: path, name: name)
            }
            let source = try ArchiveFailure.naming(name) { try ArchiveSource.pipe(path) }
            return NamedArchive(source: source, path: path, name: name)
        }
        return NamedArchive(source: session.inputArchive, path: word, name: "standard input")
    }

    /// What a word can name here: the path itself, or the path with `.notebundle` added.
    private func candidates(_ word: String) -> [String] {
        let path = session.absolute(word)
        let found = [path, path + NotebookLocation.ending].filter { NotebookLocation(at: $0) != .nothing }
        return found.isEmpty ? inOtherCase(path) : found
    }

    /// The notebook at a path to which its ending must be added, in another letter case.
    private func inOtherCase(_ path: String) -> [String] {
        let (folder, name) = (ExternalPath.parent(of: path), ExternalPath.name(of: path))
        let names = (try? FilesBelow.names(folder)) ?? []
        return names.filter { NotebookLocation.isCalledNotebook($0) && NotebookLocation.stem(of: $0) == name }.sorted()
            .map { ExternalPath.below(folder, $0) }.filter { NotebookLocation(at: $0) == .notebook }
    }

    /// Whether a path is that of a folder that is no notebook, and no remains of one.
    private func isPlain(_ path: String) -> Bool { NotebookLocation(at: path) == .folder }

    /// The notebook that a word names here; if there is none, whatever exists there.
    private func notebook(_ word: String) -> String? {
        let found = candidates(word)
        // The working directory means the notebook in it.
        if word == ".", let path = found.first, NotebookLocation(at: path) == .folder {
            return DefaultNotebook(session).pathHere() ?? path
        }
        return found.first { ![.remains, .folder].contains(NotebookLocation(at: $0)) } ?? found.first
    }

    /// The notebook with a name beside the current one.
    private func beside(_ word: String) -> String? {
        guard !word.contains("/"), !word.hasPrefix("."),
            let around = NotebookLocation.around(session.terminal.workingDirectory)
        else { return nil }
        let path = ExternalPath.below(ExternalPath.parent(of: around), word)
        return [path, path + NotebookLocation.ending].first { NotebookLocation(at: $0) == .notebook }
    }

    /// The notebook of the library that a word names, if there is a library.
    private func shelved(_ word: String) -> String? { UserLibrary(session).notebook(word) }

    /// The notebooks here and in the library whose names are most similar to a word.
    func names(like word: String) -> [String] {
        let library = session.settings.currentLibrary.map { LibraryFolder(FileLocation(path: $0.path)) }
        let shelf = ((try? library?.notebooks()) ?? []).compactMap { library?.name(of: $0) }
        return Self.names(like: word, among: Self.names(in: session.terminal.workingDirectory) + shelf)
    }

    /// The names of the notebooks and archives in a directory.
    private static func names(in directory: String) -> [String] {
        ((try? LibraryFolder(FileLocation(path: directory)).notebooks(isDeep: false)) ?? []).map(\.name)
    }

    /// The names that resemble a word; for archives with their endings, and in subfolders of a library by their last
    /// components as well.
    static func names(like word: String, among names: [String]) -> [String] {
        var known: [String: String] = [:]
        for name in names {
            let stem = NotebookLocation.stem(of: name)
            let whole = NotebookLocation.isCalledNotebook(name) ? stem : name
            for part in [whole, stem, ExternalPath.name(of: stem)] where known[part] == nil { known[part] = whole }
        }
        var seen: Set<String> = []
        let near = Similarity.nearest(to: word, in: known.keys.sorted()).compactMap { known[$0] }
        return (archives(of: word, among: names) + near).filter { seen.insert($0).inserted }
    }

    /// The archives that have the name of another one but for its endings, as `Field.notebundle.zip` for `Field.zip`.
    private static func archives(of word: String, among names: [String]) -> [String] {
        func stem(_ name: String) -> Substring { ExternalPath.name(of: name).prefix { $0 != "." } }
        guard ArchiveFormat(fileName: word) != nil else { return [] }
        return names.filter { ArchiveFormat(fileName: $0) != nil && stem($0) == stem(word) }
    }

    /// Why a word names no notebook.
    private func nothing(at path: String, _ word: String) -> any Failure {
        let shown = session.displayed(path)
        if let obstacle = ExternalPath.obstacle(at: path, name: shown) { return obstacle }
        guard FileKind.at(path) != .symbolicLink else { return NotebookError.leadsNowhere(shown) }
        if let failure = UserLibrary(session).failure(toFind: word, shown) { return failure }
        let directory = ExternalPath.parent(of: path)
        let like = Self.names(like: ExternalPath.name(of: path), among: Self.names(in: directory)).map { name in
            session.displayed(ExternalPath.below(directory, name))
        }
        let isArchive = NotebookLocation.isCalledArchive(path) || ArchiveFormat(fileName: path) != nil
        return like.isEmpty && !isArchive ? NotebookError.nothingThere(shown) : NothingThere(path: shown, like: like)
    }
}

/// Nothing is at a path, but notebooks with similar names are beside it.
private struct NothingThere: ToolFailure {
    let path: String
    let like: [String]

    var description: String { NotebookError.nothingThere(path).description }
    var hint: String? { like.isEmpty ? "check the path" : "did you mean \(like.alternatives)?" }
}

/// The notebook that hints have to name, so that they apply to the notebook of the command line.
struct NotebookInHints {
    private let arguments: Arguments
    private let session: Session
    private let verb: Verb

    init(_ arguments: Arguments, _ session: Session, _ verb: Verb) {
        (self.arguments, self.session, self.verb) = (arguments, session, verb)
    }

    /// The notebook as it was typed; `nil` if it is the known one, or if the command line names several.
    ///
    /// - Parameter isAboutItem: Whether hints are about an item, which is not in the notebook to copy to.
    func name(ofItems isAboutItem: Bool) -> String? {
        guard let parameter = verb.parameters.lazy.compactMap({ $0 as? NotebookParameter }).first else { return nil }
        let names = arguments.all(parameter)
        let others = verb.parameters.contains { other in
            guard !(other is NotebookParameter), other.form.key != NotebookParameter.option.form.key else {
                return false
            }
            return switch other.kind {
            case .notebook, .notebookOrArchive: arguments.isGiven(other)
            case .notebookDirectory: !isAboutItem && arguments.isGiven(other)
            default: false
            }
        }
        guard let name = names.first, names.count == 1, !others, name != Session.inputWord, !name.isEmpty,
            let path = NotebookFinder(session).named(name), (try? DefaultNotebook(session).path()) != path
        else { return nil }
        return name.hasPrefix("/") ? session.displayed(path) : name
    }
}
