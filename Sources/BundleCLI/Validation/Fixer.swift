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
        let lines = Self.lines(of: mending)
        for line in lines { try session.print("\(name): \(line)") }
        for change in mending.preview {
            try session.show(change, in: name)
        }
        return !lines.isEmpty || mending.commit != nil
    }

    private static func lines(of mending: Mending) -> [String] {
        let plan = mending.plan
        func arrow(_ old: String, _ new: BundlePath) -> String {
            "\(PrintableText.escaped(old)) -> \(PrintableText.escaped(new.text))"
        }
        var lines = mending.renames.map { "renamed    \(arrow($0.old, $0.new))" }
        lines += plan.adoptions.sorted { $0.key < $1.key }.map { "renamed    \(arrow($0.key.text, $0.value))" }
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
            if correction.cleansText { reasons.append("line ends") }
            if correction.modified != nil { reasons.append("date of change") }
            if correction.rewritesTags { reasons.append("tags") }
            lines.append("rewritten  \(PrintableText.escaped(path.text)) (\(reasons.joined(separator: ", ")))")
        }
        for (path, amendment) in plan.amendments.sorted(by: { $0.key < $1.key }) where amendment.uuid != nil {
            lines.append("rewritten  \(PrintableText.escaped(path.text)) (uuid)")
        }
        return lines
    }
}
