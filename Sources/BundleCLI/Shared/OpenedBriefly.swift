import NotebookBundle

/// Opens notebooks for incidental reading, for example to complete a word: without waiting for locks, and ignoring
/// errors.
enum OpenedBriefly {
    static func storage(_ path: String, _ session: Session) -> any NotebookReading {
        NotebookLocation(at: path) == .file
            ? NotebookArchive(path, environment: session.notebookEnvironment)
            : NotebookDirectory(
                path, environment: session.notebookEnvironment, locking: .init(wait: .zero), cache: session.seenFiles)
    }

    static func notebook(_ path: String, _ session: Session) -> NotebookListing? {
        try? storage(path, session).read(\.listing)
    }
}
