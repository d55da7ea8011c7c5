import NotebookBundle
import NotebookFormat

/// The verb ‘seal’.
enum SealCommand {
    private static let dryRun = Flag("dry-run", "Tell what would be done, and change nothing")

    static let verb = Verb(
        "seal", "Accept what was changed outside the tool: make the manifest again from the files",
        details: """
            New items get a uuid, changed ones a new date if who changed them gave them none. Files that were put into blobs/
            get the name that carries their digest, and links to them are corrected. What cannot be an edit is refused, and
            then nothing is changed.
            """,
        parameters: [Common.bundle, dryRun, Common.json] + Common.locking,
        examples: [
            ("seal Recipes", "accepts what an editor or git has changed"),
            ("seal Recipes --dry-run", "only tells what that would be"),
        ],
        statuses: [.finding: "something cannot be an edit"]
    ) { arguments, session in
        let directory = try session.bundle(arguments)
        let progress = session.progress("sealing")
        let sealing = try directory.seal(isDry: arguments[dryRun], progress: progress)
        progress.finish()
        try session.tell(sealing.recovery)
        try session.tell(sealing.commit)
        let plan = sealing.plan
        if arguments[Common.json] {
            try session.print(Output(changes: plan.changeOutputs))
        } else {
            for line in plan.lines { try session.print(line) }
            for stray in plan.changes.strays {
                try session.note(
                    "note: \(PrintableText.escaped(stray.text)) stays outside: no file of a notebook can stand there")
            }
            if let commit = sealing.commit {
                try session.print("sealed as \(commit.fingerprint)")
            } else if !arguments[dryRun] {
                try session.print("sealed already")
            } else if plan.changeOutputs.isEmpty {
                try session.print("nothing to seal")
            }
        }
        return .success
    }
}

extension SealPlan {
    fileprivate var changeOutputs: [Output.ChangeOutput] {
        var rows: [Output.ChangeOutput] = changes.differences.compactMap { difference in
            switch difference.change {
            case .added where adoptions[difference.path] != nil: nil
            case .changed: .init(path: difference.path.text, change: "changed")
            case .added: .init(path: difference.path.text, change: "added")
            case .removed: .init(path: difference.path.text, change: "removed")
            case .moved(let old): .init(path: difference.path.text, change: "moved", from: old.text)
            }
        }
        rows += adoptions.map { .init(path: $0.key.text, change: "adopted", to: $0.value.text) }.sorted {
            $0.path < $1.path
        }
        rows += amendments.filter { $0.value.uuid != nil }.map { .init(path: $0.key.text, change: "identified") }
            .sorted { $0.path < $1.path }
        rows += amendments.filter { $0.value.modified != nil || $0.value.created != nil }.map {
            .init(path: $0.key.text, change: "dated")
        }.sorted { $0.path < $1.path }
        return rows
    }

    fileprivate var lines: [String] {
        changeOutputs.map { row in
            let path = PrintableText.escaped(row.path)
            if let from = row.from { return "\(row.change.padded(to: 10)) \(PrintableText.escaped(from)) -> \(path)" }
            if let to = row.to { return "\(row.change.padded(to: 10)) \(path) -> \(PrintableText.escaped(to))" }
            return "\(row.change.padded(to: 10)) \(path)"
        }
    }
}
