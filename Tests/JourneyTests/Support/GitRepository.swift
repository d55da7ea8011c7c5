import Foundation
import TestSupport

/// A repository of git in a temporary directory, in which `bundle` is in the search path.
struct GitRepository {
    /// Whether git is on this machine.
    static let canMake = Command.path(of: "git") != nil
    /// Says why a test that needs it is skipped.
    static let absent = "git is not installed"

    let folder: URL
    private let environment: [String: String]

    /// Makes an empty repository, the settings of whose user are nobody's.
    init(in place: URL) throws {
        folder = place.appending(path: "repository")
        let programs = place.appending(path: "bin")
        for directory in [folder, programs] {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: programs.appending(path: "bundle").path, withDestinationPath: Tool.path)
        let path = Environment["PATH"] ?? "/usr/bin:/bin"
        environment = [
            "PATH": "\(programs.path):\(path)", "HOME": place.path, "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
            "PRE_COMMIT_HOME": place.appending(path: "pre-commit").path,
        ]
        try succeed("git init -q -b main .")
    }

    /// Runs lines of bash in the repository, as CI servers do: the first that fails ends them.
    func bash(_ lines: String, environment more: [String: String] = [:]) throws -> Command.Result {
        try Command.run(
            ["bash", "-e", "-c", lines], in: folder, environment: environment.merging(more) { $1 })
    }

    /// Runs lines of bash, which must succeed, and gives what they print.
    @discardableResult
    func succeed(_ lines: String) throws -> String {
        let result = try bash(lines)
        guard result.status == 0 else { throw Tool.Failed(words: [lines], result: result) }
        return result.output
    }

    func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: path).path) }

    func content(_ path: String) throws -> Data { try Data(contentsOf: folder.appending(path: path)) }
}
