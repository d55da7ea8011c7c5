import NotebookBundle

/// The verb ‘status’.
struct StatusCommand: Command {
    static let verb = Verb(
        "status", "Show changes made outside the tool since the notebook was sealed",
        otherNames: ["info"],
        details: """
            A notebook is clean if ‘archive’ would accept it as it is, and it has no conflicts. Skips files whose size, dates
            and inode have not changed since they were last read; ‘validate’ reads every file.
            """,
        parameters: [Common.bundle, Common.json, Common.noCache] + Common.locking,
        examples: [
            ("status Recipes", "“clean”, or what was changed, added, removed and moved, or cannot be archived")
        ],
        statuses: [
            .finding:
                "the notebook is not clean: files changed outside the tool, an edit was interrupted, or there are conflicts"
        ]
    )

    /// What --json prints.
    fileprivate struct Answer: JSONRow {
        let changes: [ChangeRow]
        let state: StateRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let bundle = try NotebookOpener(arguments, session).directory(arguments[Common.bundle])
        let holder = try bundle.directory.lockHolder()
        let inspection = try bundle.directory.inspectChanges(progress: ProgressLine(session, "looking at"))
        let status = try BundleStatus(inspection, lockedBy: holder) { try bundle.directory.openConflicts(inspection) }
        if arguments[Common.json] {
            try session.printJSON(status.answer)
        } else {
            for line in status.lines { try session.printRow(line, wrappedWith: 10) }
            if case .malformed(let problem, _) = inspection.manifest, problem.kind != .newerVersion {
                try session.note("hint: ‘\(session.tool) seal’ rebuilds the manifest from the files")
            }
            if status.hasTwins {
                try session.note(
                    "hint: ‘\(session.tool) resolve’ merges them if git stopped while merging; ‘\(session.tool) seal’ makes them two items"
                )
            }
            if !status.conflicts.isEmpty {
                try session.note("hint: go through the conflicts with ‘\(session.tool) resolve’")
            }
        }
        return status.isClean ? .success : .finding
    }
}

/// A notebook compared with its manifest: clean if it can be archived as it is.
private struct BundleStatus {
    let changes: Changes
    let manifestProblem: String?
    /// Whether there is a manifest to compare with.
    private let comparesFiles: Bool
    let descriptionProblem: String?
    let pendingChange: String?
    let lockedBy: String?
    let conflictCopies: [BundlePath]
    /// The paths of items, and of `notebook.json`, that hold both versions of something, and of listed copies.
    let conflicts: [BundlePath]
    /// Listed files that are in iCloud and not here.
    private let evicted: Set<BundlePath>
    let obstacles: [Obstacle]
    /// Whether items have the same uuid, which another program brought about.
    let hasTwins: Bool

    /// A file that cannot be in an archive, whatever the manifest says.
    struct Obstacle {
        let path: String
        /// Its kind, in one word.
        let kind: String
        /// What is wrong, as a phrase after the path; empty if the word says it.
        var detail = ""
    }

    init(_ inspection: Inspection, lockedBy: String?, openConflicts: () throws -> [OpenConflict]) throws {
        let names = Aside { (collisions: inspection.collisions, copies: inspection.conflictCopies.map(\.path)) }
        changes = inspection.changes(from: inspection.manifest.value ?? inspection.mergedManifest)
        let open = try openConflicts()
        let found = try names.result()
        comparesFiles = inspection.manifest.value != nil || inspection.mergedManifest != nil
        manifestProblem =
            inspection.evicted.contains(.manifest)
            ? "\(BundlePath.manifest) is in iCloud, and not on this computer"
            : inspection.manifest.problem(of: .manifest)
        let isListed = (inspection.manifest.value ?? inspection.mergedManifest)?[.notebook] != nil
        // A listed file that is missing is reported among the files.
        descriptionProblem =
            if case .missing = inspection.description, isListed { nil } else {
                inspection.description.problem(of: .notebook)
            }
        let advice = inspection.pendingChangeIsLost ? "" : "; ‘bundle open’ completes or undoes it"
        pendingChange = inspection.pendingChange.map { $0 + advice }
        self.lockedBy = lockedBy
        let copies = open.compactMap { if case .copy(let path) = $0.form { path } else { nil } }
        let named = Set(found.copies + copies)
        conflictCopies = named.isEmpty ? [] : inspection.files.map(\.path).filter(named.contains)
        let unsealed = Set(changes.differences.map(\.path) + changes.strays)
        conflicts = Set(open.compactMap { if case .copy(let path) = $0.form { path } else { $0.path } })
            .subtracting(unsealed.intersection(copies)).sorted()
        evicted = inspection.evicted
        let irregular = inspection.irregular.map {
            Obstacle(path: $0.path, kind: $0.kind == .symbolicLink ? "link" : "special")
        }
        let unportable = inspection.unportable.map {
            Obstacle(path: $0.path, kind: "unportable", detail: "\($0.problem)")
        }
        let collisions = found.collisions.map {
            Obstacle(path: $0.path, kind: "collision", detail: $0.reason)
        }
        let entries = inspection.manifest.value?.entries
        let known = Set(conflicts).union(unsealed)
        let twins = (entries?.twins ?? []).compactMap { twin -> Obstacle? in
            guard let path = entries?.path(at: twin.index), let first = entries?.path(at: twin.first),
                !known.contains(path), !known.contains(first)
            else { return nil }
            return Obstacle(
                path: path.text, kind: "sameUUID", detail: "has the uuid of \(PrintableText.escaped(first.text))")
        }
        hasTwins = !twins.isEmpty
        obstacles = (irregular + unportable + collisions + twins).sorted { $0.path < $1.path }
    }

    var isClean: Bool {
        changes.isEmpty && manifestProblem == nil && descriptionProblem == nil && pendingChange == nil
            && obstacles.isEmpty && conflicts.isEmpty
    }

    var lines: [String] {
        var lines: [String] = []
        if let lockedBy { lines.append("also open in \(lockedBy)") }
        if let pendingChange { lines.append("pending: \(pendingChange)") }
        lines += [manifestProblem, descriptionProblem].compactMap(\.self)
        if comparesFiles { lines += differences }
        lines += obstacles.map { obstacle in
            let label = Self.labels[obstacle.kind] ?? obstacle.kind
            return label.padded(to: 10) + PrintableText.escaped(obstacle.path)
                + (obstacle.detail.isEmpty ? "" : ": \(obstacle.detail)")
        }
        return isClean ? lines + ["clean"] : lines
    }

    private static let labels = ["unportable": "bad name", "sameUUID": "same uuid"]

    private var differences: [String] {
        let conflicts = Set(conflictCopies)
        let lines = changes.differences.map { difference in
            let path = PrintableText.escaped(difference.path.text)
            return switch difference.change {
            case .changed: "changed   \(path)"
            case .added where conflicts.contains(difference.path): "conflict  \(path)"
            case .added: "added     \(path)"
            case .removed where evicted.contains(difference.path): "in iCloud \(path)"
            case .removed: "removed   \(path)"
            case .moved(let old): "moved     \(PrintableText.escaped(old.text)) -> \(path)"
            }
        }
        let strays = changes.strays.map { path in
            (conflicts.contains(path) ? "conflict  " : "stray     ") + PrintableText.escaped(path.text)
        }
        return lines + strays + self.conflicts.map { "conflict  \(PrintableText.escaped($0.text))" }
    }

    var answer: StatusCommand.Answer {
        let rows = changes.differences.map { difference -> ChangeRow in
            switch difference.change {
            case .changed: .init(path: difference.path.text, change: "changed")
            case .added: .init(path: difference.path.text, change: "added")
            case .removed:
                .init(path: difference.path.text, change: evicted.contains(difference.path) ? "inCloud" : "removed")
            case .moved(let old): .init(path: difference.path.text, change: "moved", from: old.text)
            }
        }
        let strays = changes.strays.map { ChangeRow(path: $0.text, change: "stray") }
        return StatusCommand.Answer(
            changes: rows + strays + obstacles.map { .init(path: $0.path, change: $0.kind) },
            state: StateRow(
                isClean: isClean, pendingChange: pendingChange ?? manifestProblem ?? descriptionProblem,
                lockedBy: lockedBy, conflictCopies: conflictCopies.map(\.text), conflicts: conflicts.map(\.text)))
    }
}

extension Inspection.Reading {
    /// Why a file cannot be read; `nil` if it was.
    fileprivate func problem(of path: BundlePath) -> String? {
        switch self {
        case .missing: "\(path) is missing"
        case .malformed(let problem, let position): "\(path):\(position.line):\(position.column): \(problem.message)"
        case .read: nil
        }
    }
}

/// A notebook compared with its manifest, in the answer.
private struct StateRow: JSONRow {
    let isClean: Bool
    let pendingChange: String?
    let lockedBy: String?
    let conflictCopies: [String]
    let conflicts: [String]
}
