import NotebookBundle
import TerminalIO

/// After a commit, which stays whatever happens.
extension GitHookRun {
    /// Merges and seals the notebooks of the last commit, or reports those that are not sealed.
    ///
    /// - Parameters:
    ///   - start: The commit before; `nil` for the parents of the last one.
    ///   - mayAmend: Whether a commit was made just now by what the hook follows, so that it can be made again.
    func afterwards(_ start: String?, mayAmend: (_ commit: String) throws -> Bool) throws {
        do {
            let commit = try git.text(["rev-parse", "HEAD"], in: top)
            let tree = try git.text(["rev-parse", "HEAD^{tree}"], in: top)
            let files = try git.paths(
                start.map { ["diff-tree", "-r", "--name-only", "--no-renames", "-z", $0, commit] }
                    ?? Self.namesOfChanges + [commit], in: top)
            let found = try notebooks.containing(files, in: tree, git)
            guard !found.isEmpty else { return }
            let mayAmend = try mayAmend(commit) && isOurs(commit)
            let merge = mayAmend ? try GitMerge.committed(git, top: top) : nil
            var changes: [(notebook: GitNotebooks.LocatedNotebook, changes: [GitChange], done: String)] = []
            for notebook in found {
                let snapshot = try GitSnapshot(notebook, in: tree, git, top: top)
                if let merged = try merge.flatMap({ try whole($0, snapshot) }) {
                    changes.append((notebook, merged.changes, merged.done))
                } else if try !snapshot.isSealed() {
                    guard mayAmend else {
                        try report(notebook, isOwn: start == nil)
                        continue
                    }
                    _ = try snapshot.reading { try snapshot.opened.seal() }
                    changes.append(
                        (notebook, try snapshot.changes(), "sealed \(session.displayed(notebook.path)) in this commit"))
                }
            }
            changes.removeAll(where: \.changes.isEmpty)
            guard !changes.isEmpty else { return }
            try amend(commit, tree, changes.flatMap(\.changes))
            for (notebook, changes, done) in changes {
                try GitIndex(git, at: git.index, top: top).put(changes, onlyExpected: true)
                try follow(changes, in: notebook)
                try session.note(done)
            }
        } catch let error as Git.Problem {
            try session.note(
                "note: cannot check whether notebooks are sealed: \(PrintableText.escaped(error.reason))")
        } catch let error as any Failure {
            try session.note("note: \(error)")
        }
    }

    /// What merging a notebook as a whole, so that links follow what the other side renamed, changes in what git has
    /// merged; `nil` if that stays as it is.
    private func whole(_ merge: GitMerge, _ snapshot: GitSnapshot) throws -> (changes: [GitChange], done: String)? {
        guard try merge.takes(snapshot.notebook), let merged = try merge.merged(snapshot.notebook) else { return nil }
        let marked = merged.merge.marked.count
        // What git has merged without a conflict stays so, unless it is no notebook any more.
        guard try marked == 0 || !snapshot.keepsItemsApart() else { return nil }
        let changes = try snapshot.changes(to: merged.snapshot, by: merged.merge)
        let isFree = changes.allSatisfy { change in
            change.old != nil || FileKind.at(ExternalPath.below(top, change.path)) == nil
        }
        let remedy = marked == 0 ? "" : "; ‘\(session.tool) resolve’ goes through \(Wording.count(marked, "conflict"))"
        return isFree
            ? (changes, "merged \(session.displayed(snapshot.notebook.path)) as a whole in this commit\(remedy)") : nil
    }

    /// - Parameter isOwn: Whether nobody else can have the commit yet.
    private func report(_ notebook: GitNotebooks.LocatedNotebook, isOwn: Bool) throws {
        let remedy = isOwn ? "‘git commit --amend --no-edit’ seals it" : "your next commit in it seals it"
        try session.note("note: \(session.displayed(notebook.path)) is not sealed in this commit; \(remedy)")
    }

    /// Whether a commit is a merge that git has made now: all but its first parent are what git was told to merge.
    func isMergeOfNow(_ commit: String) throws(Git.Problem) -> Bool {
        let parents = try git.text(["rev-parse", commit + "^@"], in: top).split(separator: "\n").map(String.init)
        let before = try git.text(["rev-parse", "ORIG_HEAD"], in: top)
        return parents.count > 1 && parents[0] == before
            && parents.dropFirst().allSatisfy { session.terminal.environment["GITHEAD_" + $0] != nil }
    }

    /// Whether a commit is one that a rebase has made now, not one that it started from.
    func isRebasedNow(_ commit: String) throws(Git.Problem) -> Bool {
        if let onto = try recorded(.rebaseMerge, "onto")?.first {
            return try git.run(["merge-base", "--is-ancestor", commit, onto], in: top, accepting: [0, 1]).status == 1
        }
        // With the other backend, the lines of the commits that it has made, each after the one that it replaces.
        return try recorded(.rebaseApply, "rewritten")?.last?.hasSuffix(" " + commit) ?? false
    }

    /// The lines of a file in which git records something, or of one in such a directory; `nil` if there is none.
    func recorded(_ file: Git.OwnFile, _ name: String? = nil) throws(Git.Problem) -> [String]? {
        let path = try git.path(of: file, in: top)
        let place = name.map { ExternalPath.below(path, $0) } ?? path
        guard FileKind.at(place) == .file, let bytes = try? ExternalFiles(session).read(place, limit: 1 << 24) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Whether a commit is in no other branch, and not signed.
    private func isOurs(_ commit: String) throws(Git.Problem) -> Bool {
        let branch = try git.run(["symbolic-ref", "--quiet", "HEAD"], in: top, accepting: [0, 1])
        let name = String(decoding: branch.output.prefix { $0 != 0x0A }, as: UTF8.self)
        let all = try git.text(["for-each-ref", "--format=%(refname)", "--contains", commit], in: top)
        guard all.split(separator: "\n").allSatisfy({ $0 == name }) else { return false }
        return try !git.text(["cat-file", "commit", commit], in: top).contains("\ngpgsig")
    }

    /// Amends the last commit, whose tree is given, with changes of files.
    private func amend(_ commit: String, _ tree: String, _ changes: [GitChange]) throws {
        let bytes = try git.run(["cat-file", "commit", commit], in: top).output
        guard let end = bytes.firstIndex(of: 0x0A) else { return }
        let amended = try session.places.withScratch(session.notebookEnvironment) { scratch in
            let changed = try git.tree(tree, with: changes, in: top, scratch)
            let file = scratch.subpath("commit").path
            try ExternalFiles(session).replace(file, with: Array("tree \(changed)".utf8) + bytes[end...])
            return try git.text(["hash-object", "-t", "commit", "-w", "--", file], in: top)
        }
        _ = try git.run(["update-ref", "-m", "bundle: sealed", "HEAD", amended, commit], in: top)
    }
}

/// What a commit of a part of a notebook leaves behind in the working tree.
extension GitHookRun {
    /// Reports items of the working tree that link to what a commit moves, under its old name.
    ///
    /// - Parameters:
    ///   - snapshot: The notebook as it is committed.
    ///   - changes: What sealing it has changed.
    func reportLinksLeft(_ snapshot: GitSnapshot, _ changes: [GitChange]) throws {
        let notebook = snapshot.notebook
        let moves = try moves(snapshot, changes)
        guard !moves.isEmpty, FileKind.following(notebook.path) == .directory,
            let inspection = try? opened(notebook.path).inspect(collectsLinks: true)
        else { return }
        let broken = inspection.brokenLinks.listed.compactMap { link in
            moves.first { link.problem.isAbout($0.old) }.map { (source: link.source, move: $0) }
        }
        guard let first = broken.first else { return }
        let others = Set(broken.map(\.source)).count - 1
        let rest = others > 0 ? ", and so \(others == 1 ? "does" : "do") \(Wording.count(others, "other item"))" : ""
        let (source, old, new) = (first.source.text, first.move.old.text, first.move.new.text)
        let remedy =
            first.move.old.isBelow(.blobs)
            ? "the commit in which it is sealed updates the link"
            : "‘\(session.tool) unresolved’ lists such links; ‘\(session.tool) move’ and ‘rename’ would have updated them"
        try session.note(
            "note: \(PrintableText.escaped(source)) in the working tree still links to \(PrintableText.escaped(old)), which this commit moves to \(PrintableText.escaped(new))\(rest); \(remedy)"
        )
    }

    /// Reports that nothing is left of a commit, since git ignores the items that it was about.
    ///
    /// - Parameter tree: The tree of the commit once its notebooks are sealed.
    func reportNothingLeft(in tree: String, _ found: [GitNotebooks.LocatedNotebook]) throws {
        let isMerge = try GitMerge.pending(git, top: top) != nil
        guard !isMerge, try git.text(["rev-parse", "HEAD^{tree}"], in: top) == tree else { return }
        let ignored = try found.flatMap { notebook in
            try git.paths(
                ["ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--", notebook.place], in: top
            ).filter { (try? BundlePath(notebook.file(at: $0))).flatMap { FileType(of: $0) } != nil }
        }
        let reason =
            ignored.isEmpty
            ? "the manifest lists what git commits, and nothing else was staged"
            : "git ignores \(GitSnapshotFailure.list(ignored)), and the manifest lists what git commits"
        try session.note("note: nothing is left of this commit: \(reason)")
    }

    /// The items and attachments that have another path in a commit than before.
    private func moves(
        _ snapshot: GitSnapshot, _ changes: [GitChange]
    ) throws -> [(old: BundlePath, new: BundlePath)] {
        let notebook = snapshot.notebook
        func path(_ change: GitChange) -> BundlePath? { try? BundlePath(notebook.file(at: change.path)) }
        // Sealing names attachments after their content.
        var moves = changes.compactMap { gone -> (old: BundlePath, new: BundlePath)? in
            guard gone.new == nil, let name = gone.old?.name, let old = path(gone),
                let new = changes.first(where: { $0.old == nil && $0.new?.name == name }).flatMap(path)
            else { return nil }
            return (old, new)
        }
        let place = "HEAD:" + notebook.path(of: .manifest)
        let listed = try git.run(["cat-file", "blob", place], in: top, accepting: [0, 128])
        guard listed.status == 0, let before = try? Manifest(listed.output) else { return moves }
        let after = try snapshot.reading { try snapshot.opened.read(\.listing.manifest) }
        let facts = after.entries.map { entry in
            FileFact(path: entry.path, size: entry.size, digest: entry.digest, item: nil)
        }
        for difference in Changes(from: before, to: facts).differences {
            if case .moved(let old) = difference.change { moves.append((old, difference.path)) }
        }
        // The same bytes are rare among items: their uuids tell.
        let uuids = Dictionary(
            after.entries.compactMap { entry in entry.item?.uuid.map { ($0, entry.path) } }
        ) { first, _ in first }
        for entry in before.entries where after[entry.path] == nil && TrashedPath(entry.path) == nil {
            guard let new = entry.item?.uuid.flatMap({ uuids[$0] }), TrashedPath(new) == nil else { continue }
            moves.append((entry.path, new))
        }
        return moves
    }
}

extension BrokenLink.Problem {
    /// Whether a link led to this path.
    fileprivate func isAbout(_ path: BundlePath) -> Bool {
        switch self {
        case .missingBlob(let text): text == path.text
        case .missingFile(let text): text == path.text || text + ".md" == path.text
        case .missingTarget(let name): BundlePath.isCalled(path.text.utf8.span, ComparisonKey(name))
        default: false
        }
    }
}
