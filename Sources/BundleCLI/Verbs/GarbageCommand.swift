import NotebookBundle

/// The verb ‘gc’.
struct GarbageCommand: Command {
    private static let dryRun = Flag("dry-run", "Only list them; change nothing and do not ask")

    static let verb = Verb(
        "gc", "List unused attachments, and move them to the trash",
        details: """
            An attachment is used if a link of any form leads to it, including src, href and poster in HTML, or if its name
            occurs anywhere, in any spelling: in notes and cards, their front matter and code, in the trash, and in files of
            other applications, listed or not. Asks first on a terminal; elsewhere, moves nothing without --yes. You can restore
            moved attachments until the trash is emptied.
            """,
        parameters: [Common.bundle, dryRun, Common.yes, Common.json] + Common.locking,
        examples: [
            ("gc Recipes", "lists them, and asks on a terminal"), ("gc Recipes --yes", "moves them to the trash"),
        ],
        statuses: [.finding: "some files cannot be read; nothing is moved"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let batches: [BatchRow]
        let blobs: [BlobRow]
        let searched: SearchedRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        let progress = ProgressLine(session, "reading")
        let usage = try notebook.read { try $0.listing.blobUsage($0.files, progress: progress) }
        progress.finish()
        let garbage = usage.uses.filter { !$0.isReferenced }
        if !arguments[Common.json] {
            for line in BlobLines.of(garbage, session.style) { try session.printRow(line, wrappedWith: 4) }
            try session.printSentence(Self.proof(of: usage, garbage))
        }
        guard usage.unread.isEmpty else {
            let paths = usage.unread.prefix(5).map { PrintableText.escaped($0) }.joined(separator: ", ")
            let more = usage.unread.count > 5 ? " and \(usage.unread.count - 5) more" : ""
            try session.note("note: nothing was moved, since these files cannot be read: \(paths)\(more)")
            return .finding
        }
        var batch: BatchName?
        if !garbage.isEmpty, !arguments[Self.dryRun], try mayCollect(garbage) {
            let edit = try notebook.collectGarbage(Set(garbage.map(\.entry.path)))
            try EditNotes(session).report(edit.recovery, edit.commit)
            batch = edit.result
        }
        if arguments[Common.json] {
            let batches = batch.map { [BatchRow($0, paths: garbage.map(\.entry.path.text))] }
            try session.printJSON(
                Answer(
                    batches: batches ?? [], blobs: garbage.map(BlobRow.init), searched: SearchedRow(usage.searched)))
        } else if batch != nil {
            let them = garbage.count == 1 ? "it" : "them"
            try session.printSentence(
                "moved \(Wording.count(garbage.count, "attachment")) to the trash; ‘\(session.tool) undo’ brings \(them) back"
            )
        }
        return .success
    }
}

extension GarbageCommand {
    /// What was searched, in one line.
    private static func proof(of usage: BlobUsage, _ garbage: [BlobUse]) -> String {
        let searched = usage.searched
        var places = [Wording.count(searched.notes, "note"), Wording.count(searched.cards, "card")]
        if searched.extras > 0 { places.append(Wording.count(searched.extras, "extra")) }
        if searched.others > 0 { places.append(Wording.count(searched.others, "other file")) }
        let size = Wording.size(garbage.reduce(0) { $0 + $1.entry.size })
        let all = usage.uses.count
        let found =
            if all == 0 {
                "no attachments"
            } else if garbage.isEmpty {
                all == 1 ? "the only attachment is in use" : "all \(all) attachments are in use"
            } else {
                "\(garbage.count) of \(Wording.count(all, "attachment")) unused (\(size))"
            }
        // Attachments in the trash are not searched, so that a number would differ from that of other verbs.
        let trash = searched.trashed > 0 ? " and the trash" : ""
        return "\(found); searched \(places.joined(separator: ", "))\(trash)"
    }

    private func mayCollect(_ garbage: [BlobUse]) throws -> Bool {
        if arguments[Common.yes] { return true }
        guard session.terminal.inputIsTerminal, !arguments[Common.json] else {
            try session.note("note: nothing was moved; --yes moves them to the trash")
            return false
        }
        if try session.confirm("Move \(Wording.count(garbage.count, "attachment")) to the trash?") { return true }
        try session.note("nothing was changed")
        return false
    }
}

/// What was searched, in the answer.
private struct SearchedRow: JSONRow {
    let notes: Int
    let cards: Int
    let trashed: Int
    let extras: Int
    let others: Int

    init(_ searched: BlobUsage.Searched) {
        notes = searched.notes
        cards = searched.cards
        trashed = searched.trashed
        extras = searched.extras
        others = searched.others
    }
}
