import NotebookBundle
import TerminalIO

/// A merge, cherry-pick or revert of git, done again for a notebook as a whole.
///
/// Git merges file by file: it does not update links to files that the other side renamed, and leaves it to a person
/// what happens to files that one side deleted and the other changed, or that both renamed. The three commits are all
/// that ‘merge’ needs to do better.
struct GitMerge {
    /// The commit that was checked out.
    let mine: String
    /// The commit to merge.
    let theirs: String
    /// The common ancestor of both.
    let base: String
    private let git: Git
    private let top: String

    private init?(
        _ git: Git, _ top: String, mine: String, theirs: String, base: String? = nil
    ) throws(Git.Problem) {
        (self.git, self.top) = (git, top)
        let bases = try git.run(["merge-base", mine, theirs], in: top, accepting: [0, 1])
        let first = base ?? String(decoding: bases.output.prefix { $0 != 0x0A }, as: UTF8.self)
        let commits = try git.commits([mine, theirs, first], in: top)
        guard let mine = commits[0], let theirs = commits[1], let base = commits[2] else { return nil }
        (self.mine, self.theirs, self.base) = (mine, theirs, base)
    }

    /// The unfinished merge that git leaves to a person; `nil` if there is none.
    static func pending(_ git: Git, top: String) throws(Git.Problem) -> GitMerge? {
        let names = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD", "REVERT_HEAD"]
        let commits = try git.commits(names, in: top)
        for (name, commit) in zip(names, commits) where commit != nil {
            switch name {
            case "MERGE_HEAD": return try GitMerge(git, top, mine: "HEAD", theirs: name)
            case "REVERT_HEAD": return try GitMerge(git, top, mine: "HEAD", theirs: name + "^", base: name)
            // Git keeps this name after a rebase has ended.
            case "REBASE_HEAD" where try !git.isWithin([.rebaseMerge, .rebaseApply], in: top): continue
            default: return try GitMerge(git, top, mine: "HEAD", theirs: name, base: name + "^")
            }
        }
        return nil
    }

    /// The merge that made the last commit; `nil` if it does not merge two commits, or was not made by the last
    /// command.
    static func committed(_ git: Git, top: String) throws(Git.Problem) -> GitMerge? {
        let commits = try git.commits(["HEAD^1", "HEAD^2", "HEAD^3", "ORIG_HEAD"], in: top)
        guard commits[1] != nil, commits[2] == nil, commits[0] == commits[3] else { return nil }
        return try GitMerge(git, top, mine: "HEAD^1", theirs: "HEAD^2")
    }
}

extension GitMerge {
    /// Whether a notebook is as git left it: nobody has begun to resolve its conflicts.
    func isUntouched(_ notebook: GitNotebooks.LocatedNotebook) throws -> Bool {
        let left = try git.run(
            ["rev-parse", "--verify", "--quiet", "AUTO_MERGE^{tree}"], in: top, accepting: [0, 1, 128])
        guard left.status == 0 else { return false }
        let others = try git.paths(
            ["ls-files", "--others", "--exclude-standard", "-z", "--", notebook.place], in: top)
        guard others.isEmpty else { return false }
        return try git.session.places.withScratch(git.session.notebookEnvironment) { scratch in
            let index = Git(session: git.session, index: scratch.subpath("index").path)
            _ = try index.run(["read-tree", "AUTO_MERGE"], in: top)
            return try index.run(["diff", "--quiet", "--", notebook.place], in: top, accepting: [0, 1]).status == 0
        }
    }

    /// Merges a notebook, and puts the result into the index and the working tree, also with both versions of places.
    ///
    /// - Returns: What was merged; `nil` if only one side changed the notebook.
    func settle(_ notebook: GitNotebooks.LocatedNotebook) throws -> NotebookMerge? {
        guard let merged = try merged(notebook) else { return nil }
        let changes = try merged.snapshot.changes()
        return try git.session.places.withScratch(git.session.notebookEnvironment) { scratch in
            let tree = try git.tree(mine, with: changes, in: top, scratch)
            guard try put(tree, notebook, leaving: merged.merge.untaken, scratch) else { return nil }
            try leaveOpen(merged.merge.marked.map { notebook.path(of: $0) }, mergedIn: tree)
            return merged.merge
        }
    }

    /// Merges the other side into a notebook, in memory.
    ///
    /// - Returns: What was merged, and the notebook; `nil` if only one side changed it.
    func merged(
        _ notebook: GitNotebooks.LocatedNotebook
    ) throws -> (merge: NotebookMerge, snapshot: GitSnapshot)? {
        guard try isChanged(in: mine, notebook), try isChanged(in: theirs, notebook),
            try [mine, theirs, base].allSatisfy({ try contains(notebook, in: $0) })
        else { return nil }
        let session = git.session
        let snapshot = try GitSnapshot(notebook, in: mine, git, top: top)
        let name = "\(session.displayed(notebook.path)) at \(PrintableText.escaped(try name(of: theirs)))"
        let other = try GitSnapshot(notebook, in: theirs, git, top: top, named: name)
        let origin = try GitSnapshot(notebook, in: base, git, top: top)
        let merge = try snapshot.reading {
            try snapshot.opened.directory.merge(
                NotebookCopy(try ComparedNotebook(other.opened.directory)),
                given: MergeBase(given: try ComparedNotebook(origin.opened.directory))
            ).result
        }
        return (merge, snapshot)
    }

    /// Whether git has taken something of the other side into a notebook, unlike with the strategy ‘ours’.
    func takes(_ notebook: GitNotebooks.LocatedNotebook) throws(Git.Problem) -> Bool {
        try git.run(["diff", "--quiet", mine, "HEAD", "--", notebook.place], in: top, accepting: [0, 1]).status == 1
    }

    private func contains(_ notebook: GitNotebooks.LocatedNotebook, in commit: String) throws(Git.Problem) -> Bool {
        guard notebook.place != "." else { return true }
        return try !git.paths(["ls-tree", "-z", commit, "--", notebook.place], in: top).isEmpty
    }

    /// The name of a branch at a commit, or else the beginning of the commit's hash.
    private func name(of commit: String) throws(Git.Problem) -> String {
        let names = try git.text(
            ["for-each-ref", "--points-at", commit, "--format=%(refname:short)", "refs/heads", "refs/remotes"], in: top)
        return names.split(separator: "\n").first.map(String.init) ?? String(commit.prefix(10))
    }

    private func isChanged(in commit: String, _ notebook: GitNotebooks.LocatedNotebook) throws(Git.Problem) -> Bool {
        try git.run(["diff", "--quiet", base, commit, "--", notebook.place], in: top, accepting: [0, 1]).status == 1
    }

    /// Puts the files of a notebook's document, as they are in a tree, into the index and the working tree.
    ///
    /// - Returns: Whether that was possible: a file that git does not track is not overwritten.
    private func put(
        _ tree: String, _ notebook: GitNotebooks.LocatedNotebook, leaving untaken: Set<DiskPath>,
        _ scratch: FileLocation
    ) throws -> Bool {
        let known = try git.paths(["ls-files", "-z", "--", notebook.place], in: top)
        let merged = try git.paths(["ls-tree", "-r", "--name-only", "-z", tree, "--", notebook.place], in: top)
        // By their bytes, since names in two normalisations are two files.
        func document(_ files: [String]) -> Set<DiskPath> {
            Set(
                files.filter { path in
                    let file = notebook.file(at: path)
                    return GitSnapshot.isOfDocument(file) && !untaken.contains(DiskPath(file))
                }.map { DiskPath($0) })
        }
        let (old, new) = (document(known), document(merged))
        guard new.subtracting(old).allSatisfy({ FileKind.at(ExternalPath.below(top, $0.text)) == nil }) else {
            return false
        }
        func run(_ words: [String], _ files: Set<DiskPath>) throws {
            guard !files.isEmpty else { return }
            let list = scratch.subpath("list")
            try ExternalFiles(git.session).replace(list.path, with: files.sorted().flatMap { $0.bytes + [0] })
            _ = try git.run(words + ["--pathspec-from-file=" + list.path, "--pathspec-file-nul"], in: top)
        }
        try run(["rm", "-q", "-f", "--ignore-unmatch"], old.subtracting(new))
        // ‘restore’ refuses files with a conflict. A line of git is `MODE NAME STAGE`, a tab and the path.
        let open = try git.paths(["ls-files", "-u", "-z", "--", notebook.place], in: top).compactMap { line in
            line.firstIndex(of: "\t").map { DiskPath(String(line[line.index(after: $0)...])) }
        }
        try run(["rm", "-q", "--cached", "--ignore-unmatch"], new.intersection(open))
        try run(["restore", "--source=" + tree, "--staged", "--worktree"], new)
        return true
    }

    /// Marks files as conflicts in git, which commits nothing and does not continue until they are added.
    ///
    /// - Parameter tree: A tree with what was merged: it stands for a side that has no file at a path.
    private func leaveOpen(_ files: [String], mergedIn tree: String) throws(Git.Problem) {
        var lines: [String] = []
        for file in files {
            let merged = try entry(of: file, in: tree)
            // The entries of an unmerged index: 1 is the base, 2 and 3 are the sides (git-update-index(1)).
            let stages = [
                try entry(of: file, in: base), try entry(of: file, in: mine) ?? merged,
                try entry(of: file, in: theirs) ?? merged,
            ]
            lines.append("0 \(String(repeating: "0", count: mine.utf8.count))\t\(file)")
            for (stage, entry) in zip(1..., stages) {
                if let entry { lines.append("\(entry) \(stage)\t\(file)") }
            }
        }
        try git.updateIndex(lines, in: top)
    }

    /// The mode and the name of a file in a tree, as `100644 NAME`.
    private func entry(of file: String, in tree: String) throws(Git.Problem) -> String? {
        // A line of git is `MODE blob NAME`, a tab and the path.
        guard let line = try git.paths(["ls-tree", "-z", tree, "--", file], in: top).first else { return nil }
        let words = line.prefix { $0 != "\t" }.split(separator: " ")
        return words[1] == "blob" ? "\(words[0]) \(words[2])" : nil
    }
}

extension Git {
    /// A tree with changes.
    func tree(
        _ tree: String, with changes: [GitChange], in directory: String, _ scratch: FileLocation
    ) throws(Problem) -> String {
        let index = Git(session: session, index: scratch.subpath("index").path)
        _ = try index.run(["read-tree", tree], in: directory)
        try GitIndex(index, at: index.index, top: directory).put(changes, onlyExpected: false)
        return try index.text(["write-tree"], in: directory)
    }
}
