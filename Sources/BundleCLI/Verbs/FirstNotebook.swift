import NotebookBundle

/// Helps the user to make the first notebook in a new library.
struct FirstNotebook {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Asks for a name, makes the notebook, and chooses it.
    ///
    /// - Returns: Its path; `nil` if there are notebooks already or the answer is no.
    func make(in folder: LibraryFolder) throws -> String? {
        guard try folder.notebooks().isEmpty else { return nil }
        guard let answer = try session.answer(to: "Name of your first notebook? [Notes; n for none] ") else {
            return nil
        }
        let name = answer.isEmpty ? "Notes" : answer
        guard !["n", "no"].contains(name.lowercased()) else { return nil }
        guard let title = Title.accepted(name), !title.isEmpty, let file = PortableName.made(from: title) else {
            throw NotebookError.notATitle(name)
        }
        let notebookEnvironment = session.notebookEnvironment
        let bundle = try NewBundle(
            NotebookLocation.withEnding(file), in: folder.place.path, environment: notebookEnvironment)
        _ = try bundle.finish(
            NotebookDescription(uuid: notebookEnvironment.newUUID(), title: title, created: notebookEnvironment.now()))
        let path = folder.place.subpath(NotebookLocation.withEnding(file)).path
        try session.settingsFile.change(now: notebookEnvironment.now()) { try $0.setNotebook(path) }
        try session.note("created \(session.displayedFromHome(path)); verbs use it if you name no other notebook")
        try session.note(
            "hint: ‘\(session.tool) library use NAME’ chooses another notebook, ‘\(session.tool) library add FOLDER’ another folder"
        )
        return path
    }
}
