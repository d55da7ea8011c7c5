import NotebookBundle
import TerminalIO

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
            let inspection = try? directory(notebook.path).inspect(collectsLinks: true)
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
    func reportNothingLeft(in tree: String, _ found: [GitNotebooks.Notebook]) throws {
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
        let after = try snapshot.reading { try snapshot.directory.read(\.listing.manifest) }
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
