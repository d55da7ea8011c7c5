import NotebookBundle
import TerminalIO

/// The files of a notebook in a commit of git, found by the manifest in the commit.
///
/// A merge driver gets the three manifests, but not the commits that they come from. Any commit with the same manifest
/// will do, because each content must have the digest that the manifest lists.
struct SealedCommit {
    /// The names of the files in git, by their paths in the notebook.
    private let names: [String: String]
    private let git: Git
    private let directory: String

    /// Finds a commit; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - manifest: The name of the manifest's content in git.
    ///   - path: The path of the manifest in the repository, if it was not moved.
    init?(of manifest: String, at path: String, _ git: Git, in directory: String) throws(Git.Problem) {
        (self.git, self.directory) = (git, directory)
        // Git names the commits that it merges in the environment.
        let merged = git.session.terminal.environment.keys.compactMap { name -> String? in
            name.hasPrefix("GITHEAD_") ? String(name.dropFirst(8)) : nil
        }
        for commit in ["HEAD"] + merged.sorted() {
            if let names = try Self.names(in: commit, with: manifest, path, git, directory) {
                self.names = names
                return
            }
        }
        let log = try git.run(
            [
                "log", "--all", "--reflog", "--full-history", "-m", "-n", "1", "--format=%H %P",
                "--find-object=" + manifest,
            ], in: directory, accepting: [0, 128])
        let commits = String(decoding: log.output.prefix { $0 != 0x0A }, as: UTF8.self).split(separator: " ")
        for commit in commits {
            if let names = try Self.names(in: String(commit), with: manifest, path, git, directory) {
                self.names = names
                return
            }
        }
        return nil
    }

    private static func names(
        in commit: String, with manifest: String, _ path: String, _ git: Git, _ directory: String
    ) throws(Git.Problem) -> [String: String]? {
        let list = try git.run(
            ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit], in: directory, accepting: [0, 128])
        guard list.status == 0 else { return nil }
        let files = list.output.split(separator: 0).compactMap { line -> (path: String, name: String)? in
            guard let tab = line.firstIndex(of: 0x09) else { return nil }
            let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
            guard words.count == 3, words[1] == "blob" else { return nil }
            return (String(decoding: line[(tab + 1)...], as: UTF8.self), String(words[2]))
        }
        let manifests = files.filter { $0.name == manifest && ExternalPath.name(of: $0.path) == "manifest.json" }
        guard let found = manifests.first(where: { $0.path == path }) ?? manifests.first else { return nil }
        let folder = found.path.dropLast("manifest.json".count)
        return Dictionary(
            files.filter { $0.path.hasPrefix(folder) }.map { (String($0.path.dropFirst(folder.count)), $0.name) }
        ) { first, _ in first }
    }

    /// The contents of files, in their order; `nil` for a file that does not exist.
    func contents(of paths: [BundlePath]) throws(Git.Problem) -> [[UInt8]?] {
        let found = paths.map { names[$0.text] }
        var contents = try git.contents(of: found.compactMap(\.self), in: directory)[...]
        return found.map { $0 == nil ? nil : contents.popFirst() }
    }
}
