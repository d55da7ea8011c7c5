import NotebookBundle

/// Fixes notebooks for ‘validate --fix’, and reports the fixes.
struct Fixer {
    let session: Session
    /// Opens the notebooks to fix.
    let opener: NotebookOpener
    let level: FixLevel
    /// Whether to show the changes instead of making them.
    let isPreview: Bool
    /// Whether standard output belongs to a report for programs.
    let reportsAside: Bool
    /// Decides which findings are reported for a notebook; only these are fixed.
    let validator: Validator
    /// What is known to be lost in the notebooks that were fixed.
    private(set) var losses: [String] = []

    /// Fixes notebooks; reports those that it cannot fix, and continues.
    ///
    /// The status of a preview shows whether something would change.
    mutating func fix(_ entries: [ValidationInputs.Entry]) throws -> ExitStatus {
        var status = ExitStatus.success
        for entry in entries {
            do {
                if try fix(entry) { status = max(status, .finding) }
            } catch let failure as any Failure {
                status = max(status, failure.isFinding ? .finding : .failure)
                let name = entries.count > 1 ? session.displayed(entry.path) : nil
                try session.explain(FixFailure(notebook: name, reason: failure))
            }
        }
        return status
    }

    /// Fixes a notebook, and returns whether something changed or would change.
    private mutating func fix(_ entry: ValidationInputs.Entry) throws -> Bool {
        let notebook = validator.validate(entry)
        if let failure = notebook.failure {
            // The validation after this reports it.
            if isPreview { throw failure }
            return false
        }
        let rules = notebook.findings.map(\.finding.rule)
        let opened: Notebook
        switch try opener.source(entry.path) {
        // A notebook of a later version is refused with a reason; if names are wrong, only the content shows the
        // version.
        case .directory where !rules.contains(where: { RuleBook.rule($0)?.fix != nil }): return false
        case .directory(let found): opened = found
        case .archive where !rules.contains(where: level.fixes): return false
        case .archive(let archive): throw NotebookError.archiveIsReadOnly(archive.name)
        }
        let progress = ProgressLine(session, "fixing")
        let fixed = try opened.fixReport(level, sparing: notebook.judgement, isDry: isPreview, progress: progress)
        progress.finish()
        try EditNotes(session).report(fixed.recovery, fixed.commit)
        let steps = fixed.steps + (fixed.manifestStep.map { [$0] } ?? [])
        for step in steps { try report("\(notebook.name): \(step.line)") }
        losses += fixed.losses.map { "\(notebook.name): \($0.line)" }
        for change in fixed.preview { try show(change, in: notebook.name) }
        return !steps.isEmpty || fixed.commit != nil
    }

    /// Reports losses, at the end.
    func reportLosses() throws {
        for line in losses { try report(line) }
    }

    /// Shows the change of a text, for a person or for `git apply`.
    private func show(_ change: TextChange, in notebook: String) throws {
        let name = "\(notebook)/\(change.path)"
        guard session.terminal.outputIsTerminal else {
            return try session.write(GitPatch(from: name, to: name, change.old, change.new).bytes)
        }
        for line in UnifiedDiff(name, change.old, change.new).text(session.style) { try session.print(line) }
    }

    private func report(_ line: String) throws {
        if reportsAside { try session.note(line) } else { try session.print(line) }
    }
}

/// Why a notebook cannot be fixed, with its name if there are several.
private struct FixFailure: Failure {
    let notebook: String?
    let reason: any Failure

    var description: String {
        guard let notebook, !reason.description.contains(notebook) else { return reason.description }
        return "\(notebook): \(reason.description)"
    }
    var remedy: Remedy? { reason.remedy }
    var isFinding: Bool { reason.isFinding }
}
