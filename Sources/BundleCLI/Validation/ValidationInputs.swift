import Foundation
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
        var failure: (any Failure)?
    }

    private let session: Session
    /// The notebooks, each once, in the order in which they were named.
    private(set) var entries: [Entry] = []

    init(_ words: [String], _ session: Session) {
        self.session = session
        for word in words {
            do {
                for entry in try notebooks(word) where !entries.contains(where: { $0.path == entry.path }) {
                    entries.append(entry)
                }
            } catch let failure as any Failure {
                entries.append(Entry(path: session.absolute(word), failure: failure))
            } catch {
                let failure = UnforeseenFailure(name: session.displayed(session.absolute(word)), reason: "\(error)")
                entries.append(Entry(path: session.absolute(word), failure: failure))
            }
        }
    }

    /// The notebooks that are there.
    var paths: [String] { entries.filter { $0.failure == nil }.map(\.path) }

    var hasFailures: Bool { entries.contains { $0.failure != nil } }

    /// Keeps the notebooks that fulfil a condition.
    mutating func keep(_ condition: (String) throws -> Bool) rethrows {
        entries = try entries.filter { try $0.failure != nil || condition($0.path) }
    }

    private func notebooks(_ word: String) throws -> [Entry] {
        let path = session.absolute(word)
        if let bundle = Self.bundle(around: path) { return [Entry(path: bundle)] }
        let found = try session.existingPath(word)
        guard FileKind.following(found) == .directory, !Self.isBundle(found) else { return [Entry(path: found)] }
        var search = try FolderSearch(found, session)
        let below = search.entries()
        guard !below.isEmpty else {
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
