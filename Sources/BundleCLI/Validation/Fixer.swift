import NotebookBundle
import NotebookFormat

/// Mends notebooks for ‘validate --fix’, and tells what it did.
struct Fixer {
    let session: Session
    let arguments: Arguments
    let level: Corrections.Level
    /// Whether nothing is changed, and the changes are shown.
    let isPreview: Bool

    /// Mends notebooks; what keeps one of them from being mended is told, and the others are mended.
    ///
    /// Of a preview, the status says whether something would change.
    func fix(_ paths: [String]) throws -> ExitStatus {
        var status = ExitStatus.success
        for path in paths {
            do {
                if try fix(path) { status = max(status, .finding) }
            } catch let failure as any Failure {
                status = max(status, failure.isFinding ? .finding : .failure)
                try session.explain(failure)
            }
        }
        return status
    }

    /// Mends a notebook, and says whether there was, or would be, something to change.
    private func fix(_ path: String) throws -> Bool {
        let directory: NotebookDirectory
        switch try session.source(path, arguments) {
        case .directory(let found): directory = found
        case .archive(let archive): throw NotebookError.archiveIsReadOnly(archive.name)
        }
        let name = session.displayed(path)
        let progress = session.progress("mending")
        let mending = try directory.mend(level, isDry: isPreview, progress: progress)
        progress.finish()
        try session.tell(mending.recovery)
        try session.tell(mending.commit)
        let steps = mending.steps
        for step in steps { try session.print("\(name): \(step.line)") }
        for change in mending.preview {
            let diff = UnifiedDiff("\(name)/\(change.path)", change.old, change.new)
            for line in diff.text(session.style) { try session.print(line) }
        }
        return !steps.isEmpty || mending.commit != nil
    }
}
