import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookText

/// Resolves links to files of a folder in the same way as the tools for such folders.
struct SourceLinks<File: LinkableFile>: Sendable {
    private var byPath: [String: File] = [:]
    private var byFoldedPath: [ComparisonKey: File] = [:]
    private var byName: [ComparisonKey: [File]] = [:]

    init(_ files: [File]) {
        for file in files {
            byPath[file.text] = file
            byFoldedPath[ComparisonKey(seen: file.text)] = file
            byName[ComparisonKey(seen: file.name), default: []].append(file)
        }
    }

    /// The files with a name, in any letter case.
    func files(named name: String) -> [File] { byName[ComparisonKey(seen: name)] ?? [] }

    /// The file that a Markdown or HTML destination names: relative to the note's folder, to the top level, or by its
    /// name if only one file has it.
    func file(_ destination: LinkDestination, in note: File) -> File? {
        guard !destination.isExternal, let path = destination.path, !path.isEmpty else { return nil }
        return slashed(path) { find($0, from: note.directory) ?? find($0, from: "") ?? named($0, near: note) }
    }

    /// The file that the target of a wiki link names; the ending of a note may be missing.
    func file(wiki target: String, in note: File) -> File? {
        guard !target.isEmpty else { return nil }
        let isRelative = ["./", "../", ".\\", "..\\"].contains { target.begins(with: $0) }
        return slashed(target) { target in
            ["", ".md", ".markdown", ".txt"].lazy.compactMap { ending in
                let target = target + ending
                if isRelative { return find(target, from: note.directory) }
                return target.utf8.contains(UInt8(ascii: "/"))
                    ? find(target, from: "") ?? named(target, near: note) : bare(target, near: note)
            }.first
        }
    }

    /// The file with this name at the top level, or else the one nearest to the note.
    private func bare(_ name: String, near note: File) -> File? {
        let key = ComparisonKey(seen: name)
        guard let found = byName[key] else { return nil }
        return byPath[name] ?? byFoldedPath[key] ?? Self.nearest(of: found, to: note)
    }

    private static func nearest(of files: [File], to note: File) -> File? {
        files.count == 1 ? files[0] : files.min { (note.steps(to: $0), $0.text) < (note.steps(to: $1), $1.text) }
    }

    /// What is found at a path, or else at the path with slashes for backslashes, which programs for Windows write.
    private func slashed(_ path: String, _ find: (String) -> File?) -> File? {
        find(path) ?? (path.contains("\\") ? find(path.replacing("\\", with: "/")) : nil)
    }

    private func find(_ path: String, from directory: String) -> File? {
        guard let resolved = RelativePath.resolve(path, from: directory) else { return nil }
        return byPath[resolved] ?? byFoldedPath[ComparisonKey(seen: resolved)]
    }

    /// The file with this name, or whose path ends with this path; if there are several, the one nearest to the note.
    private func named(_ path: String, near note: File) -> File? {
        let parts = path.parts(between: "/")
        guard !path.begins(with: "/"), !parts.contains(".."), let name = parts.last else { return nil }
        guard var found = byName[ComparisonKey(seen: name)] else { return nil }
        if name.utf8.count < path.utf8.count {
            let ending = ComparisonKey(seen: "/" + path).text
            found.removeAll { !ComparisonKey(seen: "/" + $0.text).text.hasSuffix(ending) }
        }
        return Self.nearest(of: found, to: note)
    }
}

/// The new paths of the notes of a folder: the same folders and names, made portable and unique if necessary.
struct SourceNames: Sendable {
    /// The new paths of notes, by their old ones.
    private(set) var paths: [DiskPath: BundlePath] = [:]
    /// Notes that have their original names again.
    private(set) var restored: Set<DiskPath> = []
    /// The new paths of directories, by root and old path.
    private var folders: [String: String] = [:]
    private var taken: Set<ComparisonKey> = []
    /// Whether notes and cards are in folders with these names already.
    private let isExport: Bool

    /// Names the notes of a folder.
    ///
    /// - Parameters:
    ///   - cards: The notes that are cards.
    ///   - known: The original names of notes that were renamed, by their paths.
    ///   - isExport: Whether notes and cards are in folders with these names already.
    /// - Throws: `PathProblem` if no path can be made for a note.
    init(
        _ notes: [SourceFolder.File], cards: Set<DiskPath> = [], known: [String: String] = [:],
        ofExport isExport: Bool = false
    ) throws(PathProblem) {
        self.isExport = isExport
        // Files of a folder come before its subfolders, so that on a collision the subfolder is renamed, not the note.
        let placed = notes.map { (directory: $0.directory, note: $0) }
        for (_, note) in placed.sorted(by: { ($0.directory, $0.note.path) < ($1.directory, $1.note.path) }) {
            let folder = folder(of: note, isCard: cards.contains(note.path))
            if let name = known[note.text], Self.isPortable(name), name.lowercased().hasSuffix(".md"),
                !taken.contains(Self.key(folder, name)), let path = try? BundlePath(folder + "/" + name)
            {
                paths[note.path] = path
                restored.insert(note.path)
                taken.insert(Self.key(folder, name))
                continue
            }
            let path = try self.path(of: note, in: folder)
            paths[note.path] = path
            taken.insert(ComparisonKey(path.text))
        }
    }

    /// A free path for a note in a folder; if it is too long or too deep there, a shorter name, and then the nearest
    /// folder above.
    private func path(of note: SourceFolder.File, in folder: String) throws(PathProblem) -> BundlePath {
        let made = PortableName.made(from: note.stem) ?? "note"
        let stems = Self.isPortable(note.stem + ".md") ? [note.stem, made] : [made]
        var folders = folder.split(separator: "/")
        var problem = PathProblem.tooLong
        while !folders.isEmpty {
            let folder = folders.joined(separator: "/")
            for stem in stems {
                let name = PortableName.unique(stem, ending: ".md") { taken.contains(Self.key(folder, $0)) }
                do throws(PathProblem) {
                    return try BundlePath(checking: folder + "/" + name)
                } catch {
                    problem = error
                }
            }
            folders.removeLast()
        }
        throw problem
    }

    /// Whether a note gets another name, or another folder.
    func isMoved(_ note: SourceFolder.File) -> Bool {
        let dropped = isExport ? 0 : "notes/".count
        return paths[note.path].map { !$0.text.utf8.dropFirst(dropped).elementsEqual(note.text.utf8) } ?? false
    }

    /// The new folder of a note, with its root.
    private mutating func folder(of note: SourceFolder.File, isCard: Bool) -> String {
        let directory = note.directory
        for root in ["notes", "cards"] where isExport {
            if directory == root || directory.hasPrefix(root + "/") {
                return folder(String(directory.dropFirst(root.count + 1)), below: root)
            }
        }
        return folder(directory, below: isCard ? "cards" : "notes")
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
