import NotebookBundle

/// An index of git: what the next commit will contain.
struct GitIndex {
    private let git: Git
    private let top: String

    /// The index that git uses for a path; `nil` for that of the repository.
    init(_ git: Git, at path: String?, top: String) {
        (self.git, self.top) = (Git(session: git.session, index: path), top)
    }

    /// An entry, and what git was told about it.
    private struct Row {
        let entry: GitEntry
        let isSkipped: Bool
        let isAssumedUnchanged: Bool
    }

    /// Makes changes, and touches no other entry.
    ///
    /// - Parameter isOnlyExpected: Whether to leave entries that are not as the change expects: somebody has staged
    ///   something else there.
    func put(_ changes: [GitChange], onlyExpected isOnlyExpected: Bool) throws(Git.Problem) {
        let rows = try rows(of: changes.map(\.path))
        let changes = isOnlyExpected ? changes.filter { rows[DiskPath($0.path)]?.entry == $0.old } : changes
        try git.updateIndex(
            changes.compactMap { change in
                guard let name = (change.new ?? change.old ?? rows[DiskPath(change.path)]?.entry)?.name else {
                    return nil
                }
                let gone = "0 \(String(repeating: "0", count: name.utf8.count))\t\(change.path)"
                return change.new.map { "\($0.mode) \($0.name)\t\(change.path)" } ?? gone
            }, in: top)
        // A new entry has lost what git was told about the old one.
        let kept = changes.filter { $0.new != nil }.map(\.path)
        try tell("--skip-worktree", kept.filter { rows[DiskPath($0)]?.isSkipped == true })
        try tell("--assume-unchanged", kept.filter { rows[DiskPath($0)]?.isAssumedUnchanged == true })
    }

    private func tell(_ option: String, _ paths: [String]) throws(Git.Problem) {
        for paths in paths.inBatches { _ = try git.run(["update-index", option, "--"] + paths, in: top) }
    }

    /// The entries of some files.
    private func rows(of paths: [String]) throws(Git.Problem) -> [DiskPath: Row] {
        var rows: [DiskPath: Row] = [:]
        for paths in paths.inBatches {
            // A line of git is `TAG MODE NAME STAGE`, a tab and the path.
            for line in try git.paths(["ls-files", "-s", "-v", "-z", "--"] + paths, in: top) {
                guard let tab = line.firstIndex(of: "\t") else { continue }
                let words = line[..<tab].split(separator: " ")
                guard words.count == 4 else { continue }
                rows[DiskPath(String(line[line.index(after: tab)...]))] = Row(
                    entry: GitEntry(mode: String(words[1]), name: String(words[2])),
                    isSkipped: words[0].uppercased() == "S", isAssumedUnchanged: words[0] == words[0].lowercased())
            }
        }
        return rows
    }

    /// The files of a folder that git was told to leave out of the working tree.
    func skipped(in folder: String) throws(Git.Problem) -> [String] {
        try git.paths(["ls-files", "-t", "-z", "--", folder], in: top).filter { $0.hasPrefix("S ") }.map {
            String($0.dropFirst(2))
        }
    }

    /// The tree that a commit of the index has; it leaves out what somebody only intends to add.
    ///
    /// - Throws: `Git.Problem`, also if files have conflicts.
    func tree() throws(Git.Problem) -> String { try git.text(["write-tree"], in: top) }

    /// The files of a folder with conflicts.
    func unmerged(in folder: String = ".") throws(Git.Problem) -> [String] {
        let lines = try git.paths(["ls-files", "-u", "-z", "--", folder], in: top)
        return Set(
            lines.compactMap { line in line.firstIndex(of: "\t").map { String(line[line.index(after: $0)...]) } }
        )
        .sorted()
    }
}

extension [String] {
    /// Parts of a list that are short enough for one command line.
    var inBatches: [ArraySlice<String>] {
        stride(from: 0, to: count, by: 500).map { self[$0..<Swift.min($0 + 500, count)] }
    }
}

/// What git stores of a file: its mode and the name of its content.
struct GitEntry: Hashable {
    /// The mode, such as `100644`; `120000` is a link, and `160000` a repository in the repository.
    let mode: String
    /// The name of the content.
    let name: String

    /// The mode of a file that is not executable.
    static let plainMode = "100644"

    /// Whether it is a regular file.
    var isFile: Bool { mode.hasPrefix("100") }

    /// Whether it is an executable file.
    var isExecutable: Bool { mode == "100755" }
}

/// A change of a file in an index or a tree of git.
struct GitChange {
    /// The path from the top of the working tree.
    let path: String
    /// What was there; `nil` if there was nothing.
    let old: GitEntry?
    /// What is there now; `nil` if the file is gone.
    let new: GitEntry?
}
