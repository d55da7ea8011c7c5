import NotebookBundle

/// Files that git leaves out of the working tree, as in a sparse checkout: they are missing, but not deleted.
struct HiddenFiles: ToolFailure {
    private let notebook: String
    private let files: [String]
    private let action: String
    private let advice: String

    /// Refuses a working tree in which git leaves out files.
    ///
    /// - Parameters:
    ///   - action: What would count them as deleted, as a verb.
    ///   - advice: What to say after the hint.
    static func refuse(
        in directory: NotebookDirectory, _ session: Session, to action: String, _ advice: String = ""
    ) throws {
        guard Git.root(of: directory.path) != nil,
            let skipped = try? GitIndex(Git(session: session), at: nil, top: directory.path).skipped(in: ".")
        else { return }
        let hidden = skipped.filter { FileKind.at(ExternalPath.below(directory.path, $0)) == nil }
        guard !hidden.isEmpty else { return }
        throw HiddenFiles(
            notebook: session.displayed(directory.path), files: hidden, action: action, advice: advice)
    }

    var description: String { "cannot \(action) \(notebook): git leaves out \(GitSnapshotFailure.list(files)) here" }

    var hint: String? {
        "‘git sparse-checkout disable’ or ‘git update-index --no-skip-worktree’ brings them back\(advice)"
    }
}
