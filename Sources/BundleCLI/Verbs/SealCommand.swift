import NotebookBundle

/// The verb ‘seal’.
struct SealCommand: Command {
    private static let dryRun = Flag("dry-run", "Show what would be done, and change nothing")

    private static let withConflicts = Flag(
        "with-conflicts", "Accept texts that contain conflict markers of git")

    static let verb = Verb(
        "seal", "Accept changes made outside the tool: update the manifest from the files",
        details: """
            New items get a uuid; changed items get a new modification date, unless the change already set one. Files added to
            blobs/ are renamed after their digests, and links to them are updated. If one change cannot be accepted, nothing is
            changed.

            After a git merge, resolves conflicts in front matter where only dates, tags and the uuid differ: keeps the earlier
            creation date and the later modification date, and combines the tags. Review logs keep the reviews of both sides,
            and notebook.json gets the changes of both if they changed different values. Files with other conflict markers are
            refused.
            """,
        parameters: [Common.bundle, dryRun, withConflicts, Common.json] + Common.locking,
        examples: [
            ("seal Recipes", "accepts changes made by an editor or git"),
            ("seal Recipes --dry-run", "shows what would be accepted"),
        ],
        statuses: [.finding: "a change cannot be accepted, and nothing was sealed"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let changes: [ChangeRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        try HiddenFiles.refuse(in: notebook, session, to: "seal")
        let progress = ProgressLine(session, "sealing")
        let sealing = try notebook.seal(
            isDry: arguments[Self.dryRun], takesConflicts: arguments[Self.withConflicts], progress: progress)
        progress.finish()
        try EditNotes(session).report(sealing.recovery, sealing.commit)
        let plan = sealing.plan
        if arguments[Common.json] {
            try session.printJSON(Answer(changes: sealing.rows))
        } else {
            for line in sealing.lines { try session.print(line) }
            try reportStrays(plan.changes.strays)
            if let commit = sealing.commit {
                try session.print("sealed as \(commit.fingerprint)")
            } else if !arguments[Self.dryRun], sealing.returned.isEmpty, sealing.settled.isEmpty {
                try session.print("already sealed")
            } else if sealing.rows.isEmpty {
                try session.print("nothing to seal")
            }
        }
        return .success
    }
}

extension SealCommand {
    private static let strayLimit = 100

    /// Reports files that are not sealed; if there are very many, the first ones and a count.
    private func reportStrays(_ strays: [BundlePath]) throws {
        for stray in strays.prefix(Self.strayLimit) {
            let path = PrintableText.escaped(stray.text)
            let advice =
                ConflictCopy.matches(stray)
                ? "it is a conflict copy, which ‘\(session.tool) resolve’ merges"
                : stray.text.hasPrefix("extras/")
                    ? "extras are in a folder of their program, such as extras/org.example.app/; move it into one"
                    : "a notebook allows no file there; attach it, move it below extras/, or remove it"
            try session.note("note: \(path) is not sealed: \(advice)")
        }
        let more = strays.count - Self.strayLimit
        guard more > 0 else { return }
        try session.note("note: \(Wording.count(more, "more file")) not sealed; ‘\(session.tool) status’ lists them")
    }
}

extension Sealing {
    /// What was sealed, or would be.
    fileprivate var rows: [ChangeRow] {
        let (adoptions, amendments) = (plan.adoptions, plan.amendments)
        // In a dry run, files still have their old names.
        let back = Set(returned.flatMap { [$0.source, $0.target] })
        let differences = plan.changes.differences.filter { !back.contains($0.path) }
        var rows: [ChangeRow] = returned.map {
            .init(path: $0.source.text, change: "returned", to: $0.target.text)
        }
        rows += differences.compactMap { difference in
            switch difference.change {
            case .added where adoptions[difference.path] != nil: nil
            // A manifest that git could not merge listed it.
            case .added where listedBefore[difference.path] == true: nil
            case .added where listedBefore[difference.path] == false:
                .init(path: difference.path.text, change: "changed")
            case .changed: .init(path: difference.path.text, change: "changed")
            case .added: .init(path: difference.path.text, change: "added")
            case .removed: .init(path: difference.path.text, change: "removed")
            case .moved(let old): .init(path: difference.path.text, change: "moved", from: old.text)
            }
        }
        rows += adoptions.filter { !back.contains($0.key) }.map { path, name in
            .init(path: path.text, change: "adopted", to: name.text)
        }.sorted { $0.path < $1.path }
        if !listedBefore.isEmpty { rows.append(.init(path: BundlePath.manifest.text, change: "rebuilt")) }
        rows += settled.map { .init(path: $0.text, change: "resolved") }
        rows += amendments.filter { $0.value.uuid != nil }.map { .init(path: $0.key.text, change: "identified") }
            .sorted { $0.path < $1.path }
        rows += amendments.filter { $0.value.modified != nil || $0.value.created != nil }.map {
            .init(path: $0.key.text, change: "dated")
        }.sorted { $0.path < $1.path }
        return rows
    }

    /// The changes as lines.
    fileprivate var lines: [String] {
        rows.map { row in
            let path = PrintableText.escaped(row.path)
            if let from = row.from { return "\(row.change.padded(to: 10)) \(PrintableText.escaped(from)) -> \(path)" }
            if let to = row.to { return "\(row.change.padded(to: 10)) \(path) -> \(PrintableText.escaped(to))" }
            return "\(row.change.padded(to: 10)) \(path)"
        }
    }
}
