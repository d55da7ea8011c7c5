import NotebookBundle
import NotebookFormat

/// What git knows to have changed since a revision, in the working tree or in a range of commits.
struct GitRange {
    /// A revision, or a range `A..B` or `A...B`.
    let revision: String
    let session: Session

    /// Whether the range touches a notebook; files that git does not know yet count as changed.
    func touches(_ path: String) throws -> Bool {
        // A notebook can be a repository itself.
        let (directory, name) =
            FileKind.at("\(path)/.git") != nil
            ? (path, ".") : (OutsidePath.parent(of: path), "./" + OutsidePath.name(of: path))
        guard try !namesFile(in: directory) else {
            throw GitFailure(revision: revision, reason: "it is a file in the repository, and no revision")
        }
        // Names are no patterns, and a revision is no option.
        let difference = try git(
            ["diff", "--quiet", "--end-of-options", revision, "--", name], in: directory, accepting: [0, 1])
        if difference.status == 1 { return true }
        let others = try git(["ls-files", "--others", "--exclude-standard", "--", name], in: directory, accepting: [0])
        return !others.output.isEmpty
    }

    /// Whether the revision is the content of a file, which git would compare with the notebook as if that were one, too.
    private func namesFile(in directory: String) throws -> Bool {
        guard !revision.hasPrefix("-") else { return false }
        let type = try git(["cat-file", "-t", revision], in: directory, accepting: [0, 128])
        return type.output == Array("blob\n".utf8)
    }

    /// What git tells its hooks of the repository would make it take any other directory for the working tree
    /// (git(1), GIT_DIR), unless somebody says where that is.
    private var unbound: [String] {
        guard session.terminal.environment["GIT_WORK_TREE"] == nil else { return [] }
        return ["GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"].flatMap { ["-u", $0] }
    }

    private func git(_ words: [String], in directory: String, accepting: Set<Int32>) throws -> Program.Result {
        let result: Program.Result
        do {
            result = try session.terminal.run(unbound + ["git", "--literal-pathspecs"] + words, directory)
        } catch {
            throw GitFailure(revision: revision, reason: "git cannot be started")
        }
        guard accepting.contains(result.status) else {
            let line = result.errors.split(separator: "\n").first.map { String($0) } ?? "status \(result.status)"
            throw GitFailure(revision: revision, reason: line)
        }
        return result
    }
}

/// Why git does not say what changed.
struct GitFailure: Failure {
    let revision: String
    let reason: String

    var description: String {
        "cannot tell what changed since \(PrintableText.quoted(revision)): \(PrintableText.escaped(reason))"
    }

    var hint: String? {
        "name a revision or a range (origin/main...HEAD) of the repository that holds the notebook, fetched deeply enough"
    }
}
