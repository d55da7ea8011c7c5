import NotebookBundle

/// The verb ‘trash’.
struct TrashCommand: Command {
    private static let empty = Flag("empty", "Permanently delete what is in the trash, after asking")
    private static let olderThan = Option(
        "older-than", "DAYS", "Only files deleted more than this many days ago, such as 30d",
        expected: "a number of days from 0 to 36500"
    ) { text in
        Int(text.hasSuffix("d") ? String(text.dropLast()) : text).flatMap { $0 >= 0 && $0 <= 36_500 ? $0 : nil }
    }

    static let verb = Verb(
        "trash", "List or empty the trash",
        parameters: [Common.notebook, empty, olderThan, Common.yes, Common.noPager, Common.json] + Common.reading,
        examples: [
            ("trash Recipes", "lists deleted items, latest first"),
            ("trash Recipes --empty --older-than 30d", "deletes older items permanently"),
        ],
        statuses: [.finding: "the notebook is damaged"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let batches: [BatchRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let before = session.notebookEnvironment.now().secondsSince1970 - Int64(arguments[Self.olderThan] ?? 0) * 86_400
        let isMeant: (BatchName) -> Bool = { arguments[Self.olderThan] == nil || $0.time.secondsSince1970 < before }
        let batches = try NotebookOpener(arguments, session).read {
            $0.listing.trash.filter { isMeant($0.batch) }
        }
        guard arguments[Self.empty] else {
            try list(batches)
            return .success
        }
        let count = batches.reduce(0) { $0 + $1.entries.count { !DeletionRecord.holds($0.path) } }
        guard !batches.isEmpty else {
            if arguments[Common.json] {
                try session.printJSON(Answer(batches: []))
            } else {
                try session.print("nothing to delete")
            }
            return .success
        }
        let question =
            "Delete \(Wording.count(count, "file")) in the trash permanently, with \(count == 1 ? "its" : "their") history?"
        guard try Confirmation(arguments, session).isGiven(question, mustAsk: true) else { return .failure }
        let edit = try NotebookOpener(arguments, session).directory().edit { draft in
            let meant = draft.listing.trash.filter { isMeant($0.batch) }
            try draft.destroy(meant.flatMap { $0.entries.map(\.path) })
            return meant.count
        }
        try EditNotes(session).report(edit.recovery, edit.commit)
        if arguments[Common.json] {
            try list(batches)
        } else {
            try session.printSentence(
                "deleted \(Wording.count(count, "file")) permanently, with \(count == 1 ? "its" : "their") history")
        }
        return .success
    }
}

extension TrashCommand {
    private func list(_ batches: [(batch: BatchName, entries: [Entry])]) throws {
        if arguments[Common.json] {
            return try session.printJSON(Answer(batches: batches.map { BatchRow($0.batch, $0.entries) }))
        }
        if batches.isEmpty { try session.reportNothing("the trash is empty") }
        for (batch, entries) in batches {
            try session.printRow("\(session.style(session.date(batch.time), .dim))  \(batch)")
            for entry in entries where !DeletionRecord.holds(entry.path) {
                try session.printRow(
                    "  " + PrintableText.escaped(TrashedPath(entry.path)?.oldPath.text ?? entry.path.text))
            }
        }
    }
}
