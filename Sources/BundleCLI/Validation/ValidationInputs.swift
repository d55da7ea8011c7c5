import NotebookBundle

/// Finds the notebooks that words on the command line name.
///
/// A word names a notebook, a file in one (which means the notebook, as with git hooks), or a folder, which means all
/// notebooks below it.
struct ValidationInputs {
    /// A notebook, or whatever else a word names.
    struct Entry {
        let path: String
        /// The folder in which it was found; `nil` if the user named it directly.
        var folder: String?
        var failure: (any Failure)?

        /// Whether it is a notebook on standard input.
        var isInput: Bool { path == Session.inputWord }
    }

    private let session: Session
    private let filter: FolderSearch.Filter
    private let mayBeNone: Bool
    /// The notebooks, each once, in the order in which they were named.
    private(set) var entries: [Entry] = []
    private var known: Set<String> = []
    /// Notes about folders without notebooks, if these are allowed.
    private(set) var remarks: [String] = []

    /// The notebooks that some words name.
    ///
    /// - Parameters:
    ///   - filter: What to skip below folders.
    ///   - mayBeNone: Whether a folder without notebooks is allowed; otherwise it is a failure.
    init(_ words: [String], passingOver filter: FolderSearch.Filter, mayBeNone: Bool, _ session: Session) {
        self.session = session
        self.filter = filter
        self.mayBeNone = mayBeNone
        for word in words { add(session.absolute(word)) { [self] () throws in try notebooks(word) } }
    }

    /// Adds the notebooks of the library.
    mutating func addLibrary() {
        add(session.absolute("--library")) { [self] () throws in
            do {
                return try notebooks(try UserLibrary(session).folder().place.path)
            } catch let failure as LibraryFailure {
                throw NoLibrary(reason: failure)
            }
        }
    }

    /// A library that does not exist: its notebooks cannot be checked.
    private struct NoLibrary: Failure {
        let reason: LibraryFailure

        var description: String { reason.description }
        var remedy: Remedy? { reason.remedy }
    }

    /// Keeps the notebooks that meet a condition, and those for which the condition cannot be checked.
    mutating func keep(_ condition: (String) throws -> Bool) {
        entries = entries.compactMap { entry in
            guard entry.failure == nil, !entry.isInput else { return entry }
            do {
                return try condition(entry.path) ? entry : nil
            } catch {
                let failure = UnforeseenFailure.unless(session.displayed(entry.path), error)
                return Entry(path: entry.path, failure: failure)
            }
        }
    }

    /// A folder with no notebook to validate.
    private struct NoNotebooks: ToolFailure {
        let folder: String
        /// Why something was skipped.
        let reasons: Set<FolderSearch.Reason>

        var description: String {
            guard !reasons.isEmpty else { return "there are no notebooks in \(folder)" }
            let words = FolderSearch.Reason.allCases.filter(reasons.contains).map(\.rawValue)
            return "no notebook to validate in \(folder): the others are \(words.joined(separator: " or "))"
        }
        var hint: String? { "--allow-none allows that" }
    }

    private mutating func add(_ path: String, _ find: () throws -> [Entry]) {
        do {
            for entry in try find() where known.insert(entry.path).inserted { entries.append(entry) }
        } catch let none as NoNotebooks where mayBeNone {
            remarks.append(none.description)
        } catch {
            entries.append(Entry(path: path, failure: UnforeseenFailure.unless(session.displayed(path), error)))
        }
    }

    private func notebooks(_ word: String) throws -> [Entry] {
        if word == Session.inputWord { return [Entry(path: word)] }
        let path = session.absolute(word)
        if let notebook = NotebookLocation.around(path) { return [Entry(path: notebook)] }
        let found = try NotebookFinder(session).pathOrFolder(word)
        guard [.remains, .folder].contains(NotebookLocation(at: found)) else { return [Entry(path: found)] }
        var search = try FolderSearch(found, passingOver: filter, session)
        let below = search.entries()
        guard !below.isEmpty else {
            throw NoNotebooks(folder: session.displayed(found), reasons: search.reasons)
        }
        return below
    }
}
