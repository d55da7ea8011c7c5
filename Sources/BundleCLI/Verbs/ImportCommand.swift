import NotebookBundle

/// The verb ‘import’.
struct ImportCommand: Command {
    private static let sources = Positional(
        "SOURCE", "What to import: \(Wording.list(ImportFormats.sources))",
        isRepeated: true)
    private static let folder = Option.path(
        "folder", "FOLDER", "Import into this folder, and keep the folders of the sources below it", kind: .folder)
    private static let dryRun = Flag("dry-run", "Show what would be imported, and change nothing")

    static let verb = Verb(
        "import", "Import notes and cards, and update items that were imported before",
        details: """
            Imports folders as ‘create --from’ does, with their attachments, and updates links. JSON is one object or an array
            of objects with title, content, createdAt, modifiedAt and id, or what ‘export’ writes, in one file or in the files
            of a folder; dates are ISO 8601 or seconds since 2001. Skips and reports what it cannot import. Other notebooks and
            exports also bring the icons, tag colours, smart folders and empty folders that NOTEBOOK lacks.

            Matches items by uuid; notes in JSON by id, or else by title and date, or by content; files by their path in the
            folder. A different note with the same uuid or id gets a new uuid. If an item changed later here than in the source,
            it stays as it is. If both changed, and the source later, the version from the source replaces the one here, which
            goes to the trash. The version here also goes to the trash if the two texts have nothing in common.

            Exports of other systems are known by their content: files, archives and folders, also folders with several of them
            beside notes. There, archives, outlines and tables are attachments if a text names them. Nothing is fetched from a
            network, and links between several sources lead to each other.

            All notes, attachments, links, tasks, tables and reviews are counted in the source and in the notebook. If the counts
            differ, nothing is imported, with status 2; --partial imports what arrived, and the report names what did not. What a
            source lacks, what a notebook cannot hold, and what was changed is listed by code (‘explain codes’); --all lists each,
            and --report writes it to a file. --strict changes the status alone: it is 1 if anything is missing or lost, although
            everything else is imported. --tags-column is for lists of cards, such as a text of Anki, that do not say which
            column has the tags; spaces or commas separate them.
            """,
        parameters: [
            Common.bundle, sources, folder, ImportOptions.format, dryRun, ImportOptions.all, ImportOptions.report,
            ImportOptions.strict, ImportOptions.partial, ImportOptions.tagsColumn, Common.json,
        ] + Common.reading,
        examples: [
            ("import Recipes ~/notes/kitchen", "a folder of notes"),
            ("import Recipes notes.json pie.md --folder Inbox", "several sources at once"),
            ("import Recipes Old.notebundle.zip --dry-run", "shows what would be imported from another notebook"),
        ],
        statuses: [
            .finding: "a note cannot be read; with --strict: something is missing or lost"
        ]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let changes: [ChangeRow]
        let imported: ImportRow
        let report: LossReport?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let bundle = try NotebookOpener(arguments, session).directory()
        let sources = try arguments.all(Self.sources).map { word in
            let path = try NotebookFinder(session).source(word)
            // It would wait for its own lock.
            guard !bundle.lies(at: path) else {
                throw UsageError.conflict(
                    "\(session.displayed(path)) cannot be imported into itself; ‘duplicate’ copies within a notebook")
            }
            return FileLocation(path: path)
        }
        let progress = ProgressLine(session, "importing")
        let options = ImportOptions(arguments: arguments, session: session)
        let passwords = ArchivePasswords(arguments, session)
        if arguments[Self.dryRun] {
            let outcome = try options.reporting {
                try bundle.importPreview(
                    from: sources, into: arguments[Self.folder], options.choices, locations: session.places,
                    progress: progress, unlocking: passwords.unlocked)
            }
            progress.finish()
            return try report(outcome)
        }
        let edit = try options.reporting {
            try bundle.importItems(
                from: sources, into: arguments[Self.folder], options.choices, locations: session.places,
                progress: progress, unlocking: passwords.unlocked)
        }
        progress.finish()
        try EditNotes(session).report(edit.recovery, edit.commit)
        let taken = (edit.result.added + edit.result.updated).map(\.path)
        try LinkNotes(session).reportShifted(from: edit.result.before, besides: Set(taken), in: bundle)
        return try report(edit.result)
    }
}

extension ImportOutcome {
    /// Items, and what was done with them.
    fileprivate var rows: [(change: String, item: Item)] {
        transfers.flatMap { transfer in
            let conflicts = Set(transfer.kept.filter { $0.reason == .changedHere }.map(\.item.path))
            return transfer.added.map { ("added", $0) }
                + transfer.updated.map { (conflicts.contains($0.path) ? "conflict" : "updated", $0) }
                + transfer.newer.map { (ImportCommand.newer, $0) }
        }
    }

    /// What was imported besides items, in words.
    fileprivate var decorations: [String] {
        [
            (decoration.folders, "folder"), (decoration.tags, "tag colour"), (decoration.smartFolders, "smart folder"),
        ].filter { $0.0 > 0 }.map { Wording.count($0.0, $0.1) } + (decoration.settings ? ["settings"] : [])
    }
}

extension ImportCommand {
    /// The change of an item that is newer here, in --json.
    fileprivate static let newer = "newer here"

    private func report(_ imported: ImportOutcome) throws -> ExitStatus {
        let rows = imported.rows
        let (lost, leftOut) = (imported.report.lost, imported.report.leftOut)
        let losses = LossReport(imported.report)
        let status = try ImportOptions(arguments: arguments, session: session).finish(losses)
        if arguments[Common.json] {
            let changed = imported.report.changed + lost
            try session.printJSON(
                Answer(
                    changes: rows.map { ChangeRow(path: $0.item.path.text, change: $0.change) },
                    imported: ImportRow(
                        items: rows.count, attachments: imported.report.attachments, extras: 0,
                        changed: changed.map { .init(path: $0.path, reason: $0.text) },
                        leftOut: leftOut.map { .init(path: $0.path, reason: $0.text) }),
                    report: imported.report.isAboutOtherSystems ? losses : nil))
            return status
        }
        let isEmpty =
            imported.transfers.allSatisfy { $0.unchanged.isEmpty && $0.kept.isEmpty } && rows.isEmpty
            && imported.report.hasNothing && imported.decorations.isEmpty
        for (change, item) in rows {
            let path = PrintableText.escaped(item.path.text)
            let isNewer = change == Self.newer
            try session.print("\((isNewer ? "kept" : change).padded(to: 10)) \(path)\(isNewer ? " (newer here)" : "")")
        }
        func count(_ items: (Transfer) -> [Item]) -> Int { imported.transfers.map { items($0).count }.reduce(0, +) }
        let counts = [
            "\(count(\.added)) added", "\(count(\.updated)) updated", "\(count(\.unchanged)) unchanged",
            Wording.count(imported.report.attachments, "attachment"),
        ]
        let isNew =
            !imported.added.isEmpty || !imported.updated.isEmpty || imported.report.attachments > 0
            || imported.report.balance.fates[.notes]?[.refused] != nil
        let start = isNew || !imported.decorations.isEmpty ? "" : "nothing new: "
        try session.printSentence(
            isEmpty ? ImportLines.nothing : start + (counts + imported.decorations).joined(separator: ", "))
        let listsAll = arguments[ImportOptions.all]
        let lines = LossLines(listsAll: listsAll)
        for line in lines.counts(imported.report.balance) + lines.lines(imported.report.losses) {
            try session.printRow(line, wrappedWith: 4)
        }
        for row in listsAll ? imported.report.changed : [] {
            try session.note("changed: \(PrintableText.escaped(row.path)): \(PrintableText.escaped(row.text))")
        }
        for row in lost {
            try session.note("note: \(PrintableText.escaped(row.path)): \(PrintableText.escaped(row.text))")
        }
        for row in leftOut {
            try session.note("skipped: \(PrintableText.escaped(row.path)): \(PrintableText.escaped(row.text))")
        }
        return status
    }
}
