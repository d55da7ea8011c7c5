import NotebookBundle
import NotebookFormat
import TerminalIO

/// A notebook in an unfinished merge of git.
struct PendingGitMerge {
    private let merge: GitMerge
    private let notebook: GitNotebooks.Notebook
    private let git: Git
    private let top: String
    private let session: Session

    /// `nil` if the notebook is not in an unfinished merge, or git does not answer.
    init?(_ directory: NotebookDirectory, _ session: Session) throws {
        let path = OutsidePath.real(directory.path)
        guard let top = Git.root(of: path) else { return nil }
        let git = Git(session: session)
        guard let merge = try? GitMerge.pending(git, top: top) else { return nil }
        (self.merge, self.git, self.top, self.session) = (merge, git, top, session)
        notebook = GitNotebooks(top: top).notebook(path)
    }

    /// Merges the notebook as a whole, if it is as git left it.
    ///
    /// - Returns: What was merged; `nil` if nothing was.
    func settle() throws -> NotebookMerge? {
        do {
            guard try merge.isUntouched(notebook) else { return nil }
            return try merge.settle(notebook, takesConflicts: true)
        } catch let error as Git.Problem {
            try session.note("note: cannot find out what git is merging: \(PrintableText.escaped(error.reason))")
            return nil
        }
    }

    /// Marks the conflicts of the notebook as resolved in git, if there were any.
    ///
    /// - Parameter isSettled: Whether something was just merged or chosen, in which case git may no longer list a
    ///   conflict.
    func finish(_ isSettled: Bool) throws {
        do {
            let open = try git.paths(["ls-files", "-u", "-z", "--", notebook.place], in: top)
            guard isSettled || !open.isEmpty else { return }
            _ = try git.run(["add", "-A", "--", notebook.place], in: top)
            try session.note("hint: finish with ‘git commit’, or with ‘git rebase --continue’ in a rebase")
        } catch let error as Git.Problem {
            try session.note("note: git could not add the notebook: \(PrintableText.escaped(error.reason))")
        }
    }
}
