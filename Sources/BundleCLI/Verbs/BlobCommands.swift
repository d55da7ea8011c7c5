import NotebookBundle
import NotebookFormat

/// The verb ‘blobs’.
enum BlobsCommand {
    private static let unreferenced = Flag("unreferenced", "Only unused ones")

    static let verb = Verb(
        "blobs", "List the attachments with type, size and the items that use them",
        parameters: [Common.notebook, unreferenced, Common.json] + Common.reading,
        examples: [("blobs Recipes", "each attachment, and below it the items that link to it")]
    ) { arguments, session in
        try session.read(arguments) { files in
            let progress = session.progress("reading")
            let usage = try Notebook(files).blobUsage(files, progress: progress)
            progress.finish()
            let uses = usage.uses.filter { !arguments[unreferenced] || !$0.isReferenced }
            if arguments[Common.json] {
                try session.print(Output(blobs: uses.map(Output.BlobOutput.init)))
            } else {
                try session.list(uses)
            }
            return .success
        }
    }
}

/// The verb ‘gc’.
enum GarbageCommand {
    private static let dryRun = Flag("dry-run", "Only list them; change nothing and do not ask")

    static let verb = Verb(
        "gc", "List unused attachments, and move them to the trash",
        details: """
            An attachment is used if a link of any form leads to it, including src, href and poster in HTML, or if its name occurs
            anywhere, in any spelling: in notes and cards, their front matter and code, in the trash, and in files of other
            applications, listed or not. On a terminal it asks; elsewhere, nothing is moved without --yes. Moved attachments can
            be restored until the trash is emptied.
            """,
        parameters: [Common.bundle, dryRun, Common.yes, Common.json] + Common.locking,
        examples: [
            ("gc Recipes", "lists them, and asks on a terminal"), ("gc Recipes --yes", "moves them to the trash"),
        ],
        statuses: [.finding: "some files cannot be read; nothing is moved"]
    ) { arguments, session in
        let directory = try session.bundle(arguments)
        let progress = session.progress("reading")
        let usage = try directory.read { try Notebook($0).blobUsage($0, progress: progress) }
        progress.finish()
        let garbage = usage.uses.filter { !$0.isReferenced }
        if !arguments[Common.json] {
            try session.list(garbage)
            try session.print(session.proof(of: usage, garbage))
        }
        guard usage.unread.isEmpty else {
            let paths = usage.unread.map { PrintableText.escaped($0) }.joined(separator: ", ")
            try session.note("note: nothing is moved while these cannot be read: \(paths)")
            return .finding
        }
        var batch: BatchName?
        if !garbage.isEmpty, !arguments[dryRun], try session.mayCollect(garbage, arguments) {
            let edit = try directory.collectGarbage(Set(garbage.map(\.entry.path)))
            try session.tell(edit.recovery)
            try session.tell(edit.commit)
            batch = edit.result.batch
        }
        if arguments[Common.json] {
            let batches = batch.map { batch in
                [
                    Output.BatchOutput(
                        name: batch.description, deleted: batch.time.description, paths: garbage.map(\.entry.path.text))
                ]
            }
            try session.print(
                Output(
                    batches: batches ?? [], blobs: garbage.map(Output.BlobOutput.init),
                    searched: .init(usage.searched)))
        } else if let batch {
            try session.print("\(Wording.count(garbage.count, "attachment")) in the trash, as \(batch)")
        }
        return .success
    }
}

extension Session {
    /// One line for each attachment, and below it what uses it.
    fileprivate func list(_ uses: [BlobUsage.Use]) throws {
        let rows = uses.map { use in
            [Output.BlobOutput(use).name, MediaType.of(use.entry.path.name), Wording.size(use.entry.size)]
        }
        let widths = (0..<3).map { column in rows.map { PrintableText.escaped($0[column]).columns }.max() ?? 0 }
        for (use, row) in zip(uses, rows) {
            let cells = zip(row, widths).map { PrintableText.escaped($0).padded(to: $1) }
            let path = style(PrintableText.escaped(use.entry.path.text), .dim)
            try print("\(style(cells[0], .cyan))  \(cells[1])  \(cells[2])  \(path)")
            for source in use.linkedFrom { try print("  linked from " + PrintableText.escaped(source.text)) }
            for source in use.mentionedIn { try print("  mentioned in " + PrintableText.escaped(source.text)) }
            if !use.isReferenced { try print("  " + style("used by nothing", .yellow)) }
        }
    }

    /// Where was looked, in one line.
    fileprivate func proof(of usage: BlobUsage, _ garbage: [BlobUsage.Use]) -> String {
        let searched = usage.searched
        var places = [Wording.count(searched.notes, "note"), Wording.count(searched.cards, "card")]
        if searched.trashed > 0 { places.append("\(Wording.count(searched.trashed, "file")) in the trash") }
        if searched.extras > 0 { places.append(Wording.count(searched.extras, "extra")) }
        if searched.others > 0 { places.append(Wording.count(searched.others, "other file")) }
        let size = Wording.size(garbage.reduce(0) { $0 + $1.entry.size })
        let found =
            garbage.isEmpty
            ? "nothing is unused of \(Wording.count(usage.uses.count, "attachment"))"
            : "\(Wording.count(garbage.count, "attachment")) (\(size)) of \(usage.uses.count) used by nothing"
        return "\(found); read for links and names: \(places.joined(separator: ", "))"
    }

    fileprivate func mayCollect(_ garbage: [BlobUsage.Use], _ arguments: Arguments) throws -> Bool {
        if arguments[Common.yes] { return true }
        guard terminal.inputIsTerminal, !arguments[Common.json] else {
            try note("note: nothing was moved; --yes moves them to the trash")
            return false
        }
        if try confirm("Move \(Wording.count(garbage.count, "attachment")) to the trash?") { return true }
        try note("nothing was changed")
        return false
    }
}

extension Output.BlobOutput {
    init(_ use: BlobUsage.Use) {
        self.init(
            path: use.entry.path.text,
            name: BlobName(use.entry.path.name)?.readableName ?? String(use.entry.path.name),
            type: MediaType.of(use.entry.path.name), size: use.entry.size, sha256: use.entry.digest.description,
            isReferenced: use.isReferenced, linkedFrom: use.linkedFrom.map(\.text),
            mentionedIn: use.mentionedIn.map(\.text))
    }
}

extension Output.SearchedOutput {
    init(_ searched: BlobUsage.Searched) {
        self.init(
            notes: searched.notes, cards: searched.cards, trashed: searched.trashed, extras: searched.extras,
            others: searched.others)
    }
}
