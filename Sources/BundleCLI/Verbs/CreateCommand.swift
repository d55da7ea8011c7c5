import NotebookBundle

/// The verb ‘create’.
struct CreateCommand: Command {
    private static let notebook = Positional(
        "NOTEBOOK", "The new notebook; .notebundle is added to the name if it is missing", kind: .text)
    private static let title = Option("title", "TITLE", "Its title (default: its name)")
    private static let from = Option.path(
        "from", "SOURCE",
        "Import what ‘import’ reads, such as notes, an Obsidian vault or exports of other systems; can be repeated")
    private static let extras = Flag(
        "extras", "With --from: also import files of the first SOURCE that no note links to, into extras/")
    private static let sample = Flag("sample", "Add sample notes and cards")

    static let verb = Verb(
        "create", "Create a notebook: empty, from a folder of notes, or with samples",
        otherNames: ["init"],
        details: """
            With --from, imports all notes with their front matter, in the same folders. Images and other files that notes link to become
            attachments, and the links are updated. Missing dates come from the files. What ‘export’ wrote becomes the same notebook again.
            Of several sources, the first also gives title, settings, icons and colours; the notebook appears complete, or not at all.
            A summary at the end lists what was changed and what was skipped. In an Obsidian vault, the folders of new notes, daily
            notes and templates, and the names and template of daily notes, become settings of the notebook, and texts in .txt are
            attachments.
            """,
        parameters: [
            notebook, title, from, extras, ImportOptions.format, ImportOptions.all, ImportOptions.report,
            ImportOptions.strict, ImportOptions.partial, ImportOptions.tagsColumn, sample, Common.json,
        ] + Common.secrets,
        examples: [
            ("create Recipes --title \"My Recipes\"", "makes Recipes.notebundle"),
            ("create Garden --from ~/notes/garden", "makes a notebook from a folder of notes"),
            ("create Playground --sample", "makes a notebook to play with"),
        ],
        statuses: [.finding: "a note cannot be read; with --strict: something of a source is missing or lost"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let notebook: NotebookRow
        /// What --from imported.
        let imported: ImportRow?
        let report: LossReport?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.from, Self.sample])
        let importing: [any Parameter] =
            [
                Self.extras, ImportOptions.format, ImportOptions.all, ImportOptions.report, ImportOptions.strict,
                ImportOptions.partial, ImportOptions.tagsColumn,
            ] + Common.secrets
        if arguments[Self.from] == nil, let option = importing.first(where: arguments.isGiven) {
            throw UsageError.conflict("\(option.form.key) needs --from")
        }
        let sources = try arguments.all(Self.from).map { word in
            FileLocation(path: try NotebookFinder(session).source(word))
        }
        let place = try newNotebook(arguments[Self.notebook])
        guard !sources.isEmpty else {
            let notebook = try Notebook.create(
                place.name, in: place.directory, title: arguments[Self.title] ?? NotebookLocation.stem(of: place.name),
                samplesWith: arguments[Self.sample] ? suggestions : nil, environment: session.notebookEnvironment)
            return try report(notebook, place, nil)
        }
        let options = ImportOptions(arguments: arguments, session: session)
        let progress = ProgressLine(session, "importing")
        let passwords = ArchivePasswords(arguments, session)
        let made = try options.reporting {
            try Notebook.create(
                place.name, in: place.directory, title: arguments[Self.title], from: sources,
                options.choices, takesExtras: arguments[Self.extras], locations: session.places,
                environment: session.notebookEnvironment, progress: progress, unlocking: passwords.unlocked)
        }
        progress.finish()
        return try report(made.notebook, place, made.report)
    }
}

/// The place of a new notebook.
private struct NewNotebookLocation {
    let directory: String
    let name: String
    let path: String
}

extension CreateCommand {
    /// What to try in a sample, with the verbs of the tool.
    private var suggestions: [String] {
        [
            "`\(session.tool) ls` lists the notes, `\(session.tool) show` shows one: try [[Grey heron]].",
            "`\(session.tool) add … note` adds a new one.",
            "Change a file with an editor, then look at `\(session.tool) status`; `\(session.tool) seal` accepts the change.",
            "`\(session.tool) validate` finds what is wrong, `\(session.tool) archive` packs everything into one file that anybody can open.",
        ]
    }

    /// The place of a new notebook.
    private func newNotebook(_ word: String) throws -> NewNotebookLocation {
        let word = try NewNotebookName.withEnding(word)
        try ExternalFiles(session).refuseToWrite(word, asNotebook: true)
        let (directory, name) = ExternalFiles(session).split(word)
        _ = try ExternalFiles(session).directory(directory, toWrite: word)
        return NewNotebookLocation(
            directory: directory, name: name, path: session.displayed(session.absolute(word)))
    }

    private func report(
        _ notebook: Notebook, _ place: NewNotebookLocation, _ report: ImportReport?
    ) throws -> ExitStatus {
        let losses = report.map(LossReport.init)
        let status =
            try losses.map { try ImportOptions(arguments: arguments, session: session).finish($0) } ?? .success
        if arguments[Common.json] {
            let made = try notebook.read(\.listing)
            try session.printJSON(
                Answer(
                    notebook: NotebookRow(
                        path: place.path, uuid: made.description.uuid.description, title: made.description.title,
                        created: made.description.created.description, fingerprint: made.fingerprint.description),
                    imported: report.map(ImportRow.init), report: report?.isAboutOtherSystems == true ? losses : nil))
            return status
        }
        try session.print("created \(place.path)")
        guard let report else { return .success }
        var counts = [Wording.count(report.items - report.cards, "note")]
        if report.cards > 0 { counts.append(Wording.count(report.cards, "card")) }
        counts.append(Wording.count(report.attachments, "attachment"))
        if report.extras > 0 { counts.append(Wording.count(report.extras, "extra")) }
        try session.print(report.hasNothing ? ImportLines.nothing : "imported \(counts.joined(separator: ", "))")
        let lost = LossLines(listsAll: arguments[ImportOptions.all])
        for line in lost.counts(report.balance) + lost.lines(report.losses) {
            try session.printRow(line, wrappedWith: 4)
        }
        let lines = ImportLines(listsAll: arguments[ImportOptions.all])
        for line in lines.settings(report) + lines.changes(report) + lines.skipped(report) {
            try session.printRow(line, wrappedWith: 4)
        }
        if lines.leavesOut(report) {
            try session.note("note: --all lists each note that was changed, and each file that was skipped")
        }
        return status
    }
}

extension ImportRow {
    fileprivate init(_ report: ImportReport) {
        self.init(
            items: report.items, attachments: report.attachments, extras: report.extras,
            changed: (report.changed + report.lost).map { .init(path: $0.path, reason: $0.text) },
            leftOut: report.leftOut.map { .init(path: $0.path, reason: $0.text) })
        guard !report.settings.isEmpty else { return }
        settings = Dictionary(report.settings.map { ($0.path, $0.text) }) { first, _ in first }
    }
}
