import NotebookBundle
import NotebookFormat
import TerminalIO

/// A notebook in a merge that git has begun, and left to a person.
struct PendingGitMerge {
    private let merge: GitMerge
    private let notebook: GitNotebooks.Notebook
    private let git: Git
    private let top: String
    private let session: Session

    /// `nil` if the notebook is in no such merge, or git cannot be asked.
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
            try session.note("note: git does not tell what it merges: \(PrintableText.escaped(error.reason))")
            return nil
        }
    }

    /// Tells git that the notebook has no conflict any more, if it had any.
    ///
    /// - Parameter isSettled: Whether something was merged or chosen just now, of which git may know no conflict any more.
    func finish(_ isSettled: Bool) throws {
        do {
            let open = try git.paths(["ls-files", "-u", "-z", "--", notebook.place], in: top)
            guard isSettled || !open.isEmpty else { return }
            _ = try git.run(["add", "-A", "--", notebook.place], in: top)
            try session.note("hint: end what git has begun with ‘git commit’, or ‘git rebase --continue’ in a rebase")
        } catch let error as Git.Problem {
            try session.note("note: git does not take the notebook: \(PrintableText.escaped(error.reason))")
        }
    }
}
