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
        /// Whether git tracks a file of the notebook; `nil` if that does not matter.
        var isTracked: ((DiskPath) -> Bool)?

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
        if let notebook = NotebookLocation.around(path) {
            return [Entry(path: notebook, isTracked: try FolderSearch.isTracked(in: notebook, filter, session))]
        }
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

/// Where the settings of a validation come from.
enum SettingsSource {
    /// The file nearest to each notebook, if there is one.
    case nearest
    /// One file for all.
    case file(String)
    /// None.
    case none
}

/// An invalid file of settings or accepted findings.
struct ConfigurationFailure: ToolFailure {
    /// The file, safe to print.
    let path: String
    let problem: TextProblem
    let position: TextPosition

    var description: String { "\(path):\(position.line):\(position.column): \(problem.message)" }
    var hint: String? {
        "‘bundle explain rules’ describes the settings; ‘bundle explain’ lists the rules of the format"
    }

    init(_ path: String, _ problem: TextProblem, in bytes: [UInt8]) {
        self.path = path
        self.problem = problem
        position = problem.position(in: bytes)
    }
}

/// Settings that are a pipe or a device.
private struct SpecialSettings: ToolFailure {
    let path: String

    var description: String { "the settings \(path) are not a file" }
    var hint: String? { "remove it, or name other settings with --config" }
}

/// The files that affect the result of a validation: settings and baselines.
struct ValidationFiles {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The settings for a notebook.
    func settings(_ source: SettingsSource, for notebook: ValidationInputs.Entry) throws -> ValidationSettings {
        let path: String
        switch source {
        case .none: return ValidationSettings()
        case .file(let given): path = session.absolute(given)
        case .nearest:
            guard let nearest = nearestSettings(notebook) else { return ValidationSettings() }
            // The user did not name this file; reading a pipe might never end.
            guard FileKind.following(nearest) != .special else {
                throw SpecialSettings(path: session.displayed(nearest))
            }
            path = nearest
        }
        return try read(path, limit: ValidationSettings.maximumBytes) { (bytes) throws(TextProblem) in
            try ValidationSettings(bytes)
        }
    }

    /// The settings file beside a notebook, or the nearest above it, up to the searched folder or the root of the
    /// repository, whichever is higher.
    private func nearestSettings(_ notebook: ValidationInputs.Entry) -> String? {
        var folders = [notebook.isInput ? session.terminal.workingDirectory : ExternalPath.parent(of: notebook.path)]
        while let last = folders.last, last != "/" { folders.append(ExternalPath.parent(of: last)) }
        let root = folders.firstIndex { FileKind.at(ExternalPath.below($0, ".git")) != nil }
        let top = folders.firstIndex { $0 == notebook.folder }
        return folders[...max(root ?? 0, top ?? 0)].lazy.map { ExternalPath.below($0, ValidationSettings.fileName) }
            // A link that leads nowhere still counts as settings.
            .first { FileKind.at($0) != nil }
    }

    func baseline(_ path: String) throws -> Baseline {
        try read(session.absolute(path), limit: Baseline.maximumBytes) { (bytes) throws(TextProblem) in
            try Baseline(bytes)
        }
    }

    /// Writes the findings of a run to a file, and keeps the existing findings for notebooks that were not checked.
    func writeBaseline(of run: ValidationRun, to path: String) throws {
        let isThere = FileKind.following(session.absolute(path)) == .file
        // An empty file lists nothing.
        let files = ExternalFiles(session)
        let old = isThere ? try files.read(path, limit: Baseline.maximumBytes).isEmpty ? nil : baseline(path) : nil
        try files.replace(path, with: String(decoding: run.baseline(after: old).text, as: UTF8.self))
        let rest = Set(run.notebooks.flatMap(\.findings).map(\.finding).filter { !Baseline.accepts($0) }.map(\.rule))
        if !run.omitted.isEmpty {
            let omitted = FindingCounts.omitted(run.omitted)
            try session.note("note: a baseline cannot accept findings that are not listed: \(omitted)")
        }
        guard !rest.isEmpty else { return }
        let rules = rest.sorted().map(\.description).joined(separator: ", ")
        try session.note("note: a baseline cannot accept findings of \(rules): other rules depend on them")
    }

    private func read<Value>(
        _ path: String, limit: Int, _ read: ([UInt8]) throws(TextProblem) -> Value
    ) throws -> Value {
        let bytes = try ExternalFiles(session).read(path, limit: limit)
        do throws(TextProblem) {
            return try read(bytes)
        } catch {
            throw ConfigurationFailure(session.displayed(path), error, in: bytes)
        }
    }
}
