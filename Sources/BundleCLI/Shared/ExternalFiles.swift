import NotebookBundle

/// Files outside notebooks, as a person names them: follows links, and accepts pipes and devices.
struct ExternalFiles {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The content of a file outside a notebook.
    func read(_ path: String, limit: Int) throws -> [UInt8] {
        try DirectoryFiles.readWhole(following: session.absolute(path), name: shown(path), limit: limit)
    }

    /// The directory in which to make a file.
    func directory(_ directory: String, toWrite path: String) throws -> DirectoryFiles {
        do throws(SystemError) {
            return try DirectoryFiles(directory, name: session.displayed(directory))
        } catch {
            throw SystemError(.create, shown(path), code: error.code)
        }
    }

    /// Writes a file outside a notebook beside its place, and moves it there; replaces an existing file.
    func replace(_ path: String, with text: String) throws { try replace(path, with: Array(text.utf8)) }

    /// Writes a file outside a notebook beside its place, and moves it there; replaces an existing file.
    func replace(_ path: String, with bytes: [UInt8]) throws {
        let (directory, name) = split(path)
        let files = try self.directory(directory, toWrite: path)
        if let kind = try files.status(DiskPath(name))?.kind, kind != .file {
            // Writes to a device, a pipe or a link instead of replacing it.
            return try DirectoryFiles.overwrite(session.absolute(path), name: shown(path), with: bytes)
        }
        try files.replaceFile(name, with: bytes, environment: session.notebookEnvironment)
    }

    /// Splits a path into its directory and name.
    func split(_ path: String) -> (directory: String, name: String) {
        let path = session.absolute(path)
        return (ExternalPath.parent(of: path), ExternalPath.name(of: path))
    }

    /// Makes sure, before anything is written, that a path is not in a notebook and is not also read.
    ///
    /// - Parameters:
    ///   - path: The path to write to; it need not exist.
    ///   - isNotebook: Whether it is to be a notebook itself, so that only folders around it count.
    ///   - sources: The paths that are read.
    /// - Throws: `UsageError.conflict`.
    func refuseToWrite(
        _ path: String, asNotebook isNotebook: Bool = false, over sources: [String] = []
    ) throws(UsageError) {
        guard path != "-" else { return }
        let whole = session.absolute(path)
        let place = ExternalPath.real(isNotebook ? ExternalPath.parent(of: whole) : whole)
        let shown = shown(path)
        if let notebook = NotebookLocation.around(place) {
            throw .conflict("cannot write \(shown) in the notebook \(session.displayed(notebook)); use another path")
        }
        if let source = sources.first(where: { ExternalPath.real($0) == place }) {
            throw .conflict(
                "cannot write \(session.displayed(source)), which is also read or written; use another path")
        }
    }

    private func shown(_ path: String) -> String { session.displayed(session.absolute(path)) }
}

/// Reports that other programs changed files of a notebook, so that lists may be out of date.
///
/// Compares only names and sizes: reading all files takes longer than a list.
struct UnsealedNotice {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The listing of a notebook, and a look at its files, which other threads go on with; `nil` for an archive.
    static func listing(_ files: any FileTree) throws -> (NotebookListing, DirectoryScan?) {
        guard let tree = files as? DirectoryTree else { return (try NotebookListing(files), nil) }
        let count = FileCount(tree)
        let notebook = try NotebookListing(tree)
        return (notebook, DirectoryScan(tree, notebook.manifest, count))
    }

    /// Reports on standard error how many files were changed.
    func report(_ count: UnsealedCount?) throws {
        guard let count else { return }
        if count.evicted > 0 {
            let are = count.evicted == 1 ? "is" : "are"
            try session.note(
                "note: \(Wording.count(count.evicted, "file")) \(are) in iCloud, and not on this computer; ‘\(session.tool) status’ lists them"
            )
        }
        let parts = [(count.changed, "changed"), (count.added, "added"), (count.removed, "removed")].filter { $0.0 > 0 }
        guard let first = parts.first else { return }
        let text = (["\(Wording.count(first.0, "file")) \(first.1)"] + parts.dropFirst().map { "\($0.0) \($0.1)" })
            .joined(separator: ", ")
        try session.note(
            "note: \(text) outside; ‘\(session.tool) status’ lists the changes, ‘\(session.tool) seal’ accepts them")
    }
}

/// The files of a folder that is not a notebook.
struct FilesBelow {
    /// The paths of all files at any depth, in the order of their names.
    private(set) var paths: [String] = []
    /// The numbers of what was left out: hidden files and folders, symbolic links, and notebooks.
    private var (hidden, links, notebooks) = (0, 0, 0)

    /// Lists a folder; does not follow symbolic links, so that nothing outside the folder is listed.
    init(_ folder: String) throws(SystemError) {
        var folders = [folder]
        while let next = folders.popLast() {
            for entry in try DirectoryFiles(next, name: next).list(.root) {
                let path = ExternalPath.below(next, String(decoding: entry.name, as: UTF8.self))
                if entry.name.first == UInt8(ascii: ".") {
                    hidden += 1
                } else if FileKind.at(path) == .symbolicLink {
                    links += 1
                } else if entry.kind == .directory {
                    if NotebookLocation(at: path) == .folder { folders.append(path) } else { notebooks += 1 }
                } else if FileKind.at(path) == .file {
                    paths.append(path)
                }
            }
        }
        paths.sort(by: ItemOrder.namePrecedes)
    }

    /// What was left out, such as `2 hidden, 1 link`; `nil` if nothing was.
    var leftOut: String? {
        let parts = [
            hidden > 0 ? "\(hidden) hidden" : nil, links > 0 ? Wording.count(links, "link") : nil,
            notebooks > 0 ? Wording.count(notebooks, "notebook") : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The names in a folder, without hidden ones.
    static func names(_ folder: String) throws(SystemError) -> [String] {
        try DirectoryFiles(folder, name: folder).list(.root).map { String(decoding: $0.name, as: UTF8.self) }
            .filter { !$0.hasPrefix(".") }
    }
}

/// Files that git leaves out of the working tree, as in a sparse checkout: they are missing, but not deleted.
struct HiddenFiles: ToolFailure {
    private let notebook: String
    private let files: [String]
    private let action: String
    private let advice: String

    /// Refuses a working tree in which git leaves out files.
    ///
    /// - Parameters:
    ///   - action: What would count them as deleted, as a verb.
    ///   - advice: What to say after the hint.
    static func refuse(
        in notebook: Notebook, _ session: Session, to action: String, _ advice: String = ""
    ) throws {
        let path = ExternalPath.real(notebook.location)
        guard let top = Git.root(of: path) else { return }
        let located = GitNotebooks(top: top).notebook(path)
        guard let skipped = try? GitIndex(Git(session: session), at: nil, top: top).skipped(in: located.place) else {
            return
        }
        let hidden = skipped.filter { FileKind.at(ExternalPath.below(top, $0)) == nil }.map(located.file(at:))
        guard !hidden.isEmpty else { return }
        throw HiddenFiles(
            notebook: session.displayed(notebook.location), files: hidden, action: action, advice: advice)
    }

    var description: String { "cannot \(action) \(notebook): git leaves out \(GitSnapshotFailure.list(files)) here" }

    var hint: String? {
        "‘git sparse-checkout disable’ or ‘git update-index --no-skip-worktree’ brings them back\(advice)"
    }
}
