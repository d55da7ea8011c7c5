import NotebookBundle

/// The verb ‘library’.
struct LibraryCommand: Command {
    private enum Action: String, Subverb {
        case ls, places, add, use, sync, rm

        var operands: String {
            switch self {
            case .ls, .places, .sync: ""
            case .add: "FOLDER"
            case .use, .rm: "NAME"
            }
        }
    }

    private static let action = SubverbParameter(default: Action.ls)
    private static let words = Positional(
        "ARGUMENT", "FOLDER or NAME",
        kind: .afterAction(["ls": [], "places": [], "use": [.notebookOrLibrary], "sync": [], "rm": [.library]]),
        isRequired: false, isRepeated: true)
    private static let name = Option(
        "name", "NAME", "With add: the name of the library (default: that of the folder)")
    private static let place = Option.path(
        "sync", "PLACE", "With add: sync its notebooks with this folder (none: stop syncing)")
    private static let uses: [Action: [any Parameter]] = [.add: [name, place]]

    static let verb = Verb(
        "library", "List the notebooks of the library; add, choose and sync libraries",
        details: """
            A library is a folder with notebooks; you can have several, one of which is in use. A NOTEBOOK that is not in the
            current directory is looked up in the library: ‘bundle ls Recipes’, or ‘bundle ls Home/Recipes’ for one in a
            subfolder. Letter case does not matter. ‘rm’ forgets a library, and leaves its folder alone.

            ‘use’ switches to another library, or chooses the notebook that verbs use if you name none, unless you are in the
            folder of another notebook or BUNDLE_NOTEBOOK names one. Switching to a library resets this choice.

            A library can have a place to sync with: a folder on a USB stick, or one that another program syncs between
            computers. ‘sync’ syncs all notebooks of the library with their copies there, as ‘bundle sync’ does with one;
            notebooks that are missing on one side are made from the other.
            """,
        parameters: [action, words, name, place, Common.json],
        examples: [
            ("library add ~/Notebooks", "uses this folder as the library, and creates it if it is missing"),
            ("library", "lists its notebooks with counts, size, last change and health"),
            ("library use Work", "switches to another library"),
            ("library use Recipes", "chooses Recipes: ‘bundle ls’ now lists it"),
            ("library add ~/Notebooks --sync ~/Cloud", "sets ~/Cloud as the place to sync with"),
            ("library sync", "syncs its notebooks with that place"),
        ],
        statuses: [.finding: "there is no library or no such folder, or a notebook is damaged or has conflicts"]
    )

    /// What --json prints of the libraries.
    private struct LibrariesAnswer: JSONRow {
        let libraries: [LibraryRow]
        /// The path of the notebook that verbs use if none is named.
        let notebookInUse: String?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let given = arguments.all(Self.words)
        let action = try arguments.subverb(Self.action)
        try arguments.refuseOptions(unusedBy: action, Self.uses)
        switch action {
        case .ls:
            try UsageError.require(0, of: given, "")
            return try LibraryShelf(try UserLibrary(session).folder(), session).list(asJSON: arguments[Common.json])
        case .places:
            try UsageError.require(0, of: given, "")
            try listPlaces()
        case .add:
            try UsageError.require(1, of: given, "FOLDER")
            try UserLibrary(session).add(given[0], name: arguments[Self.name], syncPlace: arguments[Self.place])
            try listPlaces()
        case .sync:
            try UsageError.require(0, of: given, "")
            return try LibrarySyncing(session: session).run(asJSON: arguments[Common.json])
        case .use:
            try UsageError.require(1, of: given, "NAME")
            try use(given[0])
            if session.settings.notebook != nil, try settings().notebook == nil {
                try UserLibrary(session).reportNotebookLeft()
            }
            try listPlaces()
        case .rm:
            try UsageError.require(1, of: given, "NAME")
            try session.settingsFile.change(now: session.notebookEnvironment.now()) { settings in
                guard let library = settings.library(named: given[0]) else {
                    throw LibraryFailure.noSuchLibrary(given[0], settings.libraries.map(\.name))
                }
                settings.forget(library)
            }
            try listPlaces()
        }
        return .success
    }
}

extension LibraryCommand {
    /// Uses a library, or a notebook where none is named.
    private func use(_ word: String) throws {
        let found = NotebookFinder(session).known(word).flatMap { NotebookLocation(at: $0) == .notebook ? $0 : nil }
        try session.settingsFile.change(now: session.notebookEnvironment.now()) { settings in
            switch (settings.library(named: word), found) {
            case (let library?, nil): settings.use(library)
            case (nil, let notebook?): try settings.setNotebook(notebook)
            case (nil, nil):
                throw LibraryFailure.noSuchLibrary(
                    word, settings.libraries.map(\.name), notebooks: NotebookFinder(session).names(like: word))
            case (let library?, let notebook?):
                throw LibraryFailure.twoReadings(
                    word, library: session.displayed(library.path), notebook: session.displayed(notebook))
            }
        }
    }

    /// The settings as they are now.
    private func settings() throws -> UserSettings {
        try session.settingsFile.load(now: session.notebookEnvironment.now()).settings
    }

    private func listPlaces() throws {
        let settings = try settings()
        if arguments[Common.json] {
            let rows = settings.libraries.map {
                LibraryRow(
                    name: $0.name, path: $0.path, isUsed: $0 == settings.currentLibrary, syncPlace: $0.syncPlace)
            }
            return try session.printJSON(LibrariesAnswer(libraries: rows, notebookInUse: settings.notebook))
        }
        let width = settings.libraries.map { $0.name.columns }.max() ?? 0
        for library in settings.libraries {
            let mark = library == settings.currentLibrary ? "*" : " "
            let place = library.syncPlace.map { "  syncs with \(session.displayed($0))" } ?? ""
            try session.print(
                "\(session.style(mark, .yellow)) \(PrintableText.escaped(library.name).padded(to: width))  \(session.displayed(library.path))\(place)"
            )
        }
        if let notebook = settings.notebook { try session.print("notebook: \(session.displayedFromHome(notebook))") }
    }
}

/// A folder of notebooks, in the answer.
private struct LibraryRow: JSONRow {
    let name: String
    let path: String
    let isUsed: Bool
    let syncPlace: String?
}

/// Syncs the notebooks of the library with its sync folder: ‘library sync’.
struct LibrarySyncing {
    /// A notebook, in the answer.
    private struct Row: JSONRow {
        let name: String
        let merges: [MergeRow]
        let difference: DifferenceRow?
        let error: String?
    }

    /// What --json prints.
    private struct Answer: JSONRow {
        let place: String
        let synchronized: [Row]
    }

    let session: Session

    /// Syncs all of them, and reports the results.
    func run(asJSON: Bool) throws -> ExitStatus {
        let library = try UserLibrary(session).folder()
        guard let place = session.settings.currentLibrary?.syncPlace else {
            throw LibraryFailure.noPlace(session.displayedFromHome(library.place.path))
        }
        let other = LibraryFolder(FileLocation(path: place))
        guard other.place.exists else { throw LibraryFailure.placeGone(session.displayed(place)) }
        var (rows, status): ([Row], ExitStatus) = ([], .success)
        try library.synchronize(with: other, opening: { try open($0).directory }) { notebook in
            let name = PrintableText.escaped(NotebookLocation.stem(of: notebook.name))
            switch notebook.result {
            case .success(let sync):
                let merges = sync?.merges ?? []
                if status == .success, merges.contains(where: \.hasConflicts) { status = .finding }
                rows.append(
                    Row(
                        name: notebook.name, merges: merges.map(MergeRow.init),
                        difference: sync?.sent.map { DifferenceRow($0) { _ in nil } }, error: nil))
                if let sync {
                    let copy = session.displayed(other.place.subpath(notebook.name).path)
                    let notes = UnsealableNotes(session)
                    let isMissedHere = try notes.report(sync.unsealableHere, of: name, not: "synced")
                    let isMissedThere = try notes.report(sync.unsealable, in: copy, not: "synced")
                    if status == .success, isMissedHere || isMissedThere { status = .finding }
                }
                if !asJSON { try report(sync, name) }
            case .failure(let error):
                status = .failure
                let failure = UnforeseenFailure.unless(name, error)
                rows.append(Row(name: notebook.name, merges: [], difference: nil, error: "\(failure)"))
                if !asJSON { try session.explain(failure) }
            }
        }
        if asJSON {
            try session.printJSON(Answer(place: place, synchronized: rows))
        } else if rows.isEmpty {
            try session.print("no notebooks")
        }
        return status
    }

    private func open(_ path: String) -> Notebook {
        session.notebook(at: path)
    }

    private func report(_ sync: NotebookSync?, _ name: String) throws {
        guard let sync else { return try session.print("\(name): made from the copy") }
        guard let sent = sync.sent else { return try session.print("\(name): made the copy") }
        for merge in sync.merges where !merge.isEmpty || merge.hasConflicts {
            try session.printRow("\(name): \(MergeLines.counts(merge))", wrappedWith: 2)
        }
        if !sent.isEmpty {
            try session.printRow("\(name): sent \(DifferenceLines.counts(sent))", wrappedWith: 2)
        } else if sync.merges.allSatisfy(\.isEmpty) {
            try session.print("\(name): already in sync")
        }
    }
}
