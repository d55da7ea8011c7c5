import NotebookBundle
import TerminalIO

/// The changes since a revision according to git, in the working tree or in a range of commits.
struct GitRange {
    /// A revision, or a range `A..B` or `A...B`.
    let revision: String
    let session: Session
    /// Files that affect the result for every notebook: if one of them changed, all notebooks are validated again.
    let settings: [String]
    /// Whether each notebook uses the nearest settings file.
    let readsNearest: Bool

    /// Whether a notebook, or the settings file that is or was nearest to it, changed in the range; untracked files
    /// count as changed.
    func touches(_ path: String) throws(GitFailure) -> Bool {
        guard FileKind.at(path) == .symbolicLink else { return try touches(notebook: path) }
        let target = ExternalPath.real(path)
        // For files outside repositories, the time of the change is unknown.
        guard Git.root(of: target) != nil else { return true }
        if try touches(notebook: path) { return true }
        return try touches(notebook: target)
    }

    private func touches(notebook path: String) throws(GitFailure) -> Bool {
        let (directory, name) = (ExternalPath.parent(of: path), ExternalPath.name(of: path))
        // A notebook can be a repository itself.
        guard FileKind.at(ExternalPath.below(path, ".git")) != nil else {
            return try touches(["./" + name] + settings(above: directory), in: directory)
        }
        if try touches(["."], in: path) { return true }
        return Git.root(of: directory) == nil ? false : try touches(settings(above: directory), in: directory)
    }

    /// Whether one of the files that affect every notebook changed in the range, if they are in a repository.
    func touchesSettings() throws(GitFailure) -> Bool {
        for path in settings.map(ExternalPath.real) {
            let directory = ExternalPath.parent(of: path)
            guard Git.root(of: directory) != nil else { continue }
            if try touches(["./" + ExternalPath.name(of: path)], in: directory) { return true }
        }
        return false
    }

    /// The paths of possible settings files for a directory, up to the top of its repository, relative to the
    /// directory.
    private func settings(above directory: String) -> [String] {
        guard readsNearest, let root = Git.root(of: directory) else { return [] }
        var (folder, way, names) = (directory, "./", [ValidationSettings.fileName])
        while folder != root {
            folder = ExternalPath.parent(of: folder)
            way = way == "./" ? "../" : way + "../"
            names.append(way + ValidationSettings.fileName)
        }
        return names
    }

    private func touches(_ names: [String], in directory: String) throws(GitFailure) -> Bool {
        do throws(Git.Problem) {
            guard try !namesFile(in: directory) else {
                throw Git.Problem(reason: "it is a file in the repository, not a revision")
            }
            let git = Git(session: session)
            // Keeps git from reading a revision as an option.
            let difference = try git.run(
                ["diff", "--quiet", "--end-of-options", revision, "--"] + names, in: directory, accepting: [0, 1])
            if difference.status == 1 { return true }
            let others = try git.run(["ls-files", "--others", "--exclude-standard", "--"] + names, in: directory)
            return !others.output.isEmpty
        } catch {
            // What git says of it depends on the disk and the language.
            let isOutside = Git.root(of: directory) == nil
            throw GitFailure(
                revision: revision, reason: isOutside ? "it is not in a git repository" : error.reason)
        }
    }

    /// Whether the revision names the content of a file, which git would compare with the notebook.
    private func namesFile(in directory: String) throws(Git.Problem) -> Bool {
        guard !revision.hasPrefix("-") else { return false }
        let type = try Git(session: session).run(["cat-file", "-t", revision], in: directory, accepting: [0, 128])
        return type.output == Array("blob\n".utf8)
    }
}

/// Why git cannot show what changed.
struct GitFailure: ToolFailure {
    let revision: String
    let reason: String

    var description: String {
        "cannot tell what changed since \(PrintableText.quoted(revision)): \(PrintableText.escaped(reason))"
    }

    var hint: String? {
        "name a revision or range (origin/main...HEAD) of the notebook's repository; a shallow clone may lack it"
    }
}

/// Which files below a folder of a working tree git ignores, and which it tracks.
struct GitView {
    /// Files and directories that it ignores and does not track, with paths from the folder.
    private let ignored: Set<DiskPath>
    /// Files that it tracks and their directories; `nil` if not asked for.
    private let tracked: Set<DiskPath>?

    /// Asks git; if the folder itself is ignored, nothing below it counts as ignored, because the user named the
    /// folder.
    ///
    /// - Parameters:
    ///   - asksForIgnored: Whether to ask for ignored files.
    ///   - asksForTracked: Whether to ask for tracked files.
    init(_ folder: String, asksForIgnored: Bool, asksForTracked: Bool, _ session: Session) throws(Git.Problem) {
        let git = Git(session: session)
        var ignored: Set<DiskPath> = []
        if asksForIgnored, try git.run(["check-ignore", "-q", "."], in: folder, accepting: [0, 1, 128]).status != 0 {
            let list = try git.run(
                ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"], in: folder)
            ignored = Set(Self.paths(list.output))
        }
        self.ignored = ignored
        guard asksForTracked else {
            tracked = nil
            return
        }
        var tracked: Set<DiskPath> = []
        for path in Self.paths(try git.run(["ls-files", "-z"], in: folder).output) {
            var path = path
            while path != .root, tracked.insert(path).inserted { path = path.parent }
        }
        self.tracked = tracked
    }

    /// Whether git tracks a file, or a file in a directory.
    func tracks(_ path: DiskPath) -> Bool { tracked?.contains(path) ?? true }

    /// Why a path is skipped; `nil` if it is not.
    func reason(toPassOver path: DiskPath) -> FolderSearch.Reason? {
        if ignored.contains(path) { return .ignored }
        return tracks(path) ? nil : .untracked
    }

    /// Splits names that end in NUL, and removes the slash after directories.
    private static func paths(_ bytes: [UInt8]) -> [DiskPath] {
        bytes.split(separator: 0).map { name in
            DiskPath(bytes: Array(name.last == UInt8(ascii: "/") ? name.dropLast() : name))
        }
    }
}
