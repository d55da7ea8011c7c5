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

/// A notebook in an unfinished merge of git, or with conflicts of a stash.
struct PendingGitMerge {
    /// `nil` for a stash, which git merges without commits.
    private let merge: GitMerge?
    private let notebook: GitNotebooks.LocatedNotebook
    private let git: Git
    private let top: String
    private let session: Session
    /// The files that git did not track at the beginning.
    private let untracked: Set<String>

    /// `nil` if the notebook is not in an unfinished merge, or git does not answer.
    init?(_ opened: Notebook, _ session: Session) throws {
        let path = ExternalPath.real(opened.location)
        guard let top = Git.root(of: path) else { return nil }
        let git = Git(session: session)
        notebook = GitNotebooks(top: top).notebook(path)
        do {
            let merge = try GitMerge.pending(git, top: top)
            let open = try Self.open(notebook, git, top)
            guard merge != nil || !open.isEmpty else { return nil }
            (self.merge, self.git, self.top, self.session) = (merge, git, top, session)
            untracked = try Self.untracked(notebook, git, top)
        } catch {
            try Self.report(error, session)
            return nil
        }
    }

    /// Merges the notebook as a whole, if it is as git left it.
    ///
    /// - Returns: What was merged; `nil` if nothing was.
    func settle() throws -> NotebookMerge? {
        do {
            guard let merge, try merge.isUntouched(notebook) else { return nil }
            return try merge.settle(notebook)
        } catch let error as Git.Problem {
            try Self.report(error, session)
            return nil
        } catch let error as GitSnapshotFailure {
            try session.note("note: git’s merge stays file by file: \(error)")
            return nil
        }
    }

    private static func report(_ error: Git.Problem, _ session: Session) throws {
        try session.note("note: cannot find out what git is merging: \(PrintableText.escaped(error.reason))")
    }

    /// The files of a notebook that git does not track, ignored or not.
    private static func untracked(
        _ notebook: GitNotebooks.LocatedNotebook, _ git: Git, _ top: String
    ) throws(Git.Problem) -> Set<String> {
        Set(try git.paths(["ls-files", "--others", "-z", "--", notebook.place], in: top))
    }

    /// Tells git about the files that were made, which it adds once all conflicts are resolved.
    func addMadeFiles() throws {
        do throws(Git.Problem) {
            for paths in try made().inBatches { _ = try git.run(["add", "-N", "--"] + paths, in: top) }
        } catch {
            try Self.report(error, session)
        }
    }

    /// Marks the conflicts of the notebook as resolved in git, if there were any.
    ///
    /// - Parameter isSettled: Whether something was just merged or chosen, in which case git may no longer list a
    ///   conflict.
    func finish(_ isSettled: Bool) throws {
        do {
            let open = try Self.open(notebook, git, top)
            guard merge != nil else {
                guard !open.isEmpty else { return }
                for paths in open.inBatches { _ = try git.run(["add", "--"] + paths, in: top) }
                return try session.note("hint: if they come from a stash, ‘git stash drop’ removes it now")
            }
            guard isSettled || !open.isEmpty else { return }
            _ = try git.run(["add", "-u", "--", notebook.place], in: top)
            try session.note("hint: finish with \(try end())")
        } catch let error as Git.Problem {
            try session.note("note: git could not add the notebook: \(PrintableText.escaped(error.reason))")
        }
    }

    /// The files with conflicts.
    private static func open(
        _ notebook: GitNotebooks.LocatedNotebook, _ git: Git, _ top: String
    ) throws(Git.Problem) -> [String] {
        try GitIndex(git, at: git.index, top: top).unmerged(in: notebook.place)
    }

    /// The command that ends what git is doing.
    private func end() throws(Git.Problem) -> String {
        let isRebase = try git.isWithin([.rebaseMerge, .rebaseApply], in: top)
        return isRebase ? "‘git rebase --continue’" : "‘git commit’"
    }

    /// The files that were made in the meantime, such as an item with a new name, and that git does not ignore.
    ///
    /// Nobody has staged what git did not track before: neither that nor what was moved from there is added.
    private func made() throws(Git.Problem) -> [String] {
        let found = try git.paths(
            ["ls-files", "--others", "--exclude-standard", "-z", "--", notebook.place], in: top)
        let new = found.filter { !untracked.contains($0) }
        let gone = untracked.subtracting(try Self.untracked(notebook, git, top))
        guard !gone.isEmpty else { return new }
        return new.filter { (try? BundlePath(notebook.file(at: $0))).flatMap(TrashedPath.init) == nil }
    }
}
