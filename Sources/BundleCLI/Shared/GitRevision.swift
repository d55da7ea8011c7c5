import NotebookBundle
import TerminalIO

/// A notebook's directory at a revision of git.
struct GitRevision {
    /// The path of the directory, as the user wrote it.
    let path: String
    /// The revision, as the user wrote it.
    let revision: String
    let session: Session

    /// One or two revisions, in the forms of git: `A`, `A..B`, or `A...B` for the changes of B since it diverged from
    /// A.
    enum Range {
        case one(String)
        case two(String, String)
        case sinceFork(String, String)

        init(_ text: String) {
            func parts(_ separator: String) -> (String, String)? {
                guard let range = text.firstRange(of: separator) else { return nil }
                let ends = (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
                return (ends.0.isEmpty ? "HEAD" : ends.0, ends.1.isEmpty ? "HEAD" : ends.1)
            }
            if let (one, other) = parts("...") {
                self = .sinceFork(one, other)
            } else if let (one, other) = parts("..") {
                self = .two(one, other)
            } else {
                self = .one(text)
            }
        }
    }

    /// The directory itself, because git does not know the path of a link to it.
    private var directory: String { ExternalPath.real(path) }

    private var shown: String { session.displayed(path) }

    /// The files of the notebook at the revision.
    ///
    /// - Throws: `GitRevisionFailure`.
    func tree() throws -> RevisionTree {
        guard Git.root(of: directory) != nil else { throw GitRevisionFailure.noWorkingTree(shown) }
        let git = Git(session: session)
        do {
            guard try identifier(revision + "^{tree}", git) != nil else { throw GitRevisionFailure.unknown(revision) }
            guard let found = try identifier(revision + ":./", git) else {
                throw GitRevisionFailure.notThere(revision, shown)
            }
            let list = try git.run(["ls-tree", "-r", "-l", "-z", "--full-tree", found], in: directory)
            let directory = directory
            return RevisionTree("\(shown) at \(PrintableText.escaped(revision))", Self.files(list.output)) { files in
                do throws(Git.Problem) {
                    return try git.contents(of: files.map(\.identifier), in: directory)
                } catch {
                    throw GitRevisionFailure.failed(revision, shown, error)
                }
            }
        } catch let error as Git.Problem {
            throw GitRevisionFailure.failed(revision, shown, error)
        }
    }

    /// The name of an object in git; `nil` if it does not exist.
    private func identifier(_ name: String, _ git: Git) throws(Git.Problem) -> String? {
        // Keeps git from reading a revision as an option.
        let found = try git.run(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", name], in: directory, accepting: [0, 1])
        return found.status == 0 ? String(decoding: found.output.prefix { $0 != 0x0A }, as: UTF8.self) : nil
    }

    /// The files in the output of git-ls-tree(1): `MODE TYPE NAME SIZE`, a tab, the path, and NUL.
    private static func files(_ list: [UInt8]) -> [RevisionTree.File] {
        list.split(separator: 0).compactMap { line in
            guard let tab = line.firstIndex(of: 0x09) else { return nil }
            let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
            guard words.count == 4 else { return nil }
            let kind: FileKind = words[0] == "120000" ? .symbolicLink : words[1] == "blob" ? .file : .special
            return RevisionTree.File(
                path: Array(line[(tab + 1)...]), kind: kind, size: Int(words[3]) ?? 0, identifier: String(words[2]))
        }
    }

    /// The commit at which two revisions diverged.
    static func fork(of one: String, _ other: String, at path: String, _ session: Session) throws -> String {
        let directory = ExternalPath.real(path)
        guard Git.root(of: directory) != nil else {
            throw GitRevisionFailure.noWorkingTree(session.displayed(path))
        }
        do throws(Git.Problem) {
            let result = try Git(session: session).run(
                ["merge-base", "--end-of-options", one, other], in: directory, accepting: [0, 1, 128])
            guard result.status == 0 else {
                throw Git.Problem(
                    reason: "they have no common commit, or one is unknown", advice: "a shallow clone may lack it")
            }
            return String(decoding: result.output.prefix { $0 != 0x0A }, as: UTF8.self)
        } catch {
            throw GitRevisionFailure.failed("\(one)...\(other)", session.displayed(path), error)
        }
    }
}

/// Why git cannot show a notebook at a revision.
enum GitRevisionFailure: ToolFailure {
    case noWorkingTree(String)
    case unknown(String)
    case notThere(String, String)
    case failed(String, String, Git.Problem)

    var description: String {
        switch self {
        case .noWorkingTree(let path): "\(path) is not in a working tree of git"
        case .unknown(let revision): "git does not know the revision \(PrintableText.quoted(revision))"
        case .notThere(let revision, let path): "\(PrintableText.quoted(revision)) does not contain \(path)"
        case .failed(let revision, let path, let problem):
            "cannot read \(path) at \(PrintableText.quoted(revision)): \(PrintableText.escaped(problem.reason))"
        }
    }

    var hint: String? {
        switch self {
        case .noWorkingTree: "--git compares a notebook with an earlier commit of it; without git, name two notebooks"
        case .unknown: "name a commit, branch or tag, such as HEAD~1; a shallow clone may lack it"
        case .notThere: "the notebook had another name there, or was not committed yet"
        case .failed(_, _, let problem): problem.hint
        }
    }
}
