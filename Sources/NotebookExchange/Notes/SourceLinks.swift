import NotebookFormat
import NotebookStore

/// Resolves links to files of a folder, in the same way as the tools that keep such folders.
struct SourceLinks: Sendable {
    private var byPath: [String: SourceFolder.File] = [:]
    private var byFoldedPath: [ComparisonKey: SourceFolder.File] = [:]
    private var byName: [ComparisonKey: [SourceFolder.File]] = [:]

    init(_ files: [SourceFolder.File]) {
        for file in files {
            byPath[file.text] = file
            byFoldedPath[ComparisonKey(file.text)] = file
            byName[ComparisonKey(file.name), default: []].append(file)
        }
    }

    /// The file that a Markdown or HTML destination names: relative to the note's folder, to the top level, or by its
    /// name if only one file has it.
    func file(_ destination: LinkDestination, in note: SourceFolder.File) -> SourceFolder.File? {
        guard !destination.isExternal, let path = destination.path, !path.isEmpty else { return nil }
        return find(path, from: note.directory) ?? find(path, from: "") ?? named(path, near: note)
    }

    /// The file that the target of a wiki link names; for a note the ending can be missing.
    func file(wiki target: String, in note: SourceFolder.File) -> SourceFolder.File? {
        guard !target.isEmpty else { return nil }
        let isRelative = target.hasPrefix("./") || target.hasPrefix("../")
        return ["", ".md", ".markdown", ".txt"].lazy.compactMap { ending in
            let target = target + ending
            return isRelative ? find(target, from: note.directory) : find(target, from: "") ?? named(target, near: note)
        }.first
    }

    private func find(_ path: String, from directory: String) -> SourceFolder.File? {
        guard let resolved = RelativePath.resolve(path, from: directory) else { return nil }
        return byPath[resolved] ?? byFoldedPath[ComparisonKey(resolved)]
    }

    /// The file with this name, or whose path ends like this; if there are several, the one nearest to the note.
    private func named(_ path: String, near note: SourceFolder.File) -> SourceFolder.File? {
        guard !path.hasPrefix("/"), !path.split(separator: "/").contains(".."),
            let name = path.split(separator: "/").last
        else { return nil }
        let ending = ComparisonKey("/" + path).text
        let found = (byName[ComparisonKey(name)] ?? []).filter { ComparisonKey("/" + $0.text).text.hasSuffix(ending) }
        return found.min { (Self.steps(note, $0), $0.path) < (Self.steps(note, $1), $1.path) }
    }

    private static func steps(_ one: SourceFolder.File, _ two: SourceFolder.File) -> Int {
        let (first, second) = (one.directory.split(separator: "/"), two.directory.split(separator: "/"))
        let common = zip(first, second).prefix { $0 == $1 }.count
        return first.count + second.count - 2 * common
    }
}
