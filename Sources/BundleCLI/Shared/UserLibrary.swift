import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What can be wrong with the library.
enum LibraryFailure: Failure {
    case noLibrary
    case noSuchLibrary(String, [String])
    case gone(String)
    /// Neither here nor in the library is a notebook of a name; there may be ones with a similar name.
    case noSuchNotebook(String, library: String, like: [String])

    var description: String {
        switch self {
        case .noLibrary: "there is no library: no folder has been chosen in which notebooks live"
        case .noSuchLibrary(let name, _): "no library is \(PrintableText.quoted(name))"
        case .gone(let path): "the library \(path) is not there"
        case .noSuchNotebook(let name, let library, _): "\(name): not here, and no notebook in the library \(library)"
        }
    }

    var hint: String? {
        switch self {
        case .noLibrary: "‘bundle library add FOLDER’ chooses one"
        case .noSuchLibrary(_, let names): names.isEmpty ? nil : "there are \(names.joined(separator: ", "))"
        case .gone: "‘bundle library places’ lists all; make the folder again, or ‘bundle library add’ another"
        case .noSuchNotebook(_, _, let like):
            like.isEmpty ? "‘bundle library’ lists them" : "did you mean \(like.joined(separator: ", "))?"
        }
    }

    var isFinding: Bool {
        if case .noSuchNotebook = self { false } else { true }
    }
}

extension Session {
    /// The folder of the library that is used.
    ///
    /// Where there is none, a person at a terminal is asked for one.
    func libraryFolder() throws -> LibraryFolder {
        guard let library = settings.currentLibrary else {
            guard let folder = try askForLibrary() else { throw LibraryFailure.noLibrary }
            return folder
        }
        let folder = LibraryFolder(Place(path: library.path))
        guard folder.place.exists else { throw LibraryFailure.gone(displayed(library.path)) }
        return folder
    }

    /// Asks a person at a terminal where notebooks are to live; `nil` if nobody is there, or wants none.
    private func askForLibrary() throws -> LibraryFolder? {
        guard terminal.inputIsTerminal else { return nil }
        let proposed = places.library.path
        try note("Notebooks can live together in a folder, the library; ‘\(tool) ls Recipes’ then finds Recipes there.")
        let question = "Which folder? [\(displayed(proposed)); n for none] "
        guard let answer = try answer(to: question) else { return nil }
        switch answer.lowercased() {
        case "n", "no": return nil
        case "", "y", "yes": return LibraryFolder(Place(path: try addLibrary(proposed, name: nil)))
        default:
            let isAtHome = answer == "~" || answer.hasPrefix("~/")
            let home = terminal.environment["HOME"] ?? ""
            return LibraryFolder(
                Place(path: try addLibrary(isAtHome ? home + answer.dropFirst() : answer, name: nil)))
        }
    }

    /// The notebook of a name in the library; `nil` if there is none, or no library.
    func notebookOfLibrary(_ word: String) throws -> String? {
        guard !word.hasPrefix("/"), !word.isEmpty else { return nil }
        if let library = settings.currentLibrary {
            return LibraryFolder(Place(path: library.path)).notebook(word)?.path
        }
        guard !word.contains("/"), !word.contains("."), let folder = try askForLibrary() else { return nil }
        return folder.notebook(word)?.path
    }

    /// Why a word names no notebook.
    func noNotebook(_ word: String, _ path: String) -> any Failure {
        if let obstacle = OutsidePath.obstacle(at: path, name: displayed(path)) { return obstacle }
        guard FileKind.at(path) != .symbolicLink else { return NotebookError.leadsNowhere(displayed(path)) }
        // A library may just have been chosen.
        let settings = (try? settingsFile.load(now: world.now()).settings) ?? settings
        guard let library = settings.currentLibrary, !word.hasPrefix("/"), !word.hasPrefix(".") else {
            return NotebookError.nothingThere(displayed(path))
        }
        let folder = LibraryFolder(Place(path: library.path))
        let names = ((try? folder.notebooks()) ?? []).map { Self.shelfName(folder.name(of: $0)) }
        return LibraryFailure.noSuchNotebook(
            displayed(path), library: displayed(library.path), like: Similarity.nearest(to: word, in: names))
    }

    /// The name of a notebook as people say it.
    static func shelfName(_ name: String) -> String { name.replacing(/\.notebundle$/, with: "") }

    /// Makes a folder a library and uses it; gives its path.
    @discardableResult
    func addLibrary(_ word: String, name: String?) throws -> String {
        guard !word.isEmpty else { throw UsageError.badValue("FOLDER", word) }
        let path = absolute(word)
        if let name, Title.accepted(name)?.isEmpty ?? true { throw UsageError.badValue("--name", name) }
        var old: UserSettings.Library?
        try settingsFile.change(now: world.now()) { settings in
            old = settings.libraries.first { $0.path == path }
            let wanted = name ?? old?.name ?? Place(path: path).name
            if let other = settings.library(named: wanted), other.path != path { throw NotebookError.taken(wanted) }
            try Place(path: path).create()
            settings.libraries.removeAll { $0.path == path }
            settings.libraries.append(.init(name: wanted, path: path))
            settings.library = wanted
        }
        if let old, let name, old.name != name {
            try note("note: \(PrintableText.quoted(old.name)) is called \(PrintableText.quoted(name)) now")
        }
        return path
    }
}
