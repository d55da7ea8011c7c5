import NotebookBundle
import NotebookFormat
import TerminalIO

/// The program git, run in a directory.
struct Git {
    let session: Session

    /// Why git does not answer.
    struct Problem: Error {
        let reason: String
    }

    /// The top of the working tree that contains a path, found by its `.git`; `nil` outside of a working tree.
    static func root(of path: String) -> String? {
        var directory = path
        while !isRoot(directory) {
            guard directory != "/" else { return nil }
            directory = OutsidePath.parent(of: directory)
        }
        return directory
    }

    /// Whether a directory is the top of a working tree, even of a damaged repository: git recognizes one by its
    /// `HEAD`.
    static func isRoot(_ directory: String) -> Bool {
        let place = OutsidePath.below(directory, ".git")
        guard FileKind.at(place) == .directory else { return FileKind.at(place) != nil }
        return FileKind.at(OutsidePath.below(place, "HEAD")) != nil
    }

    /// Runs git in a directory; takes names literally.
    ///
    /// - Parameter statuses: The exit statuses that are answers.
    /// - Throws: `Problem`.
    func run(
        _ words: [String], in directory: String, accepting statuses: Set<Int32> = [0]
    ) throws(Problem) -> Program.Result {
        let result: Program.Result
        do {
            result = try session.terminal.run(
                unbound + ["LC_ALL=C", "git", "--literal-pathspecs"] + words, directory)
        } catch {
            throw Problem(reason: "git cannot be started")
        }
        guard statuses.contains(result.status) else {
            let line = result.errors.split(separator: "\n").first.map { String($0) } ?? "status \(result.status)"
            throw Problem(reason: line)
        }
        return result
    }

    /// The variables to unset: git sets them for its hooks, and would then take any other directory for the working
    /// tree (git(1), GIT_DIR).
    private var unbound: [String] {
        guard session.terminal.environment["GIT_WORK_TREE"] == nil else { return [] }
        return ["GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"].flatMap { ["-u", $0] }
    }
}
