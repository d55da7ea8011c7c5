import NotebookBundle
import TerminalIO

/// A notebook in an unfinished merge of git, or with conflicts of a stash.
struct PendingGitMerge {
    /// `nil` for a stash, which git merges without commits.
    private let merge: GitMerge?
    private let notebook: GitNotebooks.Notebook
    private let git: Git
    private let top: String
    private let session: Session
    /// The files that git did not track at the beginning.
    private let untracked: Set<String>

    /// `nil` if git merges nothing and has no conflicts in the notebook, or does not answer.
    init?(_ directory: NotebookDirectory, _ session: Session) throws {
        let path = OutsidePath.real(directory.path)
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
        _ notebook: GitNotebooks.Notebook, _ git: Git, _ top: String
    ) throws(Git.Problem) -> Set<String> {
        Set(try git.paths(["ls-files", "--others", "-z", "--", notebook.place], in: top))
    }

    /// Tells git about the files that were made, which it adds once all conflicts are resolved.
    func noteMade() throws {
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
        _ notebook: GitNotebooks.Notebook, _ git: Git, _ top: String
    ) throws(Git.Problem) -> [String] {
        try git.paths(["diff", "--name-only", "--diff-filter=U", "-z", "--", notebook.place], in: top)
    }

    /// The command that ends what git is doing.
    private func end() throws(Git.Problem) -> String {
        let isRebase = try git.isWithin(["rebase-merge", "rebase-apply"], in: top)
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
