import NotebookBundle

/// What NOTEBOOK on the command line names.
enum NotebookSource {
    case directory(NotebookDirectory)
    case archive(NamedArchive)
}

/// Opens the notebooks of a command line according to its options.
struct NotebookOpener {
    private let arguments: Arguments
    private let session: Session
    /// Whether the command line names several archives, some of which may not need the password.
    private let readsSeveral: Bool

    init(_ arguments: Arguments, _ session: Session, readsSeveral: Bool = false) {
        self.arguments = arguments
        self.session = session
        self.readsSeveral = readsSeveral
    }

    /// The notebook of the command line, as a directory for changing it.
    ///
    /// Reports which one it is if the user may have expected another notebook in the working directory.
    func directory() throws -> NotebookDirectory {
        let word = arguments[Common.bundle]
        let directory = try directory(word)
        if arguments.leavesOutNotebook, DefaultNotebook(session).isBesideOthers(word) {
            let name = NotebookLocation.stem(of: session.displayedFromHome(word))
            let note = "note: using the notebook \(PrintableText.escaped(name))"
            if session.remembered.isFirst(note) { try session.note(note) }
        }
        return directory
    }

    /// The notebook that a word names, as a directory that can be changed.
    func directory(_ word: String) throws -> NotebookDirectory {
        switch try source(word) {
        case .directory(let directory): return directory
        case .archive(let archive): throw NotebookError.archiveIsReadOnly(archive.name)
        }
    }

    /// The command line's notebook, a directory or an archive.
    func notebook() throws -> any NotebookReading {
        switch try source(arguments[Common.notebook]) {
        case .directory(let directory): directory
        case .archive(let archive): archive.opened(session)
        }
    }

    /// Calls `body` with the files of the command line's notebook, a directory or an archive.
    func read<Result>(_ body: (any FileTree) throws -> Result) throws -> Result {
        try read(arguments[Common.notebook], body)
    }

    /// Calls `body` with the files of the command line's notebook, now or at an earlier moment.
    ///
    /// - Parameter isList: Whether to report which items are missing because their content at that moment is unknown.
    func read<Result>(
        at moment: String?, isList: Bool = false, _ body: (any FileTree) throws -> Result
    ) throws -> Result {
        guard let moment else { return try read(body) }
        return try directory(arguments[Common.notebook]).readPast(
            try PastOption.moment(moment, session), moment
        ) { past in
            do {
                let result = try body(past.tree)
                if isList { try PastOption.reportUnknown(past, session) }
                return result
            } catch let error as NotebookError {
                if case .noSuchItem(let word, _) = error, let reason = past.failure(for: word) { throw reason }
                throw error
            }
        }
    }

    /// Calls `body` with the files of the notebook that a word names.
    func read<Result>(_ word: String, _ body: (any FileTree) throws -> Result) throws -> Result {
        switch try source(word) {
        case .directory(let directory): try directory.readTree(body)
        case .archive(let archive): try body(try tree(of: archive))
        }
    }

    private func tree(of archive: NamedArchive) throws -> ListedTree {
        try ListedTree(try ArchiveTree(archive.source, name: archive.name))
    }

    /// Finds the notebook that a word names: the path itself, or the path with `.notebundle` added.
    func source(_ word: String) throws -> NotebookSource {
        if word == Session.inputWord { return .archive(try archive(word)) }
        let path = try NotebookFinder(session).path(word)
        let shown = session.displayed(path)
        switch FileKind.following(path) {
        case .directory:
            // Other directories are not searched: this one could be the root of the disk.
            guard NotebookLocation(at: path) != .folder else {
                if let notebook = notebook(around: path) { throw NotebookError.insideNotebook(shown, notebook) }
                throw NotebookError.notABundle(shown)
            }
            let cache = arguments[Common.noCache] ? nil : session.caches
            return .directory(
                NotebookDirectory(path, environment: session.notebookEnvironment, locking: locking, cache: cache))
        // A pipe that is open already, such as that of ‘<(…)’.
        case .special where ["/dev/fd/", "/proc/self/fd/", "/dev/stdin"].contains(where: path.hasPrefix):
            return .archive(try archive(word))
        // Any other would block if nobody writes to it.
        case .special: throw NotebookError.notANotebook(shown, "neither a directory nor a file")
        default:
            // Attachments can be archives.
            if let notebook = notebook(around: path), [".md", ".json"].contains(where: path.hasSuffix) {
                throw NotebookError.insideNotebook(shown, notebook)
            }
            return .archive(try archive(word))
        }
    }

    /// How long to wait for other users of the notebook.
    var locking: NotebookDirectory.Locking {
        NotebookDirectory.Locking(isEnabled: !arguments[Common.noLock], wait: .seconds(arguments[Common.wait] ?? 10))
    }

    /// An archive with its password.
    private func archive(_ word: String) throws -> NamedArchive {
        try ArchivePasswords(arguments, session, mayBeForAnother: readsSeveral).unlocked(
            try NotebookFinder(session).archive(word))
    }

    /// The name of the notebook that contains a path; `nil` if none does.
    private func notebook(around path: String) -> String? {
        NotebookLocation.around(ExternalPath.real(path)).map(session.displayed)
    }
}

/// Opens notebooks for incidental reading, for example to complete a word: without waiting for locks, and ignoring
/// errors.
enum OpenedBriefly {
    static func storage(_ path: String, _ session: Session) -> any NotebookReading {
        NotebookLocation(at: path) == .file
            ? NotebookArchive(path, environment: session.notebookEnvironment)
            : NotebookDirectory(
                path, environment: session.notebookEnvironment, locking: .init(wait: .zero), cache: session.caches)
    }

    static func notebook(_ path: String, _ session: Session) -> NotebookListing? {
        try? storage(path, session).read(\.listing)
    }
}
