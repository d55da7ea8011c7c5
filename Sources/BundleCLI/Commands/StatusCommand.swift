import NotebookBundle
import NotebookFormat

/// The verb ‘status’.
enum StatusCommand {
    static let verb = Verb(
        "status", "Tell whether a notebook is as it was sealed, and what was changed outside the tool",
        parameters: [Common.bundle, Common.json] + Common.locking,
        examples: [("status Recipes", "“clean”, or what was changed, added, removed and moved")],
        statuses: [.finding: "something was changed outside, or an edit was interrupted"]
    ) { arguments, session in
        let bundle = try session.bundle(arguments)
        let holder = try bundle.lockHolder()
        let inspection = try bundle.inspect(progress: session.progress("looking at"))
        let status = BundleStatus(inspection, lockedBy: holder)
        if arguments[Common.json] {
            try session.print(status.output)
        } else {
            for line in status.lines { try session.print(line) }
        }
        return status.isClean ? .success : .finding
    }
}

/// How a bundle stands to its manifest.
private struct BundleStatus {
    let changes: Changes
    let manifestProblem: String?
    let pendingChange: String?
    let lockedBy: String?
    let conflictCopies: [BundlePath]

    init(_ inspection: Inspection, lockedBy: String?) {
        changes = Changes(from: inspection.manifest.value, to: inspection.files)
        switch inspection.manifest {
        case .missing: manifestProblem = "there is no manifest.json"
        case .malformed(let problem, let position):
            manifestProblem = "manifest.json:\(position.line):\(position.column): \(problem.message)"
        case .read: manifestProblem = nil
        }
        pendingChange = inspection.pendingChange
        self.lockedBy = lockedBy
        conflictCopies = inspection.files.map(\.path).filter(ConflictCopy.matches)
    }

    var isClean: Bool { changes.isEmpty && manifestProblem == nil && pendingChange == nil }

    var lines: [String] {
        var lines: [String] = []
        if let lockedBy { lines.append("locked by \(lockedBy)") }
        if let pendingChange { lines.append("pending: \(pendingChange)") }
        if let manifestProblem { return lines + [manifestProblem] }
        let conflicts = Set(conflictCopies)
        for difference in changes.differences {
            let path = PrintableText.escaped(difference.path.text)
            switch difference.change {
            case .changed: lines.append("changed   \(path)")
            case .added where conflicts.contains(difference.path): lines.append("conflict  \(path)")
            case .added: lines.append("added     \(path)")
            case .removed: lines.append("removed   \(path)")
            case .moved(let old): lines.append("moved     \(PrintableText.escaped(old.text)) -> \(path)")
            }
        }
        lines += changes.strays.map { "stray     \(PrintableText.escaped($0.text))" }
        return isClean ? lines + ["clean"] : lines
    }

    var output: Output {
        let rows = changes.differences.map { difference -> Output.ChangeOutput in
            switch difference.change {
            case .changed: .init(path: difference.path.text, change: "changed")
            case .added: .init(path: difference.path.text, change: "added")
            case .removed: .init(path: difference.path.text, change: "removed")
            case .moved(let old): .init(path: difference.path.text, change: "moved", from: old.text)
            }
        }
        return Output(
            changes: rows + changes.strays.map { .init(path: $0.text, change: "stray") },
            state: .init(
                isClean: isClean, pendingChange: pendingChange ?? manifestProblem, lockedBy: lockedBy,
                conflictCopies: conflictCopies.map(\.text)))
    }
}
