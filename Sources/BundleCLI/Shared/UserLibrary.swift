import NotebookBundle
import NotebookFormat

/// What can be wrong with the library.
enum LibraryFailure: ToolFailure {
    case noLibrary
    case noSuchLibrary(String, [String])
    /// A word names a library and a notebook.
    case twoReadings(String, library: String, notebook: String)
    case gone(String)
    /// Neither here nor in the library is a notebook of a name; there may be ones with a similar name.
    case noSuchNotebook(String, library: String, like: [String])

    var description: String {
        switch self {
        case .noLibrary: "there is no library: no folder has been chosen in which notebooks live"
        case .noSuchLibrary(let name, _): "no library or notebook is called \(PrintableText.quoted(name))"
        case .twoReadings(let name, let library, let notebook):
            "\(PrintableText.quoted(name)) is a library (\(library)) and a notebook (\(notebook))"
        case .gone(let path): "the library \(path) is not there"
        case .noSuchNotebook(let name, let library, _): "\(name): not here, and no notebook in the library \(library)"
        }
    }

    var hint: String? {
        switch self {
        case .noLibrary: "‘bundle library add FOLDER’ chooses one"
        case .twoReadings(_, _, let notebook):
            "write \(notebook) for the notebook, or ‘bundle library add’ the folder again with another --name"
        case .noSuchLibrary(_, []): "‘bundle library add FOLDER’ chooses a folder"
        case .noSuchLibrary(let name, let names):
            Similarity.nearest(to: name, in: names).first.map { "did you mean \($0)?" }
                ?? "there are \(names.joined(separator: ", "))"
        case .gone: "‘bundle library places’ lists all; make the folder again, or ‘bundle library add’ another"
        case .noSuchNotebook(_, _, let like):
            like.isEmpty ? "‘bundle library’ lists them" : "did you mean \(like.joined(separator: ", "))?"
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

    /// The folder of the library that is used.
    ///
    /// Without one, asks at the terminal.
    func folder() throws -> LibraryFolder {
        guard let library = session.settings.currentLibrary else {
            guard let folder = try ask() else { throw LibraryFailure.noLibrary }
            return folder
        }
        let folder = LibraryFolder(Place(path: library.path))
        guard folder.place.exists else { throw LibraryFailure.gone(session.displayed(library.path)) }
        return folder
    }

    /// Asks where to keep notebooks; `nil` without a terminal, or if the answer is no.
    func ask() throws -> LibraryFolder? {
        guard session.terminal.inputIsTerminal else { return nil }
        let proposed = session.places.library.path
        try session.note(
            "Notebooks can live together in a folder, the library; ‘\(session.tool) ls Recipes’ then finds Recipes there."
        )
        let question = "Which folder? [\(session.displayed(proposed)); n for none] "
        guard let answer = try session.answer(to: question) else { return nil }
        switch answer.lowercased() {
        case "n", "no": return nil
        case "", "y", "yes": return LibraryFolder(Place(path: try add(proposed, name: nil)))
        default:
            let isAtHome = answer == "~" || answer.hasPrefix("~/")
            let home = session.terminal.environment["HOME"] ?? ""
            return LibraryFolder(
                Place(path: try add(isAtHome ? home + answer.dropFirst() : answer, name: nil)))
        }
    }

    /// The notebook of a name in the library; `nil` if there is none, or no library.
    func notebook(_ word: String) throws -> String? {
        guard !word.hasPrefix("/"), !word.isEmpty else { return nil }
        if let library = session.settings.currentLibrary {
            return LibraryFolder(Place(path: library.path)).notebook(word)?.path
        }
        guard !word.contains("/"), !word.contains("."), let folder = try ask() else { return nil }
        return folder.notebook(word)?.path
    }

    /// Why no notebook of the library is meant by a word; `nil` if it cannot be one, or there is no library.
    ///
    /// - Parameter shown: What messages call the word.
    func failure(toFind word: String, _ shown: String) -> LibraryFailure? {
        // A library may just have been chosen.
        let settings = (try? session.settingsFile.load(now: session.world.now()).settings) ?? session.settings
        guard let library = settings.currentLibrary, !word.hasPrefix("/"), !word.hasPrefix(".") else { return nil }
        let folder = LibraryFolder(Place(path: library.path))
        let names = ((try? folder.notebooks()) ?? []).map { NotebookLocation.stem(of: folder.name(of: $0)) }
        return .noSuchNotebook(
            shown, library: session.displayed(library.path), like: Similarity.nearest(to: word, in: names))
    }

    /// Makes a folder a library and uses it; gives its path.
    @discardableResult
    func add(_ word: String, name: String?) throws -> String {
        guard !word.isEmpty else { throw UsageError.badValue("FOLDER", word) }
        let path = session.absolute(word)
        if let name, Title.accepted(name)?.isEmpty ?? true { throw UsageError.badValue("--name", name) }
        var old: UserSettings.Library?
        try session.settingsFile.change(now: session.world.now()) { settings in
            old = settings.libraries.first { $0.path == path }
            let wanted = name ?? old?.name ?? Place(path: path).name
            if let other = settings.library(named: wanted), other.path != path { throw NotebookError.taken(wanted) }
            try Place(path: path).create()
            settings.libraries.removeAll { $0.path == path }
            let library = UserSettings.Library(name: wanted, path: path)
            settings.libraries.append(library)
            settings.use(library)
        }
        if let old, let name, old.name != name {
            try session.note("note: \(PrintableText.quoted(old.name)) is called \(PrintableText.quoted(name)) now")
        }
        return path
    }
}
