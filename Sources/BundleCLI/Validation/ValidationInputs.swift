import NotebookBundle
import NotebookFormat

/// Finds the notebooks that words on the command line mean.
///
/// A word is a notebook, a file in a notebook (which means the whole of it, as git hooks name files), or a folder, which
/// means all notebooks below it.
struct ValidationInputs {
    /// A notebook, or what a word is in place of one.
    struct Entry {
        let path: String
        /// The folder that it was found in; `nil` if it was named itself.
        var folder: String?
        var failure: (any Failure)?

        /// What was not looked for in a directory: a notebook on standard input.
        var isInput: Bool { path == Session.inputWord }
    }

    private let session: Session
    private let filter: FolderSearch.Filter
    private let mayBeNone: Bool
    /// The notebooks, each once, in the order in which they were named.
    private(set) var entries: [Entry] = []
    private var known: Set<String> = []
    /// What is said of folders without notebooks, if there may be none.
    private(set) var remarks: [String] = []

    /// The notebooks of some words.
    ///
    /// - Parameters:
    ///   - filter: What is passed over below folders.
    ///   - mayBeNone: Whether a folder without notebooks is fine; otherwise nothing is known of it.
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

    /// A library that is not there: of its notebooks nothing is known.
    private struct NoLibrary: Failure {
        let reason: LibraryFailure

        var description: String { reason.description }
        var remedy: Remedy? { reason.remedy }
    }

    /// Keeps the notebooks that fulfil a condition, and those of which nobody can say whether they do.
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

    /// A folder in which there is nothing to validate.
    private struct NoNotebooks: ToolFailure {
        let folder: String
        /// Why something was passed over.
        let reasons: Set<FolderSearch.Reason>

        var description: String {
            guard !reasons.isEmpty else { return "there are no notebooks in \(folder)" }
            let words = FolderSearch.Reason.allCases.filter(reasons.contains).map(\.rawValue)
            return "no notebook is left in \(folder): the rest is \(words.joined(separator: " or "))"
        }
        var hint: String? { "--allow-none accepts that" }
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
