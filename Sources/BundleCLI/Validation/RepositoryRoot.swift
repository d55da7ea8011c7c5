import NotebookBundle

/// The root of the repository, to which services that show findings make paths relative.
struct RepositoryRoot {
    private let session: Session
    private let given: String?

    init(_ session: Session) {
        self.session = session
        let names = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"]
        given = names.compactMap { session.terminal.environment[$0] }.first { $0.hasPrefix("/") }
    }

    /// A path relative to its repository; otherwise relative to the working directory, or unchanged.
    func relative(_ path: String) -> String {
        let roots = [given, Self.repository(of: path), session.terminal.workingDirectory].compactMap(\.self)
        for root in roots {
            if let relative = ExternalPath.relative(path, to: root) { return relative }
        }
        return path
    }

    private static func repository(of path: String) -> String? {
        var directory = ExternalPath.parent(of: path)
        while directory != "/" {
            if FileKind.at(ExternalPath.below(directory, ".git")) != nil { return directory }
            directory = ExternalPath.parent(of: directory)
        }
        return nil
    }
}
