import NotebookBundle
import TerminalIO

/// A repository that ‘git-setup’ sets up, or resets.
struct GitRepository {
    private let session: Session
    private let top: String
    private let git: Git
    private let isRemoved: Bool

    /// The changes to make, and the obstacles.
    struct Changes {
        /// Why hooks cannot be installed at all.
        var hookObstacle: String?
        /// A file, and its new text; `nil` to delete it.
        struct File {
            let path: String
            let text: String?
        }

        var attributes: [File] = []
        var hooks: [File] = []
        /// Settings of the clone, and their values; `nil` to remove one.
        var settings: [(key: String, value: String?)] = []
        /// Hooks that cannot be changed, and why.
        var obstacles: [(hook: String, reason: String)] = []
    }

    init(_ session: Session, top: String, isRemoved: Bool) {
        (self.session, self.top, self.isRemoved) = (session, top, isRemoved)
        git = Git(session: session)
    }

    /// The changes to make.
    ///
    /// - Parameter only: The notebook to write attributes for; `nil` for all.
    func changes(only: String?) throws -> Changes {
        var changes = Changes()
        let notebooks = try only.map { [$0] } ?? self.notebooks()
        changes.attributes = try notebooks.compactMap(attributes)
        changes.settings = try settings()
        let (folder, reason) = try hookFolder()
        guard reason == nil || isRemoved else {
            changes.hookObstacle = reason
            return changes
        }
        for hook in GitHook.allCases {
            let file = try GitHookFile(hook, in: folder, session)
            if isRemoved {
                if file.isOurs { changes.hooks.append(.init(path: file.path, text: file.without)) }
                continue
            }
            if let reason = file.obstacle {
                changes.obstacles.append((hook.rawValue, "\(session.displayed(file.path)) \(reason)"))
                continue
            }
            let text = file.with(tool: session.terminal.toolPath)
            if text != file.text { changes.hooks.append(.init(path: file.path, text: text)) }
        }
        return changes
    }

    /// The directories of all notebooks.
    private func notebooks() throws -> [String] {
        if NotebookLocation(at: top) == .notebook { return [top] }
        var search = try FolderSearch(top, passingOver: .init(), session)
        return search.entries().filter { $0.failure == nil && FileKind.at($0.path) == .directory }.map(\.path)
    }

    private func attributes(_ notebook: String) throws -> Changes.File? {
        let path = ExternalPath.below(notebook, GitWords.attributesFile)
        let kind = FileKind.at(path)
        // Git does not follow a link here, which may lead to any file of the person who cloned it.
        guard kind == nil || kind == .file else {
            guard isRemoved else { throw UnusableAttributes(path: session.displayed(path)) }
            return nil
        }
        let old =
            kind == nil ? "" : String(decoding: try ExternalFiles(session).read(path, limit: 1 << 20), as: UTF8.self)
        let new = isRemoved ? MarkedBlock.removed(from: old) : MarkedBlock.put(GitWords.attributes, into: old)
        return new == old ? nil : .init(path: path, text: new)
    }

    private func settings() throws -> [(key: String, value: String?)] {
        let found = try git.run(
            ["config", "--local", "-z", "--get-regexp", #"^(merge|diff)\.notebundle"#], in: top, accepting: [0, 1])
        // A key, which git prints in lower case but for the middle, a line feed and the value; the last value counts.
        let known = Dictionary(
            found.output.split(separator: 0).map { line in
                let parts = line.split(separator: 0x0A, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
                return (parts[0], parts.count > 1 ? parts[1] : "")
            }
        ) { $1 }
        return GitWords.configuration(tool: session.terminal.toolPath).compactMap { key, value in
            let old = known[key.lowercased()]
            if isRemoved { return old == nil ? nil : (key, nil) }
            return old == value ? nil : (key, value)
        }
    }

    /// The folder of hooks, and why it cannot be used if it is outside this repository.
    private func hookFolder() throws -> (path: String, obstacle: String?) {
        let folder = try git.path(of: .hooks, in: top)
        let directory = try git.text(["rev-parse", "--git-common-dir"], in: top)
        let common = ExternalPath.plain(directory.hasPrefix("/") ? directory : ExternalPath.below(top, directory))
        let isOwn = [common, top].contains { ExternalPath.isInside(ExternalPath.real(folder), ExternalPath.real($0)) }
        return (folder, isOwn ? nil : "core.hooksPath is \(session.displayed(folder)), which is not in this repository")
    }

    /// Makes the changes.
    func carryOut(_ changes: Changes) throws {
        for file in changes.attributes + changes.hooks {
            guard let text = file.text, !text.isEmpty else {
                try FileLocation(path: file.path).remove()
                continue
            }
            try FileLocation(path: file.path).parent.create()
            let isNew = FileKind.at(file.path) == nil
            try ExternalFiles(session).replace(file.path, with: text)
            if isNew, changes.hooks.contains(where: { $0.path == file.path }) {
                _ = try session.terminal.run(["chmod", "+x", file.path], top)
            }
        }
        for (key, value) in changes.settings {
            if let value {
                _ = try git.run(["config", "--local", "--replace-all", key, value], in: top)
            } else {
                _ = try git.run(["config", "--local", "--unset-all", key], in: top)
            }
        }
        guard isRemoved else { return }
        for file in [Git.OwnFile.sealedTree, .notices] {
            let record = try git.path(of: file, in: top)
            if FileKind.at(record) == .file { try FileLocation(path: record).remove() }
        }
        for section in GitWords.sections {
            _ = try git.run(["config", "--local", "--remove-section", section], in: top, accepting: [0, 1, 128])
        }
    }
}

/// Attributes that git ignores, and that are not written.
private struct UnusableAttributes: ToolFailure {
    let path: String

    var description: String { "cannot write \(path): it is no regular file" }
    var hint: String? { "git ignores it; remove it, and look at where it comes from" }
    var isFinding: Bool { true }
}

/// What ‘git-setup’ writes for git: attributes, configuration and hooks.
enum GitWords {
    /// The name of the file of attributes in a notebook.
    static let attributesFile = ".gitattributes"

    /// The lines in the `.gitattributes` of a notebook (gitattributes(5)).
    static let attributes = [
        "* -text",
        "*.md merge=notebundle diff=notebundle",
        "/notebook.json merge=notebundle",
        "/manifest.json merge=notebundle diff=notebundle-manifest",
        "/extras/org.notebundle.study/** merge=notebundle",
    ]

    /// The sections of the configuration.
    static let sections = ["merge.notebundle", "diff.notebundle", "diff.notebundle-manifest"]

    /// The keys of a clone’s configuration, and their values.
    ///
    /// - Parameter tool: The path of the tool.
    static func configuration(tool: String) -> [(key: String, value: String)] {
        [
            ("merge.notebundle.name", "notebooks (bundle merge-driver)"),
            ("merge.notebundle.driver", driver(tool)),
            ("diff.notebundle.xfuncname", "^(title:.*|#{1,6}[ \t].*)$"),
            ("diff.notebundle.wordRegex", "[^[:space:][:punct:]]+|[[:punct:]]"),
            ("diff.notebundle-manifest.textconv", shortManifest),
            ("diff.notebundle-manifest.cachetextconv", "false"),
        ]
    }

    /// The driver; if the tool is missing or cannot merge, git merges line by line, as without a driver.
    private static func driver(_ tool: String) -> String {
        """
        \(finding(tool)); s=127; if \(isFound); then "$t" merge-driver -- %O %A %B %P; s=$?; fi; [ $s -gt 1 ] || exit $s; \
        echo %P": not merged by bundle, but line by line" >&2; \
        git merge-file -q -L mine -L base -L theirs %A %O %B || exit 1
        """
    }

    private static let isFound = "[ \"$t\" = bundle ] || [ -x \"$t\" ]"

    /// Finds the tool by its path, or else by its name, unless another program has that name.
    private static func finding(_ tool: String) -> String {
        let name = "bundle --version 2>/dev/null | grep -q ', format '"
        return "t=\(ShellWord.quoted(tool)); [ -x \"$t\" ] || { ! \(name) || t=bundle; }"
    }

    /// Shows each entry of a manifest as `PATH  SIZE  DIGEST`, and other lines as they are.
    ///
    /// Works without the tool, on any text.
    private static let shortManifest =
        #"sed -e 's/^ *{"path": "\([^"]*\)", "type": "[a-z]*", "size": \([0-9]*\), "sha256": "\([0-9a-f]\{12\}\).*$/\1  \2  \3/'"#

    /// The lines of a hook.
    ///
    /// A hook before the commit can cancel it; the others only report.
    static func hook(_ hook: GitHook, tool: String) -> [String] {
        let condition =
            switch hook {
            case .preCommit, .postCommit: ":"
            // Not for a squash, which commits nothing, and not for an amended commit.
            case .postMerge: "[ \"$1\" = 0 ]"
            case .postRewrite: "[ \"$1\" = rebase ]"
            }
        return [
            finding(tool),
            "if ! \(condition); then :",
            "elif \(isFound); then",
            "    \"$t\" git-setup --hook \(hook.rawValue) </dev/null || \(hook == .preCommit ? "exit $?" : ":")",
            "else",
            "    echo \"\(hook.rawValue): $t is not there; notebooks in this commit may not be sealed\" >&2",
            "fi",
        ]
    }
}
