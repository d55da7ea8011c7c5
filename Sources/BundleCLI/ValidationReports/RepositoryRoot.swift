#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The directory that holds the repository: what services that show findings count paths from.
struct RepositoryRoot {
    private let session: Session
    private let given: String?

    init(_ session: Session) {
        self.session = session
        let names = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"]
        given = names.compactMap { session.terminal.environment[$0] }.first { $0.hasPrefix("/") }
    }

    /// A path relative to the repository that it lies in; outside of one to the working directory, or as it is.
    func relative(_ path: String) -> String {
        let roots = [given, Self.repository(of: path), session.terminal.workingDirectory].compactMap(\.self)
        let plain = URL(filePath: path).standardizedFileURL.path
        for root in roots {
            let prefix = root.hasSuffix("/") ? root : root + "/"
            if plain.hasPrefix(prefix) { return String(plain.dropFirst(prefix.count)) }
        }
        return plain
    }

    private static func repository(of path: String) -> String? {
        var directory = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
        while directory.path != "/" {
            if FileManager.default.fileExists(atPath: directory.appending(path: ".git").path) { return directory.path }
            directory = directory.deletingLastPathComponent()
        }
        return nil
    }
}
