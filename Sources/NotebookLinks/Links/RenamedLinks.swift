package import NotebookFormat
import NotebookMarkdown
package import NotebookText

/// A file or directory that is renamed.
package struct Rename: Hashable, Sendable {
    /// The old path as text, which need not be valid in a notebook.
    package let old: String
    /// The new path.
    package let new: BundlePath
    /// The exact bytes of the old name, if they are not UTF-8.
    package let oldBytes: [UInt8]?
    /// Whether it is a directory, so that the paths of everything in it change.
    package let isDirectory: Bool

    /// Makes a rename.
    package init(old: String, new: BundlePath, oldBytes: [UInt8]? = nil, isDirectory: Bool = false) {
        self.old = old
        self.new = new
        self.oldBytes = oldBytes
        self.isDirectory = isDirectory
    }
}

/// Updates links to renamed files: adopted blobs (Format, clause 24.1), and files whose names were fixed.
package struct RenamedLinks: Sendable {
    private let renames: Moves
    private let origins: Moves
    private let byName: [ComparisonKey: BundlePath]
    private let elsewhere: [String: BundlePath]
    private let files: LinkResolver?

    /// Makes the value for files and directories that were renamed.
    ///
    /// If something was renamed twice, the second rename counts.
    ///
    /// - Parameters:
    ///   - areTogether: Whether nothing was renamed twice, but one may have got the path that another had.
    ///   - elsewhere: What the destinations of links mean that lead to no file. Names in wiki links need no such list.
    ///   - titles: Titles that files no longer have, for wiki links that use them.
    ///   - files: Tells which names in wiki links mean files that were not renamed.
    package init(
        _ given: [Rename], areTogether: Bool = false, elsewhere: [String: BundlePath] = [:],
        titles: [(old: String, new: BundlePath)] = [], among files: LinkResolver? = nil
    ) {
        self.elsewhere = elsewhere
        self.files = files
        let last = areTogether ? [:] : Dictionary(given.map { ($0.old, $0.new) }) { first, _ in first }
        let renames = given.map { rename in
            Rename(old: rename.old, new: last[rename.new.text] ?? rename.new, isDirectory: rename.isDirectory)
        }
        self.renames = Moves(renames.map { ($0.old, $0.new.text, $0.isDirectory) })
        origins = Moves(renames.map { ($0.new.text, $0.old, $0.isDirectory) })
        byName = Dictionary(
            renames.lazy.filter { !$0.isDirectory }.flatMap { rename in
                Self.names(of: rename.old).map { (ComparisonKey(seen: $0), rename.new) }
            }
                + titles.map { (ComparisonKey(seen: $0.old), $0.new) }
        ) { first, _ in first }
    }

    /// Returns the item with links to the new names.
    ///
    /// - Parameter path: The current path of the item.
    /// - Throws: `TextProblem`, but not for valid items.
    package func rewriting(_ item: ItemFile, at path: BundlePath) throws(TextProblem) -> ItemFile {
        guard !renames.isEmpty || !elsewhere.isEmpty || !byName.isEmpty else { return item }
        let oldPath = origins.path(of: path.text) ?? path.text
        let directory = String(oldPath[..<(oldPath.utf8.lastIndex(of: UInt8(ascii: "/")) ?? oldPath.startIndex)])
        let source = try? BundlePath(oldPath)
        let base = source.map(LinkResolver.directory) ?? directory
        return try item.rewritingDestinations { link in
            if case .wikiLink(let wiki) = link.kind { return renamed(wiki, from: source) }
            let destination = LinkDestination(link.destination.text)
            guard !destination.isExternal, let written = destination.path, !written.isEmpty,
                let resolved = RelativePath.resolve(written, from: base)
            else { return nil }
            let candidates = [resolved, resolved + ".md"]
            let new = candidates.lazy.compactMap(renames.path(of:)).first ?? elsewhere[resolved]?.text
            guard let target = new ?? (oldPath == path.text || written.begins(with: "/") ? nil : resolved),
                let targetPath = try? BundlePath(target)
            else { return nil }
            return destination.leading(to: targetPath, from: path)
        }
    }

    /// The names of a file in wiki links: its path, with or without root and ending, and its name.
    private static func names(of path: String) -> [String] {
        let parts = path.parts(between: "/", maxSplits: 1).map(String.init)
        let last = path.parts(between: "/").last.map(String.init) ?? path
        let names = [path, parts.count == 2 ? parts[1] : path, last]
        return names + names.compactMap { $0.without(ending: ".md").map(String.init) }
    }

    /// The target of a wiki link that names a renamed file, as complete as before.
    private func renamed(_ wiki: MarkdownWikiLink, from source: BundlePath?) -> String? {
        let new = byName[ComparisonKey(seen: wiki.target)]
        if let path = file(wiki.target, from: source), path != new, renames.path(of: path.text) == nil { return nil }
        guard let new else { return throughDirectory(wiki.target, from: source) }
        let name = wiki.target.ends(in: ".md") ? String(new.name) : new.stem
        guard let slash = wiki.target.utf8.lastIndex(of: UInt8(ascii: "/")) else { return name }
        let isWhole = ["notes/", "cards/", "blobs/"].contains { wiki.target.hasPrefix($0) }
        let bare = wiki.target.ends(in: ".md") ? nil : new.text.without(ending: ".md")
        let whole = bare.map(String.init) ?? new.text
        if isWhole { return whole }
        let inside = whole.parts(between: "/", maxSplits: 1).last.map(String.init) ?? whole
        return wiki.target[..<slash].isEmpty ? "/" + whole : inside
    }

    /// The file that a wiki target means; `nil` if it means none, or nothing tells which.
    private func file(_ target: String, from source: BundlePath?) -> BundlePath? {
        guard let source, case .file(let path)? = files?.resolve(wiki: target, from: source) else { return nil }
        return path
    }

    /// The target of a wiki link whose path leads through a renamed directory.
    private func throughDirectory(_ target: String, from source: BundlePath?) -> String? {
        let mark = target.begins(with: "/") ? "/" : ""
        let targets = (mark.isEmpty ? ["", "notes/", "cards/"] : [""]).compactMap { root -> String? in
            guard let new = renames.path(below: root + target.dropFirst(mark.count)), new.begins(with: root) else {
                return nil
            }
            return mark + new.dropFirst(root.count)
        }
        return targets.first { file($0, from: source) != nil } ?? targets.first
    }
}

/// Renamed paths, including those in renamed directories.
private struct Moves {
    private let paths: [String: (new: String, isDirectory: Bool)]

    var isEmpty: Bool { paths.isEmpty }

    init(_ moves: [(old: String, new: String, isDirectory: Bool)]) {
        paths = Dictionary(moves.map { ($0.old, ($0.new, $0.isDirectory)) }) { first, _ in first }
    }

    /// The new path of a file, also if a directory above it was renamed; `nil` if it did not change.
    func path(of path: String) -> String? {
        paths[path]?.new ?? self.path(below: path)
    }

    /// The new path of a file if a directory above it was renamed; `nil` otherwise.
    func path(below path: String) -> String? {
        var end = path.endIndex
        while let slash = path[..<end].utf8.lastIndex(of: UInt8(ascii: "/")) {
            if let found = paths[String(path[..<slash])], found.isDirectory { return found.new + path[slash...] }
            end = slash
        }
        return nil
    }
}
