import NotebookFiles
import NotebookFormat
import NotebookText

/// The new paths of the notes of a folder: the same folders and names, made portable and unique if necessary.
struct SourceNames: Sendable {
    /// The new paths of notes, by their old ones.
    private(set) var paths: [DiskPath: BundlePath] = [:]
    /// Notes without a possible path, and why.
    private(set) var excluded: [SourceFolder.Excluded] = []

    /// The new paths of directories, by root and old path.
    private var folders: [String: String] = [:]
    private var taken: Set<ComparisonKey> = []

    /// Names the notes of a folder.
    ///
    /// - Parameters:
    ///   - cards: The notes that are cards.
    ///   - known: The original names of notes that were renamed, by their paths.
    init(_ notes: [SourceFolder.File], cards: Set<DiskPath> = [], known: [String: String] = [:]) {
        // Files of a folder come before its subfolders, so that on a collision the subfolder is renamed, not the note.
        for note in notes.sorted(by: { ($0.directory, $0.path) < ($1.directory, $1.path) }) {
            let folder = folder(note.directory, below: cards.contains(note.path) ? "cards" : "notes")
            if let name = known[note.text], Self.isPortable(name), name.lowercased().hasSuffix(".md"),
                !taken.contains(Self.key(folder, name)), let path = try? BundlePath(folder + "/" + name)
            {
                paths[note.path] = path
                taken.insert(Self.key(folder, name))
                continue
            }
            let stem = Self.isPortable(note.stem + ".md") ? note.stem : PortableName.made(from: note.stem) ?? "note"
            let name = PortableName.unique(stem, ending: ".md") { taken.contains(Self.key(folder, $0)) }
            do throws(PathProblem) {
                paths[note.path] = try BundlePath(folder + "/" + name)
                taken.insert(Self.key(folder, name))
            } catch {
                excluded.append(.init(path: note.text, reason: "its path is not portable: it \(error.phrase)"))
            }
        }
    }

    /// Whether a note gets another name, or another folder.
    func isMoved(_ note: SourceFolder.File) -> Bool {
        paths[note.path].map { !$0.text.dropFirst("notes/".count).isIdentical(to: note.text[...]) } ?? false
    }

    /// The new path of a directory, with its root.
    private mutating func folder(_ directory: String, below root: String) -> String {
        guard !directory.isEmpty else { return root }
        if let known = folders[root + "/" + directory] { return known }
        let components = directory.split(separator: "/")
        let parent = folder(components.dropLast().joined(separator: "/"), below: root)
        let last = String(components.last ?? "")
        let wanted = Self.isPortable(last) ? last : PortableName.made(from: last) ?? "folder"
        let name = PortableName.unique(wanted, ending: "") { taken.contains(Self.key(parent, $0)) }
        taken.insert(Self.key(parent, name))
        let path = parent + "/" + name
        folders[root + "/" + directory] = path
        return path
    }

    /// Whether the format allows a name unchanged.
    private static func isPortable(_ name: String) -> Bool {
        (try? BundlePath("notes/\(name)")) != nil && !ExternalNames.contains(name)
    }

    private static func key(_ folder: String, _ name: String) -> ComparisonKey { ComparisonKey(folder + "/" + name) }
}
