import Archives
import Foundation
import NotebookBundle
import NotebookFormat

/// Finds the notebooks that words on the command line mean.
///
/// A word is a notebook, a file in a notebook (which means the whole of it, as git hooks name files), or a folder, which
/// means all notebooks below it.
struct ValidationInputs {
    /// The endings of archives of notebooks (Format, clause 17.1).
    private static let endings = ArchiveFormat.allCases.map { ".notebundle.\($0.fileNameEnding)" }

    /// A notebook, or what a word is in place of one.
    struct Entry {
        let path: String
        var failure: NotebookError?
    }

    private let session: Session
    /// The notebooks, each once, in the order in which they were named.
    private(set) var entries: [Entry] = []

    init(_ words: [String], _ session: Session) {
        self.session = session
        for word in words {
            do throws(NotebookError) {
                for path in try notebooks(word) where !paths.contains(path) { entries.append(Entry(path: path)) }
            } catch {
                entries.append(Entry(path: session.absolute(word), failure: error))
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

    private func notebooks(_ word: String) throws(NotebookError) -> [String] {
        if word == Session.inputWord { return [word] }
        let path = session.absolute(word)
        if let bundle = Self.bundle(around: path) { return [bundle] }
        let found: String
        do {
            found = try session.existingPath(word)
        } catch {
            throw .nothingThere(session.displayed(path))
        }
        guard Self.isDirectory(found), !Self.isBundle(found) else { return [found] }
        let below = Self.notebooks(below: found)
        guard !below.isEmpty else {
            throw .notANotebook(session.displayed(found), "there are no notebooks in it either")
        }
        return below
    }

    /// The outermost bundle that a path lies in.
    private static func bundle(around path: String) -> String? {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, component) in components.dropLast().enumerated() where component.hasSuffix(".notebundle") {
            let bundle = components[...index].joined(separator: "/")
            if isDirectory(bundle) { return bundle }
        }
        return nil
    }

    private static func notebooks(below directory: String) -> [String] {
        var found: [String] = []
        var directories = [directory]
        while let directory = directories.popLast() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            for name in names where !name.hasPrefix(".") {
                let path = directory == "/" ? "/" + name : "\(directory)/\(name)"
                if isDirectory(path, followingLinks: false) {
                    if isBundle(path) { found.append(path) } else { directories.append(path) }
                } else if endings.contains(where: { name.lowercased().hasSuffix($0) }) {
                    found.append(path)
                }
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func isBundle(_ path: String) -> Bool {
        path.hasSuffix(".notebundle")
            || ["manifest.json", "notebook.json"].allSatisfy { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
    }

    private static func isDirectory(_ path: String, followingLinks: Bool = true) -> Bool {
        let path = followingLinks ? URL(filePath: path).resolvingSymlinksInPath().path : path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
}
