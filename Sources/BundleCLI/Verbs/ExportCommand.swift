import NotebookBundle

/// The verb ‘export’.
struct ExportCommand: Command {
    private static let usual = ExportFormat.markdown
    private static let formats = ExportFormat.allCases.map(\.name)
    private static let format = Option<ExportFormat>(
        "format", formats.joined(separator: "|"), "The format (default \(usual.name))", kind: .words(formats),
        expected: formats.alternatives
    ) { ExportFormat.named($0) }
    private static let items = Positional(
        "ITEM", Common.someItems.help + " (default: all)", kind: .item, isRequired: false, isRepeated: true)
    private static let output = Option.path(
        "output", short: "o", "OUT",
        "A new folder; for formats of one file this file (replaced), or ‘-’ for standard output")
    private static let only = Option.path(
        "only", "FOLDER", "Only items in this folder; if repeated, in any of these folders", kind: .folder)
    private static let tag = TagOption.option(
        "tag", "Only items with this tag or one below it; if repeated, with all of them")
    private static let embed = Option<UInt64>(
        "embed", "SIZE", "Embed attachments up to this size in html, with K, M or G (default 5M)",
        expected: "a number of bytes, optionally followed by K, M, G or T", parse: ByteCount.parse)

    private static let all = Flag("all", "List everything that the format changes or cannot hold")

    static let verb = Verb(
        "export", "Export items as pages, Markdown, JSON, an Obsidian vault, or for other systems",
        details: """
            Markdown: the files as they are, in the folders of the notebook, with their attachments and with notebook.json,
            which holds title, settings, icons, colours, smart folders and empty folders. JSON: everything in one file,
            {"notebook": the content of notebook.json, "items": […]}, with attachments in base64. ‘import’ and ‘create --from’
            read both without loss. The trash, extras and unused attachments are not exported.

            Obsidian: a vault with the items in their folders, and the files that ‘create --extras’ imported. Attachments get
            the names and places that they had before their import (others go to attachments/), and links work there: links by
            title become links by file name. ‘create --from’ recreates the same notebook from it, with the cards and settings
            that .obsidian/notebundle.json records. Text: one file for each item with its text alone, without title, dates, tags
            and attachments.

            HTML: one page that any browser opens offline, with folders, tags, search and cards to turn over. It embeds
            attachments up to the size of --embed, and lists larger ones by name. Site: a folder of pages, one for each item,
            with the attachments as files. Pages run nothing but their own script, and load nothing from elsewhere. For smart
            folders whose query depends on the current time, that time is when the last item was modified.

            For other systems: Anki (anki, anki-text), Evernote (enex), Joplin (jex), Bear and other editors (textbundle,
            textpack), spreadsheets (csv), outliners (opml), readers of books (epub), hashcards, and archives (bagit). ‘import’
            reads all of them again, with the titles, texts, tags, dates, folders and attachments that the format can hold; csv
            and opml put attachments into the folder OUT_files, without the ending of OUT. What a format changes or cannot hold
            is listed by kind; --all lists each, and --report writes it to a file.
            """,
        parameters: [
            Common.notebook, items, Common.query, only, tag, format, embed, output, all, ImportOptions.report,
            ImportOptions.strict, Common.json,
        ] + Common.reading,
        examples: [
            ("export Recipes --format html -o Recipes.html", "one page for any browser"),
            ("export Recipes -o out", "all files, as Markdown"),
            ("export Recipes --format obsidian -o Vault", "an Obsidian vault"),
            ("export Recipes --where \"tag under 'baking'\" --format json -o baking.json", "some items, in one file"),
        ],
        statuses: [.finding: "ITEM matches no item, or several; with --strict: something is lost"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let items: [ItemRow]
        let path: String
        let report: LossReport?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard let out = arguments[Self.output] else { throw UsageError.missing("--output") }
        let format = try format
        guard out != "-" || format.exporter.isOneFile && !arguments[Common.json] else {
            let names = Wording.list(ExportFormat.allCases.filter(\.exporter.isOneFile).map(\.name))
            throw UsageError.conflict("only --format \(names) can go to standard output, and not with --json")
        }
        try ExternalFiles(session).refuseToWrite(out, over: [session.absolute(arguments[Common.notebook])])
        // A device, a pipe, or the target of a link is not replaced, but overwritten once everything is there.
        let isOverwritten =
            out != "-" && format.exporter.isOneFile && FileKind.at(session.absolute(out)).map { $0 != .file } ?? false
        var whole: [UInt8] = []
        let (directory, name) = ExternalFiles(session).split(out)
        let target: ExportTarget =
            out == "-"
            ? .stream(session.write) : isOverwritten ? .stream { whole += $0 } : .place(name, in: directory)
        let exported = try NotebookOpener(arguments, session).notebook().export(
            to: target, as: format, withReviewsOf: session.studyFolder
        ) {
            try selected(in: $0.listing, $0.files)
        }
        if isOverwritten { try ExternalFiles(session).replace(out, with: whole) }
        let report = LossReport(exported.balance, exported.losses)
        if arguments[Common.json] {
            try session.printJSON(
                Answer(
                    items: exported.items.map(ItemRow.init), path: out,
                    report: exported.losses.isEmpty ? nil : report))
        } else if out != "-" {
            try session.printSentence(
                "exported \(Wording.count(exported.items.count, "item")) to \(PrintableText.escaped(out))")
        }
        if out != "-", !arguments[Common.json] {
            for line in LossLines(listsAll: arguments[Self.all]).lines(exported.losses) {
                try session.printRow(line, wrappedWith: 4)
            }
        }
        if !exported.leftBehind.isEmpty {
            try session.note("note: not exported: \(exported.leftBehind.joined(separator: ", "))")
        }
        return try ImportOptions(arguments: arguments, session: session).finish(report)
    }
}

extension ExportCommand {
    private var format: ExportFormat {
        get throws {
            let format = arguments[Self.format] ?? Self.usual
            guard let limit = arguments[Self.embed] else { return format }
            guard format.name == ExportFormat.html().name else {
                throw UsageError.conflict("--embed is only for --format html")
            }
            return .html(embeddingUpTo: Int(clamping: limit))
        }
    }

    /// The items to export.
    private func selected(in notebook: NotebookListing, _ files: some FileTree) throws -> [Item] {
        let isChosen = !arguments.all(Self.items).isEmpty || arguments[Common.query] != nil
        let items = try isChosen ? Selection(arguments, session).items(in: notebook, files) : notebook.items
        let folders = try arguments.all(Self.only).map { try notebook.folder($0) }
        let tags = arguments.all(Self.tag)
        guard !folders.isEmpty || !tags.isEmpty else { return items }
        let itemTags = try tags.isEmpty ? .ofFrontMatter : notebook.itemTags(files)
        let found = items.filter { item in
            (folders.isEmpty || folders.contains { item.folder.isInside($0) })
                && tags.allSatisfy { itemTags.has($0, item) }
        }
        guard !found.isEmpty else { throw NothingToExport() }
        return found
    }
}

/// The options select no item.
private struct NothingToExport: ToolFailure {
    var description: String { "no item in these folders has these tags" }
    var hint: String? { "‘bundle ls’ lists the items with their tags" }
    var isFinding: Bool { true }
}
