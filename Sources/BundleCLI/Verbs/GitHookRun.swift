import NotebookBundle
import TerminalIO

/// What the hooks of ‘git-setup’ do: they keep the notebooks of commits sealed.
struct GitHookRun {
    let session: Session
    let top: String
    let notebooks: GitNotebooks
    let git: Git

    /// - Parameter top: The top of the working tree, in which git starts hooks.
    init(_ session: Session, top: String) {
        self.session = session
        self.top = top
        notebooks = GitNotebooks(top: top)
        let index = session.terminal.environment["GIT_INDEX_FILE"].map { session.absolute($0) }
        git = Git(session: session, index: index)
    }

    /// Runs a hook.
    ///
    /// - Throws: Only before a commit, which is then cancelled; the other hooks report the reason.
    func run(_ hook: GitHook) throws {
        switch hook {
        case .preCommit: try beforeCommit()
        case .postCommit:
            guard try !isWithinSequence(), try !isSealedBefore() else { return }
            try afterwards(nil) { _ in false }
        case .postMerge:
            try afterwards("ORIG_HEAD", mayAmend: isMergeOfNow)
            let merged = try git.text(["rev-parse", "HEAD^@"], in: top).split(separator: "\n").map(String.init)
            GitNotices(git, top: top).report(merged, in: "HEAD")
        case .postRewrite: try afterwards("ORIG_HEAD", mayAmend: isRebasedNow)
        }
    }

    /// Whether git is making several commits, of which this may not be the last.
    private func isWithinSequence() throws(Git.Problem) -> Bool {
        try git.isWithin([.rebaseMerge, .rebaseApply, .sequencer], in: top)
    }

    /// Whether the hook before the commit has sealed exactly what it contains, so that nothing has to be read again.
    private func isSealedBefore() throws(Git.Problem) -> Bool {
        try recorded(.sealedTree) == [git.text(["rev-parse", "HEAD^{tree}"], in: top)]
    }

    static let namesOfChanges = [
        "diff-tree", "--root", "--no-commit-id", "--name-only", "--no-renames", "-r", "-m", "-z",
    ]
}

// Before a commit.
extension GitHookRun {
    private func beforeCommit() throws {
        let index = GitIndex(git, at: git.index, top: top)
        let tree: String
        do throws(Git.Problem) {
            tree = try index.tree()
        } catch {
            let files = (try? index.unmerged()) ?? []
            throw files.isEmpty ? GitHookFailure.unreadable(error.reason) : .unmerged(files)
        }
        let found: [GitNotebooks.LocatedNotebook]
        let files: [String]
        do throws(Git.Problem) {
            files = try changedFiles(in: tree)
            found = try notebooks.containing(files, in: tree, git)
        } catch {
            throw GitHookFailure.unreadable(error.reason)
        }
        var sealed: String? = tree
        for notebook in found {
            do {
                let snapshot = try GitSnapshot(notebook, in: tree, git, top: top)
                try refuseLeftovers(of: snapshot, files)
                if try seal(snapshot, files, index) { sealed = nil }
                try reportMissingAttributes(snapshot)
            } catch let error as GitHookFailure {
                throw error
            } catch let error as Git.Problem {
                throw GitHookFailure.failed(session.displayed(notebook.path), error.reason)
            } catch let error as any Failure {
                throw GitHookFailure.notSealed(session.displayed(notebook.path), error)
            }
        }
        let merging = (try? recorded(.mergeHead)) ?? nil
        guard let sealed = try? sealed ?? index.tree() else { return }
        GitNotices(git, top: top).report(merging ?? [], in: sealed)
        guard !found.isEmpty else { return }
        if sealed != tree { try? reportNothingLeft(in: sealed, found) }
        guard let record = try? git.path(of: .sealedTree, in: top) else { return }
        try? ExternalFiles(session).replace(record, with: sealed + "\n")
    }

    /// The files that a commit with a tree changes.
    private func changedFiles(in tree: String) throws(Git.Problem) -> [String] {
        let changed: [String]
        do {
            changed = try git.paths(["diff-tree", "-r", "--name-only", "--no-renames", "-z", "HEAD", tree], in: top)
        } catch {
            let head = try git.run(["rev-parse", "--verify", "--quiet", "HEAD"], in: top, accepting: [0, 1])
            guard head.status == 1 else { throw error }
            return try git.paths(["ls-tree", "-r", "-z", "--full-tree", "--name-only", tree], in: top)
        }
        // ‘commit --amend’ commits those of the last commit again.
        return try changed + git.paths(Self.namesOfChanges + ["HEAD"], in: top)
    }

    /// Reports a notebook that git does not merge as a notebook, since it was added after the setup.
    private func reportMissingAttributes(_ snapshot: GitSnapshot) throws {
        guard try !MarkedBlock.isIn(snapshot.text(of: GitWords.attributesFile)) else { return }
        let name = session.displayed(snapshot.notebook.path)
        try session.note("note: git does not merge \(name) as a notebook yet; run ‘\(session.tool) git-setup’")
    }

    /// Seals a notebook in the index that is about to be committed; false if it was sealed.
    ///
    /// - Parameter files: The files that the commit changes.
    private func seal(_ snapshot: GitSnapshot, _ files: [String], _ index: GitIndex) throws -> Bool {
        _ = try snapshot.reading { try snapshot.opened.seal() }
        try check(snapshot, files)
        let changes = try snapshot.changes()
        try index.put(changes, onlyExpected: false)
        // For a commit of some files only, git has another index for later. What was staged there stays.
        let later = try git.path(of: .lockedIndex, in: top)
        if let path = git.index, ExternalPath.name(of: path).hasPrefix("next-index-"), FileKind.at(later) != nil {
            try GitIndex(git, at: later, top: top).put(changes, onlyExpected: true)
        }
        try follow(changes, in: snapshot.notebook)
        try reportLinksLeft(snapshot, changes)
        return !changes.isEmpty
    }

    /// Makes sure that a commit adds no conflict copies of a notebook's own files, and deletes no files that are only in
    /// iCloud: where one is missing, a file `.NAME.icloud` stands for it.
    private func refuseLeftovers(of snapshot: GitSnapshot, _ files: [String]) throws {
        let (notebook, files) = (snapshot.notebook, Set(files).sorted())
        let own = files.filter { file in
            guard snapshot.contains(notebook.file(at: file)), let path = try? BundlePath(notebook.file(at: file)) else {
                return false
            }
            return ConflictCopy.isOfOwnFile(path)
        }
        guard own.isEmpty else { throw GitHookFailure.conflictCopy(own) }
        guard files.contains(where: { !snapshot.contains(notebook.file(at: $0)) }) else { return }
        // A file may have been moved, by itself or with its folder, before it went to iCloud.
        let evicted = try git.paths(["ls-files", "-c", "-o", "-z", "--", notebook.place], in: top).filter { stub in
            stub.hasSuffix(".icloud") && ExternalPath.name(of: stub).hasPrefix(".")
        }
        .map { stub in
            let name = ExternalPath.name(of: stub).dropFirst().dropLast(".icloud".count)
            return ExternalPath.below(ExternalPath.parent(of: stub), String(name))
        }
        .filter { !snapshot.contains(notebook.file(at: $0)) && FileKind.at(ExternalPath.below(top, $0)) == nil }
        guard evicted.isEmpty else { throw GitHookFailure.inCloud(evicted) }
    }

    /// Makes sure that a commit that ends a merge has no conflicts left; git takes files that were added for resolved.
    private func check(_ snapshot: GitSnapshot, _ files: [String]) throws {
        guard try GitMerge.pending(git, top: top) != nil else { return }
        let notebook = snapshot.notebook
        let committed = Set(files)
        let marked = try snapshot.reading {
            try snapshot.opened.preview { draft in
                try draft.conflicts().filter { try Self.isMarked($0, in: &draft) }
            }.result.compactMap(\.path).filter { committed.contains(notebook.path(of: $0)) }
        }
        guard marked.isEmpty else { throw GitHookFailure.undecided(session.displayed(notebook.path), marked) }
    }

    private static func isMarked(_ conflict: OpenConflict, in draft: inout Draft) throws -> Bool {
        switch conflict.form {
        case .copy: return false
        case .values: return true
        case .marked:
            let file = try ItemFile(try draft.both(conflict).text)
            return file.marked.count > 0 || !ConflictComments(file).paths.isEmpty
        }
    }
}

// The working tree.
extension GitHookRun {
    /// Brings those files of the working tree that were as in git to what they are there now, so that they stay so.
    func follow(_ changes: [GitChange], in notebook: GitNotebooks.LocatedNotebook) throws {
        guard !changes.isEmpty, FileKind.following(notebook.path) == .directory else { return }
        do {
            let filtered = try git.filtered(changes.map(\.path), in: top)
            func contents(_ entry: (GitChange) -> GitEntry?) throws(Git.Problem) -> [[UInt8]?] {
                let files = changes.compactMap { change in
                    entry(change).map { ($0.name, filtered.contains(change.path) ? change.path : nil) }
                }
                var found = try git.contents(of: files, in: top)[...]
                return changes.map { entry($0) == nil ? nil : found.popFirst() }
            }
            let contents = zip(try contents(\.old), try contents(\.new))
            let skipped = try GitIndex(git, at: git.index, top: top).skipped(in: notebook.place)
            try opened(notebook.path).directory.follow(
                zip(changes, contents).map { change, contents in
                    FollowedFile(path: DiskPath(notebook.file(at: change.path)), old: contents.0, new: contents.1)
                }, without: Set(skipped.compactMap { try? BundlePath(notebook.file(at: $0)) }))
            for change in changes where change.new?.isExecutable == true {
                let path = ExternalPath.below(top, change.path)
                guard FileKind.at(path) == .file else { continue }
                _ = try session.terminal.run(["chmod", "+x", path], top)
            }
        } catch let error as Git.Problem {
            try reportLeft(notebook, PrintableText.escaped(error.reason))
        } catch let error as any Failure {
            try reportLeft(notebook, "\(error)")
        }
    }

    private func reportLeft(_ notebook: GitNotebooks.LocatedNotebook, _ reason: String) throws {
        let name = session.displayed(notebook.path)
        try session.note("note: the commit is sealed, but files of \(name) in the working tree are not: \(reason)")
    }

    func opened(_ path: String) -> Notebook {
        session.notebook(at: path)
    }
}

/// Why a commit is cancelled.
private enum GitHookFailure: ToolFailure {
    case notSealed(String, any Failure)
    case failed(String, String)
    case undecided(String, [BundlePath])
    case conflictCopy([String])
    case inCloud([String])
    case unmerged([String])
    case unreadable(String)

    var description: String {
        switch self {
        case .notSealed(let path, let error): "\(path): \(error)"
        case .failed(let path, let reason): "cannot seal \(path): \(PrintableText.escaped(reason))"
        case .unmerged(let files):
            "cannot commit: \(GitSnapshotFailure.list(files)) still \(files.count == 1 ? "has" : "have") conflicts"
        case .unreadable(let reason): "cannot find out what git commits: \(PrintableText.escaped(reason))"
        case .conflictCopy(let files):
            "\(GitSnapshotFailure.list(files)) \(files.count == 1 ? "is a conflict copy" : "are conflict copies")"
        case .inCloud(let files):
            "\(GitSnapshotFailure.list(files)) \(files.count == 1 ? "is" : "are") in iCloud, and not deleted"
        case .undecided(let path, let files):
            "\(path): \(files.count == 1 ? "" : "\(files.count) files, among them ")"
                + "\(PrintableText.escaped(files.first?.text ?? ""))\(files.count == 1 ? " still has" : ", still have")"
                + " conflicts"
        }
    }

    var hint: String? {
        let bypass = "‘git commit --no-verify’ commits it as it is"
        if case .unmerged = self { return "resolve them with ‘bundle resolve’, then ‘git add’ them" }
        if case .inCloud = self { return "download them, and ‘git add’ them again; \(bypass)" }
        if case .conflictCopy = self { return "‘bundle resolve’ merges them; then ‘git add’ the notebook; \(bypass)" }
        if case .undecided = self { return "resolve them with ‘bundle resolve’; \(bypass)" }
        guard case .notSealed(_, let error) = self else { return bypass }
        let remedy = error.remedy?.text(for: "bundle") ?? (error as? any ToolFailure)?.hint
        return remedy.map { "\($0); \(bypass)" } ?? bypass
    }

    var isFinding: Bool { true }
}
