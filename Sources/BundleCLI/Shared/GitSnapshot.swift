import NotebookBundle
import TerminalIO

/// A notebook in a tree of git, which can be sealed or merged in memory.
struct GitSnapshot {
    /// The notebook.
    let notebook: GitNotebooks.LocatedNotebook
    /// The notebook in memory.
    var opened: Notebook { Notebook(files.directory) }

    private let tree: String
    private let files: RevisionNotebook
    private let git: Git
    private let top: String
    /// What git stores, by the paths in the notebook.
    private let entries: [DiskPath: GitEntry]

    /// The notebook in a tree.
    ///
    /// - Parameters:
    ///   - tree: The tree, or a commit.
    ///   - name: The name of the notebook in messages, safe to print; `nil` for its path.
    /// - Throws: `Git.Problem`, or `GitSnapshotFailure` if something in it cannot be read.
    init(
        _ notebook: GitNotebooks.LocatedNotebook, in tree: String, _ git: Git, top: String, named name: String? = nil
    ) throws {
        (self.notebook, self.git, self.top) = (notebook, git, top)
        self.tree = "\(tree):\(notebook.place == "." ? "" : notebook.place)"
        let list: [UInt8]
        do {
            list = try git.run(["ls-tree", "-r", "-l", "-z", "--full-tree", self.tree], in: top).output
        } catch {
            throw try Self.missing(in: self.tree, notebook, git, top) ?? error
        }
        var (entries, files): ([DiskPath: GitEntry], [RevisionTree.File]) = ([:], [])
        for (entry, file) in Self.files(list) {
            let path = String(decoding: file.path, as: UTF8.self)
            entries[DiskPath(bytes: file.path)] = entry
            guard entry.isFile else {
                if Self.isOutside(path) { continue }
                throw GitSnapshotFailure.irregular(notebook.path(ofFile: path), entry)
            }
            files.append(file)
        }
        self.entries = entries
        let path = { @Sendable (file: RevisionTree.File) in
            notebook.path(ofFile: String(decoding: file.path, as: UTF8.self))
        }
        let filtered = try git.filtered(files.map(path), in: top)
        let shown = name ?? git.session.displayed(notebook.path)
        self.files = RevisionNotebook(shown, files, environment: git.session.notebookEnvironment) { files in
            try git.contents(
                of: files.map { ($0.identifier, filtered.contains(path($0)) ? path($0) : nil) }, in: top)
        }
    }

    /// The files in the output of git-ls-tree(1): `MODE TYPE NAME SIZE`, a tab, the path, and NUL.
    private static func files(_ list: [UInt8]) -> [(entry: GitEntry, file: RevisionTree.File)] {
        list.split(separator: 0).compactMap { line in
            guard let tab = line.firstIndex(of: 0x09) else { return nil }
            let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
            guard words.count == 4 else { return nil }
            let entry = GitEntry(mode: String(words[0]), name: String(words[2]))
            return (
                entry,
                RevisionTree.File(
                    path: Array(line[(tab + 1)...]), kind: entry.isFile ? .file : .special, size: Int(words[3]) ?? 0,
                    identifier: entry.name)
            )
        }
    }

    /// Whether a file in the notebook's folder is hidden, and so outside the document.
    private static func isOutside(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }

    /// Whether a document can have a file at a path; git alone merges all others.
    static func isOfDocument(_ path: String) -> Bool {
        guard !isOutside(path), let path = try? BundlePath(path.composed) else { return false }
        return path == .manifest || FileType(of: path) != nil
    }

    /// Runs `body`, and names the files that git does not have if that is why it fails.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            guard files.failure != nil else { throw error }
            throw try Self.missing(in: tree, notebook, git, top) ?? files.failure ?? error
        }
    }

    /// Why files of a tree cannot be read; `nil` if git has them all.
    private static func missing(
        in tree: String, _ notebook: GitNotebooks.LocatedNotebook, _ git: Git, _ top: String
    ) throws(Git.Problem) -> GitSnapshotFailure? {
        let list = try git.run(["rev-list", "--objects", "--missing=print", tree], in: top, accepting: [0, 1, 128])
        let lines = String(decoding: list.output, as: UTF8.self).split(separator: "\n")
        let names = Set(lines.filter { $0.hasPrefix("?") }.map { String($0.dropFirst()) })
        guard !names.isEmpty else { return nil }
        let files = try git.paths(["ls-tree", "-r", "-z", "--full-tree", tree], in: top).compactMap { line -> String? in
            guard let tab = line.firstIndex(of: "\t") else { return nil }
            let words = line[..<tab].split(separator: " ")
            return words.count == 3 && names.contains(String(words[2])) ? String(line[line.index(after: tab)...]) : nil
        }
        return .missing(files.map(notebook.path(ofFile:)))
    }

    /// What was changed in memory, after storing it in git.
    func changes() throws -> [GitChange] {
        let changed = try reading { try files.changes() }
        let present = changed.compactMap { file in file.content.map { (path(file.path.text), $0) } }
        var names = try git.store(present, in: top)[...]
        let named = changed.map { (path: $0.path, name: $0.content == nil ? nil : names.popFirst()) }
        // A file that was only renamed keeps its mode.
        let gone = named.filter { $0.name == nil }.compactMap { entries[$0.path] }
        let modes = Dictionary(gone.map { ($0.name, $0.mode) }) { first, _ in first }
        return named.compactMap { file, name in
            let old = entries[file]
            let new = name.map { GitEntry(mode: old?.mode ?? modes[$0] ?? GitEntry.plainMode, name: $0) }
            return new == old ? nil : GitChange(path: path(file.text), old: old, new: new)
        }
    }

    /// The changes of the document that lead from this notebook to what another one has become by a merge.
    ///
    /// What the merge could not take stays as git has merged it.
    func changes(to other: GitSnapshot, by merge: NotebookMerge) throws -> [GitChange] {
        let untaken = merge.untaken
        var target = other.entries
        for change in try other.changes() { target[DiskPath(notebook.file(at: change.path))] = change.new }
        return Set(entries.keys).union(target.keys).sorted().compactMap { file in
            guard entries[file] != target[file], !untaken.contains(file), Self.isOfDocument(file.text) else {
                return nil
            }
            return GitChange(path: path(file.text), old: entries[file], new: target[file])
        }
    }

    /// Whether the tree has a file of the notebook.
    func contains(_ file: String) -> Bool { entries[DiskPath(file)] != nil }

    private func path(_ file: String) -> String { notebook.path(ofFile: file) }

    /// The text of a file beside the document; empty if there is none.
    func text(of name: String) throws -> String {
        guard entries[DiskPath(name)] != nil else { return "" }
        let bytes = try opened.directory.readFiles { try $0.content(of: DiskPath(name), limit: 1 << 20) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the manifest lists all files as they are.
    func isSealed() throws -> Bool {
        try reading {
            try opened.directory.readTree { tree in
                let inspection = try Inspector(tree).inspect()
                return inspection.manifest.value.map { Changes(from: $0, to: inspection.files).isEmpty } ?? false
            }
        }
    }
}

extension NotebookMerge {
    /// The files of both sides that the merge left alone, since no notebook can hold them.
    var untaken: Set<DiskPath> { Set((leftOut + (unreadable + leftHere).map(\.path)).map { DiskPath($0) }) }
}

extension GitSnapshot {
    /// Whether no two items have the same uuid, or paths that some systems cannot distinguish, as where one side changed
    /// the letter case of a name and the other side renamed the item.
    func keepsItemsApart() throws -> Bool {
        try reading {
            try opened.directory.readTree { tree in
                let inspection = try Inspector(tree).inspect()
                let uuids = inspection.files.compactMap { $0.item?.readable?.metadata.uuid }
                return inspection.collisions.isEmpty && Set(uuids).count == uuids.count
            }
        }
    }
}

/// Why a notebook in git cannot be sealed or merged.
enum GitSnapshotFailure: ToolFailure {
    case missing([String])
    case irregular(String, GitEntry)

    var description: String {
        switch self {
        case .missing(let files): "git does not have the content of \(Self.list(files)) here"
        case .irregular(let path, let entry):
            "\(PrintableText.escaped(path)) is \(entry.mode == "160000" ? "a repository of its own" : "a symbolic link")"
        }
    }

    /// Names the first files.
    static func list(_ files: [String]) -> String {
        let shown = files.prefix(3).map { PrintableText.escaped($0) }
        return Wording.list(shown + (files.count > 3 ? ["\(files.count - 3) more"] : []), "and")
    }

    var hint: String? {
        switch self {
        case .missing: "in a partial clone, git fetches it when the remote can be reached"
        case .irregular: "a notebook contains only files"
        }
    }

    var isFinding: Bool { true }
}

/// The notebooks in a repository.
struct GitNotebooks {
    /// The top of the working tree.
    let top: String

    /// A notebook in a repository.
    struct LocatedNotebook: Hashable {
        /// The path of its directory, which a sparse checkout may not have.
        let path: String
        /// The path from the top of the working tree; `.` for the top itself.
        let place: String

        /// The path of one of its files from the top of the working tree.
        func path(of file: BundlePath) -> String { path(ofFile: file.text) }

        /// The path of one of its files from the top of the working tree.
        func path(ofFile file: String) -> String { place == "." ? file : ExternalPath.below(place, file) }

        /// The path in the notebook of a file, given from the top of the working tree.
        func file(at path: String) -> String { place == "." ? path : String(path.dropFirst(place.count + 1)) }
    }

    /// The notebooks of a tree that contain files, in the order of their paths.
    ///
    /// - Parameter files: Paths from the top of the working tree.
    func containing(_ files: [String], in tree: String, _ git: Git) throws(Git.Problem) -> [LocatedNotebook] {
        let chains = Set(files.map { Self.folders(of: $0) })
        let folders = Set(chains.joined()).sorted()
        let wanted = folders.flatMap { [$0] + NotebookLocation.files.map(Self.below($0)) }.filter { $0 != "." }
        var present: Set<String> = ["."]
        for paths in wanted.inBatches {
            present.formUnion(
                try git.paths(["ls-tree", "-t", "-z", "--full-tree", "--name-only", tree, "--"] + paths, in: top))
        }
        let found = Set(
            folders.filter { folder in
                let path = folder == "." ? top : folder
                return present.contains(folder)
                    && NotebookLocation(directory: ExternalPath.name(of: path)) {
                        present.contains(Self.below(folder)($0))
                    } == .notebook
            })
        return Set(chains.compactMap { $0.first(where: found.contains) }).sorted().map { place in
            LocatedNotebook(path: place == "." ? top : ExternalPath.below(top, place), place: place)
        }
    }

    private static func below(_ folder: String) -> (_ name: String) -> String {
        { folder == "." ? $0 : ExternalPath.below(folder, $0) }
    }

    /// The folders that contain a file, the outermost first.
    private static func folders(of file: String) -> [String] {
        let names = file.split(separator: "/").dropLast()
        return ["."] + names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// The notebook in a directory.
    func notebook(_ path: String) -> LocatedNotebook {
        LocatedNotebook(path: path, place: ExternalPath.relative(path, to: top) ?? ".")
    }
}
