import NotebookBundle
import NotebookFormat
import TerminalIO

/// What the hooks of ‘git-setup’ do: they keep the notebooks of commits sealed.
struct GitHookRun {
    private let session: Session
    private let top: String
    private let notebooks: GitNotebooks
    private let git: Git

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
        case .postCommit: if try !isWithinSequence() { try afterwards(["HEAD"], mayAmend: false) }
        case .postMerge:
            try merged()
            try afterwards(["ORIG_HEAD", "HEAD"], mayAmend: true)
        case .postRewrite: try afterwards(["ORIG_HEAD", "HEAD"], mayAmend: true)
        }
    }

    /// Whether git is making several commits, of which this may not be the last.
    private func isWithinSequence() throws(Git.Problem) -> Bool {
        try git.isWithin(["rebase-merge", "rebase-apply", "sequencer"], in: top)
    }
}

// Before a commit.
extension GitHookRun {
    private func beforeCommit() throws {
        var files = try git.paths(["diff", "--cached", "--name-only", "--no-renames", "-z"], in: top)
        if try git.run(["rev-parse", "--verify", "--quiet", "HEAD"], in: top, accepting: [0, 1]).status == 0 {
            // ‘commit --amend’ commits them again.
            files += try git.paths(Self.namesOfChanges + ["HEAD"], in: top)
        }
        for notebook in notebooks.containing(files) {
            do {
                try seal(notebook, files)
                try reportMissingAttributes(notebook)
            } catch let error as GitHookFailure {
                throw error
            } catch let error as Git.Problem {
                throw GitHookFailure.failed(session.displayed(notebook.path), error.reason)
            } catch let error as any Failure {
                throw GitHookFailure.notSealed(session.displayed(notebook.path), error)
            }
        }
    }

    /// Reports a notebook that git does not merge as a notebook, since it was added after the setup.
    private func reportMissingAttributes(_ notebook: GitNotebooks.Notebook) throws {
        let file = OutsidePath.below(notebook.path, ".gitattributes")
        let bytes = FileKind.at(file) == nil ? [] : try OutsideFiles(session).read(file, limit: 1 << 20)
        guard !MarkedBlock.isIn(String(decoding: bytes, as: UTF8.self)) else { return }
        try session.note(
            "note: git does not merge \(session.displayed(notebook.path)) as a notebook yet; run ‘\(session.tool) git-setup’"
        )
    }

    fileprivate static let namesOfChanges = [
        "diff-tree", "--root", "--no-commit-id", "--name-only", "--no-renames", "-r", "-m", "-z",
    ]

    /// Seals the part of a notebook that is about to be committed.
    ///
    /// - Parameter files: The files that the commit changes.
    private func seal(_ notebook: GitNotebooks.Notebook, _ files: [String]) throws {
        let changed = try git.paths(["diff", "--name-only", "--no-renames", "-z", "--", notebook.place], in: top)
        let others = try git.paths(
            ["ls-files", "--others", "--exclude-standard", "-z", "--", notebook.place], in: top)
        guard changed.isEmpty, others.isEmpty else {
            return try sealIndex(notebook, files, leaving: Set(changed + others))
        }
        _ = try directory(notebook.path).seal()
        try add(notebook.place)
        try check(notebook, files, at: notebook.path)
    }

    /// Makes sure that a commit that ends a merge has no conflicts left; git takes files that were added for resolved.
    private func check(_ notebook: GitNotebooks.Notebook, _ files: [String], at path: String) throws {
        guard try GitMerge.pending(git, top: top) != nil else { return }
        let committed = Set(files)
        let marked = try directory(path).preview { draft in
            try draft.conflicts().filter { try Self.isMarked($0, in: &draft) }
        }.result.compactMap(\.path).filter { committed.contains(notebook.path(of: $0)) }
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

    private func directory(_ path: String) -> NotebookDirectory {
        NotebookDirectory(path, world: session.world, cache: session.seenFiles)
    }

    /// Adds the files of a folder to what is committed.
    ///
    /// For a commit of some files only, git has another index for later.
    private func add(_ place: String, of tree: String? = nil) throws {
        let directory = try git.text(["rev-parse", "--absolute-git-dir"], in: top)
        let words = (tree.map { ["--git-dir=" + directory, "--work-tree=" + $0] } ?? []) + ["add", "-A", "--", place]
        _ = try git.run(words, in: tree ?? top)
        let later = try session.absolute(git.text(["rev-parse", "--git-path", "index.lock"], in: top))
        guard let index = git.index, OutsidePath.name(of: index).hasPrefix("next-index-"), FileKind.at(later) != nil
        else { return }
        _ = try Git(session: session, index: later).run(words, in: tree ?? top)
    }

    /// Seals the committed state of a notebook that has other changes: in a checkout of its own.
    ///
    /// - Parameter dirty: The files whose changes are not committed.
    private func sealIndex(
        _ notebook: GitNotebooks.Notebook, _ files: [String], leaving dirty: Set<String>
    ) throws {
        try session.places.withScratch(session.world) { try sealIndex(notebook, files, leaving: dirty, in: $0) }
    }

    private func sealIndex(
        _ notebook: GitNotebooks.Notebook, _ files: [String], leaving dirty: Set<String>, in scratch: Place
    ) throws {
        try git.checkOut(notebook.place, to: scratch.path, in: top)
        var world = session.world
        world.history = nil
        let path = notebook.place == "." ? scratch.path : OutsidePath.below(scratch.path, notebook.place)
        guard NotebookLocation(at: path) == .notebook else { return }
        _ = try NotebookDirectory(path, world: world).seal()
        let directory = try git.text(["rev-parse", "--absolute-git-dir"], in: top)
        let sealed = try git.paths(
            [
                "--git-dir=" + directory, "--work-tree=" + scratch.path, "diff", "--name-only", "--no-renames",
                "--diff-filter=d", "-z", "--", notebook.place,
            ], in: scratch.path)
        try add(notebook.place, of: scratch.path)
        try check(notebook, files, at: path)
        // Files that were as committed stay so.
        for file in sealed where !dirty.contains(file) {
            let place = OutsidePath.below(top, file)
            guard FileKind.at(place) == .file else { continue }
            let bytes = try OutsideFiles(session).read(OutsidePath.below(scratch.path, file), limit: .max)
            try OutsideFiles(session).replace(place, with: bytes)
        }
    }
}

// After a commit, which stays whatever happens.
extension GitHookRun {
    /// Seals the notebooks of the last commit, or reports those that are not sealed.
    ///
    /// - Parameters:
    ///   - range: The commits whose changes are looked at.
    ///   - mayAmend: Whether the last commit was made just now, so that it can be made again.
    private func afterwards(_ range: [String], mayAmend: Bool) throws {
        do {
            let files = try git.paths(
                range.count == 1
                    ? Self.namesOfChanges + range
                    : ["diff", "--name-only", "--no-renames", "-z"] + range, in: top)
            let found = try notebooks.containing(files).filter { try isAsCommitted($0) && !isSealed($0) }
            guard !found.isEmpty else { return }
            let commit = try git.text(["rev-parse", "HEAD"], in: top)
            if mayAmend, try isOurs(commit) {
                for notebook in found { _ = try directory(notebook.path).seal() }
                try amend(commit, with: found, "sealed")
            } else {
                for notebook in found { try report(notebook) }
            }
        } catch let error as Git.Problem {
            try session.note(
                "note: cannot check whether notebooks are sealed: \(PrintableText.escaped(error.reason))")
        } catch let error as any Failure {
            try session.note("note: \(error)")
        }
    }

    /// Merges the notebooks of a merge as a whole, so that links follow what the other side renamed.
    private func merged() throws {
        do {
            guard let merge = try GitMerge.committed(git, top: top) else { return }
            let commit = try git.text(["rev-parse", "HEAD"], in: top)
            guard try isOurs(commit) else { return }
            let files = try git.paths(["diff", "--name-only", "--no-renames", "-z", merge.base, commit], in: top)
            let found = try notebooks.containing(files).filter { notebook in
                guard try isAsCommitted(notebook) else { return false }
                // What git has merged without a conflict stays so.
                _ = try merge.settle(notebook, takesConflicts: false)
                return try !isAsCommitted(notebook)
            }
            if !found.isEmpty { try amend(commit, with: found, "merged", " as a whole") }
        } catch let error as Git.Problem {
            try session.note("note: git merged file by file: \(PrintableText.escaped(error.reason))")
        } catch let error as any Failure {
            try session.note("note: git merged file by file: \(error)")
        }
    }

    private func report(_ notebook: GitNotebooks.Notebook) throws {
        let name = session.displayed(notebook.path)
        try session.note("note: \(name) is not sealed in this commit; ‘git commit --amend --no-edit’ seals it")
    }

    private func isAsCommitted(_ notebook: GitNotebooks.Notebook) throws(Git.Problem) -> Bool {
        try git.run(["status", "--porcelain", "--", notebook.place], in: top).output.isEmpty
    }

    private func isSealed(_ notebook: GitNotebooks.Notebook) throws -> Bool {
        try directory(notebook.path).readTree { tree in
            let inspection = try Inspector(tree).inspect()
            return inspection.manifest.value.map { Changes(from: $0, to: inspection.files).isEmpty } ?? false
        }
    }

    /// Whether a commit is in no other branch, and not signed.
    private func isOurs(_ commit: String) throws(Git.Problem) -> Bool {
        let branch = try git.run(["symbolic-ref", "--quiet", "HEAD"], in: top, accepting: [0, 1])
        let name = String(decoding: branch.output.prefix { $0 != 0x0A }, as: UTF8.self)
        let all = try git.text(["for-each-ref", "--format=%(refname)", "--contains", commit], in: top)
        guard all.split(separator: "\n").allSatisfy({ $0 == name }) else { return false }
        return try !git.text(["cat-file", "commit", commit], in: top).contains("\ngpgsig")
    }

    /// Amends the last commit with the current state of notebooks.
    ///
    /// - Parameters:
    ///   - done: What was done with the notebooks.
    ///   - how: The end of the message, such as “as a whole”.
    private func amend(
        _ commit: String, with found: [GitNotebooks.Notebook], _ done: String, _ how: String = ""
    ) throws {
        for notebook in found { try add(notebook.place) }
        let tree = try git.text(["write-tree"], in: top)
        let bytes = try git.run(["cat-file", "commit", commit], in: top).output
        guard let end = bytes.firstIndex(of: 0x0A) else { return }
        let file = session.places.temporary.subpath("notebundle-\(String(session.world.random(), radix: 16))")
        defer { try? file.remove() }
        try OutsideFiles(session).replace(file.path, with: Array("tree \(tree)".utf8) + bytes[end...])
        let amended = try git.text(["hash-object", "-t", "commit", "-w", "--", file.path], in: top)
        _ = try git.run(["update-ref", "-m", "bundle: \(done)", "HEAD", amended, commit], in: top)
        for notebook in found { try session.note("\(done) \(session.displayed(notebook.path))\(how) in this commit") }
    }
}

/// Why a commit is cancelled.
private enum GitHookFailure: ToolFailure {
    case notSealed(String, any Failure)
    case failed(String, String)
    case undecided(String, [BundlePath])

    var description: String {
        switch self {
        case .notSealed(let path, let error): "\(path): \(error)"
        case .failed(let path, let reason): "cannot seal \(path): \(PrintableText.escaped(reason))"
        case .undecided(let path, let files):
            "\(path): \(files.count == 1 ? "" : "\(files.count) files, among them ")"
                + "\(PrintableText.escaped(files.first?.text ?? ""))\(files.count == 1 ? " still has" : ", still have")"
                + " conflicts"
        }
    }

    var hint: String? {
        let bypass = "‘git commit --no-verify’ commits it as it is"
        if case .undecided = self { return "resolve them with ‘bundle resolve’; \(bypass)" }
        guard case .notSealed(_, let error) = self, let remedy = error.remedy?.text(for: "bundle") else {
            return bypass
        }
        return "\(remedy); \(bypass)"
    }

    var isFinding: Bool { true }
}
