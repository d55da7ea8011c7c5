import NotebookBundle

/// Finds notebooks in a folder, at any depth.
///
/// Finds every file, directory or link named like a notebook or an archive of one, and every directory with the files
/// of a notebook. Skips hidden names, and does not follow links to directories with other names. The result includes
/// what cannot be read, because it may be a notebook.
struct FolderSearch {
    /// The deepest level of folders to search: each path is opened from its start, so deeper folders take longer and
    /// longer.
    static let maximumDepth = 256

    /// What to skip.
    struct Filter {
        /// Names and paths that the command line excludes.
        var excluded: [ExclusionPattern] = []
        /// Whether to skip what git ignores.
        var leavesOutIgnored = true
        /// Whether to skip what git does not track.
        var isTrackedOnly = false
    }

    /// Why something is skipped, as a phrase after “is”.
    enum Reason: String, CaseIterable {
        case excluded
        case ignored = "ignored by git"
        case untracked = "not tracked by git"
    }

    private let folder: String
    private let session: Session
    private let files: DirectoryFiles
    private let filter: Filter
    /// Why something was skipped that could have been a notebook, or have contained one.
    private(set) var reasons: Set<Reason> = []
    /// The notebooks, with the working trees that they belong to.
    private var notebooks: [DiskPath: (root: DiskPath, view: Int)?] = [:]
    private var failures: [DiskPath: any Failure] = [:]
    private var views: [GitView] = []

    /// A folder to search.
    private struct Step {
        let directory: DiskPath
        let depth: Int
        /// The working tree that it belongs to: the path of the searched part of the tree, and the folder's place in
        /// `views`.
        let tree: (root: DiskPath, view: Int)?
    }

    /// A search below a folder.
    init(_ folder: String, passingOver filter: Filter, _ session: Session) throws(SystemError) {
        self.filter = filter
        self.folder = folder
        self.session = session
        files = try DirectoryFiles(
            folder, name: folder == session.terminal.workingDirectory ? "" : session.displayed(folder))
    }

    /// The notebooks, and what could not be read, in the order of their paths.
    mutating func entries() -> [ValidationInputs.Entry] {
        let isInTree = Git.root(of: ExternalPath.real(folder)) != nil
        var steps = [Step(directory: .root, depth: 0, tree: isInTree ? view(of: .root) : nil)]
        while let step = steps.popLast() {
            do throws(SystemError) {
                steps += try look(into: step)
            } catch {
                record(error, at: step.directory)
            }
        }
        return Set(notebooks.keys).union(failures.keys).sorted().map { path in
            let place = place(of: path)
            let isText = String(validating: path.bytes, as: UTF8.self) != nil
            let failure = isText ? nil : NotebookError.pathIsNotText(session.displayed(place))
            return ValidationInputs.Entry(
                path: place, folder: folder, failure: failures[path] ?? failure, isTracked: isTracked(below: path))
        }
    }

    /// Searches a folder, and returns its subfolders, which are still to be searched.
    private mutating func look(into step: Step) throws(SystemError) -> [Step] {
        let children = try files.list(step.directory)
        let names = Set(children.map(\.name))
        let location = NotebookLocation(directory: "") { names.contains(Array($0.utf8)) }
        if step.directory != .root, location == .notebook {
            notebooks[step.directory] = step.tree
            return []
        }
        var tree = step.tree
        // A working tree within another one has its own rules; the outer repository knows nothing about it.
        if step.directory != .root, names.contains(Array(".git".utf8)), Git.isRoot(place(of: step.directory)) {
            tree = view(of: step.directory)
        }
        var steps: [Step] = []
        for child in children where child.name.first != UInt8(ascii: ".") {
            let path = step.directory.appending(child.name)
            if let reason = reason(toPassOver: path, tree) {
                if child.kind == .directory || Self.isCalledNotebook(child.name) { reasons.insert(reason) }
                continue
            }
            if Self.isCalledNotebook(child.name) {
                notebooks[path] = tree
            } else if child.kind == .directory {
                guard step.depth < Self.maximumDepth else {
                    failures[path] = TooDeep(path: session.displayed(ExternalPath.below(folder, path.text)))
                    continue
                }
                steps.append(Step(directory: path, depth: step.depth + 1, tree: tree))
            }
        }
        return steps
    }

    /// Whether a name is `*.notebundle` or `*.notebundle.*`, in any letter case.
    private static func isCalledNotebook(_ name: [UInt8]) -> Bool {
        let name = String(decoding: name, as: UTF8.self)
        return NotebookLocation.isCalledNotebook(name) || NotebookLocation.isCalledArchive(name)
    }

    private func reason(toPassOver path: DiskPath, _ tree: (root: DiskPath, view: Int)?) -> Reason? {
        if filter.excluded.contains(where: { $0.matches(path.text) }) { return .excluded }
        guard let tree else {
            return filter.isTrackedOnly && Self.isCalledNotebook(Array(path.name)) ? .untracked : nil
        }
        return views[tree.view].reason(toPassOver: Self.path(path, in: tree.root))
    }

    /// A path below a folder, from the top of its working tree.
    private static func path(_ path: DiskPath, in root: DiskPath) -> DiskPath {
        DiskPath(bytes: Array(path.bytes.dropFirst(root == .root ? 0 : root.bytes.count + 1)))
    }

    /// Whether git tracks a file of a notebook; `nil` if that does not matter.
    private func isTracked(below notebook: DiskPath) -> ((DiskPath) -> Bool)? {
        guard filter.isTrackedOnly, let tree = notebooks[notebook] ?? nil else { return nil }
        let (view, place) = (views[tree.view], Self.path(notebook, in: tree.root))
        return { view.tracks(place == .root ? $0 : DiskPath(bytes: place.bytes + [UInt8(ascii: "/")] + $0.bytes)) }
    }

    /// The same for a notebook that the user named.
    static func isTracked(
        in notebook: String, _ filter: Filter, _ session: Session
    ) throws -> ((DiskPath) -> Bool)? {
        guard filter.isTrackedOnly, FileKind.following(notebook) == .directory,
            Git.root(of: ExternalPath.real(notebook)) != nil
        else { return nil }
        do throws(Git.Problem) {
            return try GitView(notebook, asksForIgnored: false, asksForTracked: true, session).tracks
        } catch {
            throw GitSilence(path: session.displayed(notebook), reason: error.reason)
        }
    }

    private func place(of path: DiskPath) -> String { path == .root ? folder : ExternalPath.below(folder, path.text) }

    /// The answer of git about a folder; `nil` if git is not asked, or does not know the folder, which is reported.
    private mutating func view(of directory: DiskPath) -> (root: DiskPath, view: Int)? {
        guard filter.leavesOutIgnored || filter.isTrackedOnly else { return nil }
        let place = place(of: directory)
        do throws(Git.Problem) {
            views.append(
                try GitView(
                    place, asksForIgnored: filter.leavesOutIgnored, asksForTracked: filter.isTrackedOnly, session))
            return (directory, views.count - 1)
        } catch {
            failures[directory] =
                filter.isTrackedOnly ? GitSilence(path: session.displayed(place), reason: error.reason) : nil
            let reason = PrintableText.escaped(error.reason)
            let name = place == session.terminal.workingDirectory ? "." : session.displayed(place)
            try? session.note("note: git cannot tell what it ignores in \(name): \(reason)")
            return nil
        }
    }

    /// Records what could not be read, unless it has disappeared meanwhile.
    private mutating func record(_ error: SystemError, at path: DiskPath) {
        if !isGone(path) { failures[path] = error }
    }

    private func isGone(_ path: DiskPath) -> Bool {
        do {
            return try files.status(path) == nil
        } catch {
            return false
        }
    }
}

/// A folder too deep to be searched.
private struct TooDeep: ToolFailure {
    let path: String

    var description: String {
        "\(path) is more than \(FolderSearch.maximumDepth) folders deep and was not searched"
    }
    var hint: String? { "name it, or skip it with --exclude" }
}

/// A folder for which git does not show what it tracks.
private struct GitSilence: ToolFailure {
    let path: String
    let reason: String

    var description: String { "cannot tell what git tracks in \(path): \(PrintableText.escaped(reason))" }
    var hint: String? { "leave out --tracked to validate everything" }
}

/// A pattern for what to skip below a folder: matches paths from there or, without a slash, names at any depth.
struct ExclusionPattern {
    private let pattern: GlobPattern
    private let isForNames: Bool

    init(_ text: String) throws(GlobPattern.Problem) {
        pattern = try GlobPattern(text)
        isForNames = !text.contains("/")
    }

    /// Whether a path below the folder is skipped.
    func matches(_ path: String) -> Bool {
        pattern.matches(isForNames ? String(path.split(separator: "/").last ?? "") : path)
    }
}

extension Option<ExclusionPattern> {
    /// An option whose value is such a pattern.
    static func exclusion(_ name: String, _ help: String) -> Option {
        Option(
            name, "PATTERN", help, hint: "“?” is any character, “*” any but “/”, “**” anything",
            reason: { text in
                do throws(GlobPattern.Problem) {
                    _ = try GlobPattern(text)
                    return nil
                } catch {
                    return "invalid pattern \(PrintableText.quoted(text)): \(error)"
                }
            }, parse: { try? ExclusionPattern($0) })
    }
}
