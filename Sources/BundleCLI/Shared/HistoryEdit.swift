import NotebookBundle

/// Undoes or redoes a change, and reports it.
struct HistoryEdit {
    private let arguments: Arguments
    private let session: Session

    /// What --json prints.
    private struct Answer: JSONRow {
        let change: HistoryRow
    }

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Makes the change, or shows it with --dry-run.
    ///
    /// - Parameters:
    ///   - done: What was done, in the past tense.
    ///   - withdraws: Whether a saved change that cannot be completed is taken back instead.
    func run(
        _ done: String, withdraws: Bool = false, _ body: (inout Draft) throws -> HistoryChange
    ) throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        if withdraws, !arguments[Common.dryRun], let change = try notebook.directory.withdraw() {
            return try report("took back the unfinished", change, nil)
        }
        let edit = try Editing(arguments, session).tried(notebook) { draft in
            let change = try body(&draft)
            let summary = draft.summary(of: change)
            let before = draft.listing.manifest
            let paths = change.files.flatMap { [$0.oldPath, $0.newPath] }.compactMap(\.self)
            return (
                change: change, summary: summary, before: before,
                renamed: Set(paths.filter { Self.names(before[$0]) != Self.names(draft.entry($0)) })
            )
        }
        switch edit {
        case .shown(let status): return status
        case .made(let edit):
            try EditNotes(session).report(edit.recovery, edit.commit)
            let change = edit.result.change
            _ = try report(done, change, edit.result.summary)
            guard !arguments[Common.json] else { return .success }
            if !change.passedOver.isEmpty {
                let changes = Wording.ranges(change.passedOver)
                let what = change.passedOver.count == 1 ? "change \(changes)" : "changes \(changes)"
                try session.note("note: passed over \(what), whose files were deleted permanently")
            }
            for path in change.keptAttachments {
                let name = BlobName(path.name)?.readableName ?? String(path.name)
                try session.note("note: kept the attachment \(PrintableText.escaped(name)), which other items use")
            }
            try reportLosses(of: edit.result.renamed, from: edit.result.before, in: notebook)
            return .success
        }
    }

    /// Reports a change that was undone or redone.
    private func report(_ done: String, _ change: HistoryChange, _ summary: ChangeSummary?) throws -> ExitStatus {
        guard !arguments[Common.json] else {
            try session.printJSON(Answer(change: HistoryRow(change, SummaryText.statement(summary))))
            return .success
        }
        if let phrase = SummaryText.phrase(summary) {
            try session.printRow("\(done) \(phrase)", wrappedWith: 2)
            return .success
        }
        let files = HistoryLines.files(change)
        let more = files.count > 1 ? " and \(files.count - 1) more" : ""
        let number = change.number > 0 ? "change \(change.number)" : "change"
        try session.printRow("\(done) \(number) (\(change.verb)): " + (files.first ?? "") + more, wrappedWith: 2)
        return .success
    }

    /// The names by which links can refer to a file; `nil` if it does not exist.
    private static func names(_ entry: Entry?) -> [String?]? { entry.map { [$0.item?.title, $0.shownTitle] } }

    /// Reports links of other items that lead elsewhere after files were added, removed or renamed.
    private func reportLosses(
        of paths: Set<BundlePath>, from before: Manifest, in notebook: Notebook
    ) throws {
        guard !paths.isEmpty else { return }
        let losses = try notebook.read { snapshot in
            let listing = snapshot.listing
            let links = try listing.links(naming: paths, before: before, snapshot.files).filter {
                !paths.contains($0.key)
            }
            return LinkLosses(from: before, to: listing.manifest, links).losses.filter { loss in
                // A link that follows an item to its other path leads to the same item.
                guard case .file(let path) = loss.next, let uuid = listing.manifest[path]?.item?.uuid else {
                    return true
                }
                return loss.link.target.flatMap { before[$0]?.item?.uuid } != uuid
            }
        }
        try LinkNotes(session).report(losses, isDone: true)
    }
}
