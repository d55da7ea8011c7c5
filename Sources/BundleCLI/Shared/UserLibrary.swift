import NotebookBundle

/// Why a library cannot be used.
enum LibraryFailure: ToolFailure {
    case noLibrary
    /// No library or notebook has this name; the libraries, and notebooks with similar names.
    case noSuchLibrary(String, [String], notebooks: [String] = [])
    /// A word names both a library and a notebook.
    case twoReadings(String, library: String, notebook: String)
    case gone(String)
    /// The library has no folder to synchronise with.
    case noPlace(String)
    /// The folder to synchronise with does not exist.
    case placeGone(String)
    /// No notebook has this name, here or in the library; some names may be similar.
    case noSuchNotebook(String, library: String, like: [String])

    var description: String {
        switch self {
        case .noLibrary: "no library is set up"
        case .noSuchLibrary(let name, _, _): "no library or notebook is called \(PrintableText.quoted(name))"
        case .twoReadings(let name, let library, let notebook):
            "\(PrintableText.quoted(name)) is a library (\(library)) and a notebook (\(notebook))"
        case .gone(let path): "the library \(path) does not exist"
        case .noPlace(let path): "the library \(path) has no place to sync with"
        case .placeGone(let path): "\(path) does not exist"
        case .noSuchNotebook(let name, let library, _): "\(name): found neither here nor in the library \(library)"
        }
    }

    var hint: String? {
        switch self {
        case .noLibrary: "choose a folder for your notebooks with ‘bundle library add FOLDER’"
        case .twoReadings(_, _, let notebook):
            "write \(notebook) for the notebook, or add the library again with another --name"
        case .noSuchLibrary(_, [], []): "choose a folder for your notebooks with ‘bundle library add FOLDER’"
        case .noSuchLibrary(let name, let names, let notebooks):
            (Similarity.nearest(to: name, in: names).first ?? notebooks.first).map { "did you mean \($0)?" }
                ?? "known libraries: \(names.joined(separator: ", "))"
        case .gone:
            "create the folder again, or choose another with ‘bundle library add’; ‘bundle library places’ lists all"
        case .noPlace(let path): "name one with ‘bundle library add \(path) --sync PLACE’"
        case .placeGone: "create the folder, or connect the disk that it is on"
        case .noSuchNotebook(_, _, let like):
            like.isEmpty ? "‘bundle library’ lists them" : "did you mean \(like.alternatives)?"
        }
    }

    var isFinding: Bool {
        if case .noSuchNotebook = self { false } else { true }
    }
}

/// The folders in which the user keeps notebooks.
struct UserLibrary {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The folder of the current library.
    ///
    /// If there is none, asks at the terminal.
    func folder() throws -> LibraryFolder {
        guard let library = session.settings.currentLibrary else {
            guard let folder = try ask() else { throw LibraryFailure.noLibrary }
            return folder
        }
        let folder = LibraryFolder(FileLocation(path: library.path))
        guard folder.place.exists else { throw LibraryFailure.gone(session.displayed(library.path)) }
        return folder
    }

    /// Asks where to keep notebooks; `nil` without a terminal, or if the user declines.
    func ask() throws -> LibraryFolder? {
        guard session.terminal.inputIsTerminal else { return nil }
        let proposed = session.places.library.path
        try session.note(
            "You can keep notebooks together in one folder, the library; ‘\(session.tool) ls Recipes’ then finds Recipes there."
        )
        let question = "Which folder? [\(session.displayedFromHome(proposed)); n for none] "
        guard let answer = try session.answer(to: question) else { return nil }
        switch answer.lowercased() {
        case "n", "no": return nil
        case "", "y", "yes": return LibraryFolder(FileLocation(path: try add(proposed, name: nil)))
        default:
            let isAtHome = answer == "~" || answer.hasPrefix("~/")
            let home = session.terminal.environment["HOME"] ?? ""
            return LibraryFolder(
                FileLocation(path: try add(isAtHome ? home + answer.dropFirst() : answer, name: nil)))
        }
    }

    /// The notebook of the library with this name; `nil` if there is none, or no library.
    func notebook(_ word: String) -> String? {
        guard !word.hasPrefix("/"), !word.isEmpty else { return nil }
        return session.settings.currentLibrary.flatMap {
            LibraryFolder(FileLocation(path: $0.path)).notebook(word)?.path
        }
    }

    /// Why a word names no notebook of the library; `nil` if it cannot be such a name, or there is no library.
    ///
    /// - Parameter shown: The word in messages.
    func failure(toFind word: String, _ shown: String) -> LibraryFailure? {
        guard let library = session.settings.currentLibrary, !word.hasPrefix("/"), !word.hasPrefix(".") else {
            return nil
        }
        return .noSuchNotebook(
            shown, library: session.displayed(library.path), like: NotebookFinder(session).names(like: word))
    }

    /// Reports that the previous default notebook is no longer used.
    func reportNotebookLeft() throws {
        guard let notebook = session.settings.notebook else { return }
        try session.note(
            "note: \(session.displayedFromHome(notebook)) is no longer the default notebook; ‘\(session.tool) library use NAME’ chooses one"
        )
    }

    private static let noPlace = "none"

    /// Makes a folder the current library, which clears the default notebook if it was not that before; returns its path.
    ///
    /// - Parameter syncPlace: The folder to synchronise with, `none` for none; `nil` to leave it unchanged.
    @discardableResult
    func add(_ word: String, name: String?, syncPlace: String? = nil) throws -> String {
        guard !word.isEmpty else { throw UsageError.badValue("FOLDER", word) }
        let path = session.absolute(word)
        if let name, Title.accepted(name)?.isEmpty ?? true { throw UsageError.badValue("--name", name) }
        var (old, isSwitched): (UserSettings.Library?, Bool) = (nil, true)
        if let syncPlace, syncPlace != Self.noPlace {
            let place = session.absolute(syncPlace)
            guard FileLocation(path: place).exists else { throw LibraryFailure.placeGone(session.displayed(place)) }
            let (one, other) = (ExternalPath.real(place), ExternalPath.real(path))
            guard !ExternalPath.isInside(one, other), !ExternalPath.isInside(other, one) else {
                throw UsageError.conflict(
                    "\(session.displayed(place)) and the library contain one another; choose another folder")
            }
        }
        let isThere = FileLocation(path: path).exists
        try session.settingsFile.change(now: session.notebookEnvironment.now()) { settings in
            old = settings.libraries.first { $0.path == path }
            isSwitched = old == nil || old != settings.currentLibrary
            let wanted = name ?? old?.name ?? FileLocation(path: path).name
            if let other = settings.library(named: wanted), other.path != path { throw NotebookError.taken(wanted) }
            try FileLocation(path: path).create()
            settings.libraries.removeAll { $0.path == path }
            let place = syncPlace.map { $0 == Self.noPlace ? nil : session.absolute($0) } ?? old?.syncPlace
            let library = try UserSettings.Library(name: wanted, path: path, syncPlace: place)
            settings.libraries.append(library)
            let notebook = settings.notebook
            settings.use(library)
            if !isSwitched { try settings.setNotebook(notebook) }
        }
        if !isThere { try session.note("note: created \(session.displayedFromHome(path))") }
        if isSwitched { try reportNotebookLeft() }
        if let old, let name, old.name != name {
            try session.note("note: \(PrintableText.quoted(old.name)) is now called \(PrintableText.quoted(name))")
        }
        return path
    }
}

/// A list of the notebooks in a folder.
struct LibraryShelf {
    /// What --json prints.
    private struct Answer: JSONRow {
        let notebooks: [ShelfRow]
    }

    private let folder: LibraryFolder
    private let isDeep: Bool
    private let session: Session

    /// - Parameter isDeep: Whether to include subfolders.
    init(_ folder: LibraryFolder, isDeep: Bool = true, _ session: Session) {
        (self.folder, self.isDeep, self.session) = (folder, isDeep, session)
    }

    /// Prints a line for each notebook.
    func list(asJSON: Bool) throws -> ExitStatus {
        let rows = try folder.notebooks(isDeep: isDeep).map { try row($0, folder.name(of: $0)) }
        if asJSON {
            try session.printJSON(Answer(notebooks: rows))
        } else {
            let names = rows.map { PrintableText.escaped(NotebookLocation.stem(of: $0.name)) }
            let width = min(40, names.map(\.columns).max() ?? 0)
            for (row, shown) in zip(rows, names) {
                let title = shown.padded(to: width)
                let facts = [
                    row.title.flatMap { $0 == shown ? nil : PrintableText.quoted($0) },
                    row.items.map { Wording.count($0, "item") }, row.bytes.map { Wording.size($0) },
                    row.modified.flatMap { Timestamp(canonical: $0) }.map { session.date($0) },
                ].compactMap(\.self).joined(separator: ", ")
                let use = row.isUsed ? "  (in use)" : ""
                try session.print("\(session.style(title, .bold))  \(facts)  \(row.health)\(use)")
            }
            if rows.isEmpty { try session.print("no notebooks") }
        }
        return rows.contains { $0.isDamaged } ? .finding : .success
    }

    /// The row of a notebook, from its manifest and the sizes of its files.
    private func row(_ place: FileLocation, _ name: String) throws -> ShelfRow {
        let isUsed = place.path == session.settings.notebook
        do {
            let opened =
                FileKind.following(place.path) == .directory
                ? session.notebook(at: place.path, caching: false) : session.archive(at: place.path)
            let (notebook, changed) = try opened.read { snapshot in
                let look = (snapshot.files as? DirectoryTree).map {
                    DirectoryScan($0, snapshot.listing.manifest, FileCount($0))
                }
                return (snapshot.listing, try look?.unsealedCount().all ?? 0)
            }
            let health = changed == 0 ? "ok" : "\(Wording.count(changed, "file")) changed outside"
            return ShelfRow(
                name: name, title: notebook.description.title, items: notebook.items.count,
                bytes: notebook.manifest.entries.reduce(0) { $0 + $1.size },
                modified: notebook.items.map(\.modified).max()?.description, health: health,
                isUsed: isUsed, isDamaged: false)
        } catch let failure as any Failure {
            return ShelfRow(
                name: name, title: nil, items: nil, bytes: nil, modified: nil,
                health: failure.isFinding ? "damaged" : "unreadable", isUsed: isUsed, isDamaged: true)
        }
    }
}

/// A notebook of the library, in the answer.
private struct ShelfRow: JSONRow {
    let name: String
    let title: String?
    let items: Int?
    let bytes: Int?
    let modified: String?
    let health: String
    /// Whether it is the chosen notebook.
    let isUsed: Bool
    let isDamaged: Bool
}
