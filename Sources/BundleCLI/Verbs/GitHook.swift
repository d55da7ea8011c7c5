import NotebookBundle
import TerminalIO

/// The hooks of ‘git-setup’ in a repository (githooks(5)).
enum GitHook: String, CaseIterable {
    /// Seals the notebooks of a commit, including one that ends a merge with conflicts.
    case preCommit = "pre-commit"
    /// Reports a cherry-picked or reverted commit that is not sealed.
    case postCommit = "post-commit"
    /// Seals what a merge left unsealed.
    case postMerge = "post-merge"
    /// Seals what a rebase left unsealed.
    case postRewrite = "post-rewrite"
}

/// The file of a hook, with the block of the tool or without it.
struct GitHookFile {
    let hook: GitHook
    let path: String
    /// The text of the file; `nil` if there is no file.
    let text: String?
    private let isExecutable: Bool

    /// Reads the file.
    init(_ hook: GitHook, in folder: String, _ session: Session) throws {
        self.hook = hook
        path = ExternalPath.below(folder, hook.rawValue)
        guard FileKind.at(path) != nil else {
            (text, isExecutable) = (nil, true)
            return
        }
        text = String(decoding: try ExternalFiles(session).read(path, limit: Self.maximumBytes), as: UTF8.self)
        let test = try session.terminal.run(["test", "-x", path], folder)
        isExecutable = test.status == 0
    }

    private static let maximumBytes = 1 << 20

    /// Why nothing can be added to the file; `nil` if that is possible.
    var obstacle: String? {
        guard let text else { return nil }
        if FileKind.at(path) != .file { return "is a link" }
        let first = text.prefix { $0 != "\n" }
        let shells = ["sh", "bash", "dash", "zsh", "ksh"]
        let program = first.split { "/ ".contains($0) }.last { !$0.hasPrefix("-") }.map(String.init) ?? ""
        guard first.hasPrefix("#!"), shells.contains(program) else { return "is not a script of a shell" }
        return isExecutable ? nil : "is not executable"
    }

    /// The text with the block of the tool before the other lines.
    func with(tool: String) -> String {
        let lines = GitWords.hook(hook, tool: tool)
        return MarkedBlock.put(lines, into: text ?? "#!/bin/sh\n", afterFirstLine: true)
    }

    /// Whether it has the block.
    var isOurs: Bool { text.map(MarkedBlock.isIn) ?? false }

    /// The text without the block; `nil` if nothing else is left.
    var without: String? {
        let rest = MarkedBlock.removed(from: text ?? "")
        return rest == "#!/bin/sh\n" || rest.isEmpty ? nil : rest
    }
}
