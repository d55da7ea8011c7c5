import NotebookBundle

/// The verb ‘open’.
struct OpenCommand: Command {
    private static let notebook = NotebookParameter(Common.notebook.help, takesArchives: true, mayBeUnknown: true)
    private static let depth = Option.number("depth", "LEVELS", "How many levels of folders to show", in: 1 ... .max)

    static let verb = Verb(
        "open", "Show an overview of a notebook: counts, folders, tags and the latest items",
        otherNames: ["info"],
        details: """
            First completes or undoes an interrupted edit, and says so. Finds outside changes by names and sizes only; ‘status’
            compares every byte.

            Without NOTEBOOK, shows the notebook that verbs use if you name none (see ‘bundle --help’), or else lists the
            notebooks in the current directory or in the library. The first time, on a terminal, asks where to keep notebooks,
            and creates one.
            """,
        parameters: [notebook, depth, Common.json] + Common.reading,
        examples: [
            ("open", "the notebook of this folder, or the list of the library"),
            ("open Recipes", "the overview of Recipes.notebundle"),
            ("open Recipes.notebundle.zip", "the overview of an archive"),
        ],
        statuses: [.finding: "the notebook is damaged"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let notebook: NotebookRow
        let counts: CountsRow
        let folders: [CountedFolder]
        let tags: [TagUseRow]
        let smartFolders: [SmartFolderRow]
        let items: [ItemRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let word = arguments[Self.notebook]
        return try word.isEmpty ? openWithout() : open(word)
    }
}

extension OpenCommand {
    /// Lists the notebooks of the working directory or the library, or helps to make the first one.
    private func openWithout() throws -> ExitStatus {
        let here = LibraryFolder(FileLocation(path: session.terminal.workingDirectory))
        if !here.bundles.isEmpty {
            return try LibraryShelf(here, isDeep: false, session).list(asJSON: arguments[Common.json])
        }
        if session.settings.currentLibrary != nil {
            return try LibraryShelf(UserLibrary(session).folder(), session).list(asJSON: arguments[Common.json])
        }
        guard let folder = try UserLibrary(session).ask() else { throw UsageError.noNotebook([]) }
        if let first = try FirstNotebook(session).make(in: folder) { return try open(first) }
        return try LibraryShelf(folder, session).list(asJSON: arguments[Common.json])
    }

    private func open(_ word: String) throws -> ExitStatus {
        if case .directory(let bundle) = try NotebookOpener(arguments, session).source(word) {
            try recover(bundle)
        }
        return try NotebookOpener(arguments, session).readTree(word) { files in
            let (notebook, look) = try UnsealedNotice.listing(files)
            let tags = try notebook.itemTags(files, look: look)
            let depth = arguments[Self.depth]
            // Meanwhile, this thread counts the items of smart folders.
            let job = Aside {
                _ = notebook.fingerprint
                return Overview(notebook, tags, depth: depth)
            }
            let smart = try SmartFolderRow.rows(notebook, files, session, tags: tags)
            let overview = try job.result()
            if arguments[Common.json] {
                try session.printJSON(
                    Answer(
                        notebook: NotebookRow(notebook), counts: overview.counts, folders: overview.folders,
                        tags: overview.tags, smartFolders: smart, items: overview.latest.map { ItemRow($0, tags) }))
            } else {
                try show(overview, smart)
            }
            try UnsealedNotice(session).report(look?.unsealedCount())
            return .success
        }
    }

    /// Completes or undoes an interrupted edit, and says so.
    private func recover(_ bundle: Notebook) throws {
        guard try bundle.directory.hasPendingChange() else { return }
        let recovery: Recovery
        do {
            recovery = try bundle.recover()
        } catch let error as SystemError where error.isReadOnly {
            return try session.note(
                "note: an interrupted edit is pending, but the notebook is read-only; it is shown as if the edit were complete"
            )
        }
        try EditNotes(session).report(recovery)
    }

    private func show(_ overview: Overview, _ smart: [SmartFolderRow]) throws {
        let notebook = overview.notebook
        let counts = overview.counts
        try session.print(session.style(PrintableText.escaped(notebook.description.title), .bold))
        try session.print(
            "  \(Wording.count(counts.notes, "note")), \(Wording.count(counts.cards, "card")), "
                + "\(Wording.count(counts.attachments, "attachment")) (\(Wording.size(counts.attachmentBytes)))")
        try session.print("  fingerprint \(notebook.fingerprint)")
        try session.print("")
        try sidebar(overview, smart)
        if !overview.latest.isEmpty {
            try session.print("\n" + session.style("Latest", .bold))
            try ItemLines(overview.latest, session).print(overview.itemTags)
        }
    }

    private func sidebar(_ overview: Overview, _ smart: [SmartFolderRow]) throws {
        var rows = [
            ("All items", overview.counts.notes + overview.counts.cards), ("Trash", overview.counts.trashed),
        ]
        var headings: [Int: String] = [:]
        if !overview.folders.isEmpty { headings[rows.count] = "Folders" }
        rows += overview.folders.map { folder in
            let depth = folder.path.count { $0 == "/" }
            return (
                String(repeating: "  ", count: depth + 1)
                    + (folder.icon.map { PrintableText.escaped($0) + " " } ?? "")
                    + PrintableText.escaped(folder.path.split(separator: "/").last ?? ""), folder.items
            )
        }
        if !overview.tags.isEmpty { headings[rows.count] = "Tags" }
        rows += overview.tags.map { ("  #" + PrintableText.escaped($0.name), $0.items) }
        if !smart.isEmpty { headings[rows.count] = "Smart folders" }
        rows += smart.map {
            (
                "  " + ($0.icon.map { PrintableText.escaped($0) + " " } ?? "") + PrintableText.escaped($0.name),
                $0.items ?? 0
            )
        }
        let width = rows.map(\.0.columns).max() ?? 0
        let digits = rows.map { String($0.1).count }.max() ?? 0
        for (index, row) in rows.enumerated() {
            if let heading = headings[index] { try session.print(session.style(heading, .bold)) }
            try session.print(
                row.0.padded(to: width) + "  " + session.style(Wording.number(row.1, digits), .dim))
        }
    }
}

/// The overview of a notebook.
private struct Overview {
    let notebook: NotebookListing
    let counts: CountsRow
    let folders: [CountedFolder]
    let tags: [TagUseRow]
    let itemTags: ItemTags
    let latest: [Item]

    /// The overview, down to a number of folder levels.
    init(_ notebook: NotebookListing, _ tags: ItemTags, depth: Int? = nil) {
        self.notebook = notebook
        let blobs = notebook.manifest.attachments
        let cards = notebook.items.count { $0.type == .card }
        counts = CountsRow(
            notes: notebook.items.count - cards, cards: cards,
            attachments: blobs.count, attachmentBytes: blobs.reduce(0) { $0 + $1.size },
            trashed: notebook.manifest.deletedFiles)
        folders = CountedFolder.rows(notebook, depth: depth)
        (self.tags, itemTags) = (notebook.tagUses(tags).map(TagUseRow.init), tags)
        latest = ItemOrder(.modified).first(5, of: notebook.items)
    }
}

/// The counts of a notebook, in the answer.
private struct CountsRow: JSONRow {
    let notes: Int
    let cards: Int
    let attachments: Int
    let attachmentBytes: Int
    let trashed: Int
}

/// Helps the user to make the first notebook in a new library.
struct FirstNotebook {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Asks for a name, makes the notebook, and chooses it.
    ///
    /// - Returns: Its path; `nil` if there are notebooks already or the answer is no.
    func make(in folder: LibraryFolder) throws -> String? {
        guard try folder.notebooks().isEmpty else { return nil }
        guard let answer = try session.answer(to: "Name of your first notebook? [Notes; n for none] ") else {
            return nil
        }
        let name = answer.isEmpty ? "Notes" : answer
        guard !["n", "no"].contains(name.lowercased()) else { return nil }
        guard let title = Title.accepted(name), !title.isEmpty, let file = PortableName.made(from: title) else {
            throw NotebookError.notATitle(name)
        }
        let notebookEnvironment = session.notebookEnvironment
        let path = try Notebook.create(
            NotebookLocation.withEnding(file), in: folder.place.path, title: title, environment: notebookEnvironment
        ).location
        try session.settingsFile.change(now: notebookEnvironment.now()) { try $0.setNotebook(path) }
        try session.note("created \(session.displayedFromHome(path)); verbs use it if you name no other notebook")
        try session.note(
            "hint: ‘\(session.tool) library use NAME’ chooses another notebook, ‘\(session.tool) library add FOLDER’ another folder"
        )
        return path
    }
}
