import NotebookBundle
import NotebookFormat

/// Mends notebooks for ‘validate --fix’, and tells what it did.
struct Fixer {
    let session: Session
    let arguments: Arguments
    let level: Corrections.Level
    /// Whether nothing is changed, and the changes are shown.
    let isPreview: Bool
    /// Whether standard output belongs to a report for programs.
    let tellsAside: Bool
    /// Says what is reported of a notebook; nothing else is mended.
    let validator: Validator

    /// Mends notebooks; what keeps one of them from being mended is told, and the others are mended.
    ///
    /// Of a preview, the status says whether something would change.
    func fix(_ entries: [ValidationInputs.Entry]) throws -> ExitStatus {
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

    /// Mends a notebook, and says whether there was, or would be, something to change.
    private func fix(_ entry: ValidationInputs.Entry) throws -> Bool {
        let notebook = validator.validate(entry)
        if let failure = notebook.failure {
            // The validation that follows tells it.
            if isPreview { throw failure }
            return false
        }
        let rules = notebook.findings.map(\.finding.rule)
        let directory: NotebookDirectory
        switch try session.source(entry.path, arguments) {
        case .directory where !rules.contains(where: Corrections.Level.everything.mends): return false
        case .directory(let found): directory = found
        case .archive where !rules.contains(where: level.mends): return false
        case .archive(let archive): throw NotebookError.archiveIsReadOnly(archive.name)
        }
        let spared = Corrections.Spared((notebook.judgement?.suppressions ?? []).map(\.finding))
        let progress = session.progress("mending")
        let mending = try directory.mend(level, sparing: spared, isDry: isPreview, progress: progress)
        progress.finish()
        try session.tell(mending.recovery)
        try session.tell(mending.commit)
        let lines = Self.lines(of: mending)
        for line in lines { try tell("\(notebook.name): \(line)") }
        for change in mending.preview {
            let diff = UnifiedDiff("\(notebook.name)/\(change.path)", change.old, change.new)
            for line in diff.text(session.style) { try tell(line) }
        }
        return !lines.isEmpty || mending.commit != nil
    }

    private func tell(_ line: String) throws {
        if tellsAside { try session.note(line) } else { try session.print(line) }
    }

    private static func lines(of mending: Mending) -> [String] {
        let plan = mending.plan
        func arrow(_ old: String, _ new: BundlePath) -> String {
            "\(PrintableText.escaped(old)) -> \(PrintableText.escaped(new.text))"
        }
        var lines = mending.renames.map { "renamed    \(arrow($0.old, $0.new))" }
        lines += plan.adoptions.sorted { $0.key < $1.key }.map { "renamed    \(arrow($0.key.text, $0.value))" }
        lines += mending.composed.map { "renamed    \(PrintableText.escaped($0.text)) (composed characters)" }
        let renamed = Set(mending.renames.map(\.new) + plan.adoptions.keys)
        for difference in plan.changes.differences where !renamed.contains(difference.path) {
            let path = PrintableText.escaped(difference.path.text)
            switch difference.change {
            case .changed: lines.append("accepted   \(path) (changed)")
            case .added: lines.append("accepted   \(path) (added)")
            case .removed where mending.renames.contains(where: { $0.old == difference.path.text }): break
            case .removed: lines.append("accepted   \(path) (removed)")
            case .moved(let old): lines.append("accepted   \(arrow(old.text, difference.path)) (moved)")
            }
        }
        if plan.corrections.description != nil { lines.append("rewritten  notebook.json (canonical form)") }
        for (path, correction) in plan.corrections.items.sorted(by: { $0.key < $1.key }) {
            var reasons: [String] = []
            if correction.dropsByteOrderMark { reasons.append("byte order mark") }
            if correction.mendsLineEnds { reasons.append("line ends") }
            if correction.modified != nil { reasons.append("date of change") }
            if correction.rewritesTags { reasons.append("tags") }
            lines.append("rewritten  \(PrintableText.escaped(path.text)) (\(reasons.joined(separator: ", ")))")
        }
        for (path, amendment) in plan.amendments.sorted(by: { $0.key < $1.key }) where amendment.uuid != nil {
            lines.append("rewritten  \(PrintableText.escaped(path.text)) (uuid)")
        }
        if mending.rewritesManifest { lines.append("rewritten  manifest.json") }
        return lines
    }
}

/// What keeps a notebook from being mended; among several it says which.
private struct FixFailure: Failure {
    let notebook: String?
    let reason: any Failure

    var description: String {
        guard let notebook, !reason.description.contains(notebook) else { return reason.description }
        return "\(notebook): \(reason.description)"
    }
    var hint: String? { reason.hint }
    var isFinding: Bool { reason.isFinding }
}
