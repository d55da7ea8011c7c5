import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What NOTEBOOK on the command line names.
enum NotebookSource {
    case directory(Notebook)
    case archive(NamedArchive)

    /// The notebook.
    func notebook(_ session: Session) -> Notebook {
        switch self {
        case .directory(let notebook): notebook
        case .archive(let archive): archive.opened(session)
        }
    }

    /// The notebook in a directory; `nil` for an archive.
    var directory: Notebook? { if case .directory(let notebook) = self { notebook } else { nil } }

    /// Why nothing can be changed; `nil` if changes are possible.
    ///
    /// - Parameter tool: The name of the tool.
    func readOnly(for tool: String) -> String? {
        switch self {
        case .archive: "an archive cannot be changed; ‘\(tool) unarchive’ makes a notebook of it"
        case .directory(let notebook):
            FileManager.default.isWritableFile(atPath: notebook.location)
                ? nil : "the notebook cannot be changed: no permission to write"
        }
    }
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
    func directory() throws -> Notebook {
        let word = arguments[Common.bundle]
        let notebook = try directory(word)
        if arguments.leavesOutNotebook, DefaultNotebook(session).isBesideOthers(word) {
            let name = NotebookLocation.stem(of: session.displayedFromHome(word))
            let note = "note: using the notebook \(PrintableText.escaped(name))"
            if session.remembered.isFirst(note) { try session.note(note) }
        }
        return notebook
    }

    /// The notebook that a word names, as a directory that can be changed.
    func directory(_ word: String) throws -> Notebook {
        switch try source(word) {
        case .directory(let notebook): return notebook
        case .archive(let archive): throw NotebookError.archiveIsReadOnly(archive.name)
        }
    }

    /// The command line's notebook, a directory or an archive.
    func notebook() throws -> Notebook { try source(arguments[Common.notebook]).notebook(session) }

    /// Calls `body` with a snapshot of the command line's notebook, a directory or an archive.
    func read<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result { try notebook().read(body) }

    /// Calls `body` with the files of the command line's notebook, now or at an earlier moment; nothing is read yet.
    ///
    /// - Parameter isList: Whether to report which items are missing because their content at that moment is unknown.
    func readTree<Result>(
        at moment: String?, isList: Bool = false, _ body: (any FileTree) throws -> Result
    ) throws -> Result {
        guard let moment else { return try readTree(arguments[Common.notebook], body) }
        return try directory(arguments[Common.notebook]).directory.readPast(
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

    /// Calls `body` with the files of the notebook that a word names; nothing is read yet.
    func readTree<Result>(_ word: String, _ body: (any FileTree) throws -> Result) throws -> Result {
        switch try source(word) {
        case .directory(let notebook): try notebook.directory.readTree(body)
        case .archive(let archive): try body(try ListedTree(try archive.opened(session).archive.tree()))
        }
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
            return .directory(session.notebook(at: path, locking: locking, caching: !arguments[Common.noCache]))
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
    var locking: NotebookLocking {
        NotebookLocking(isEnabled: !arguments[Common.noLock], wait: .seconds(arguments[Common.wait] ?? 10))
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

extension Session {
    /// The notebook in a directory, whether it is there or not; nothing is read yet.
    func notebook(
        at path: String, locking: NotebookLocking = NotebookLocking(), caching: Bool = true
    ) -> Notebook {
        Notebook(
            directory: path, environment: notebookEnvironment, locking: locking, cache: caching ? caches : nil)
    }

    /// The notebook in an archive without a password; nothing is read yet.
    func archive(at path: String) -> Notebook {
        Notebook(NotebookArchive(path, environment: notebookEnvironment))
    }
}

/// Opens notebooks for incidental reading, for example to complete a word: without waiting for locks, and ignoring
/// errors.
enum OpenedBriefly {
    static func notebook(_ path: String, _ session: Session) -> Notebook {
        NotebookLocation(at: path) == .file
            ? session.archive(at: path) : session.notebook(at: path, locking: .init(wait: .zero))
    }

    static func listing(_ path: String, _ session: Session) -> NotebookListing? {
        try? notebook(path, session).read(\.listing)
    }
}
