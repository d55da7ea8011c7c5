import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
    private let excluded: [ExclusionPattern]
    /// The notebooks, each once, in the order in which they were named.
    private(set) var entries: [Entry] = []
    /// The library, as messages show it, if there is nothing in it.
    private(set) var emptyLibrary: String?

    init(_ words: [String], excluding excluded: [ExclusionPattern] = [], _ session: Session) {
        self.session = session
        self.excluded = excluded
        for word in words { add(session.absolute(word)) { [self] () throws in try notebooks(word) } }
    }

    /// Adds the notebooks of the library.
    mutating func addLibrary() {
        if let library = try? session.libraryFolder(), (try? library.notebooks().isEmpty) == true {
            emptyLibrary = session.displayed(library.place.path)
            return
        }
        add(session.absolute("--library")) { [self] () throws in
            do {
                return try notebooks(try session.libraryFolder().place.path)
            } catch let failure as LibraryFailure {
                throw NoLibrary(reason: failure)
            }
        }
    }

    /// A library that is not there: of its notebooks nothing is known.
    private struct NoLibrary: Failure {
        let reason: LibraryFailure

        var description: String { reason.description }
        var hint: String? { reason.hint }
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

    private mutating func add(_ path: String, _ find: () throws -> [Entry]) {
        do {
            for entry in try find() where !entries.contains(where: { $0.path == entry.path }) { entries.append(entry) }
        } catch {
            entries.append(Entry(path: path, failure: UnforeseenFailure.unless(session.displayed(path), error)))
        }
    }

    private func notebooks(_ word: String) throws -> [Entry] {
        if word == Session.inputWord { return [Entry(path: word)] }
        let path = session.absolute(word)
        if let bundle = Self.bundle(around: path) { return [Entry(path: bundle)] }
        let found = try session.existingPath(word)
        guard FileKind.following(found) == .directory, !Self.isBundle(found) else { return [Entry(path: found)] }
        var search = try FolderSearch(found, excluding: excluded, session)
        let below = search.entries()
        guard !below.isEmpty || search.hasExcluded else {
            throw NotebookError.notANotebook(session.displayed(found), "there are no notebooks in it either")
        }
        return below
    }

    /// The outermost bundle that a path lies in.
    private static func bundle(around path: String) -> String? {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, component) in components.dropLast().enumerated() where component.hasSuffix(".notebundle") {
            let bundle = components[...index].joined(separator: "/")
            if FileKind.following(bundle) == .directory { return bundle }
        }
        return nil
    }

    private static func isBundle(_ path: String) -> Bool {
        path.hasSuffix(".notebundle")
            || ["manifest.json", "notebook.json"].allSatisfy { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
    }
}
