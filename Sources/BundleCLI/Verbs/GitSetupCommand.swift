import NotebookBundle
import TerminalIO

/// The verb ‘git-setup’.
struct GitSetupCommand: Command {
    private static let place = Positional(
        "PATH", "A notebook or a folder in the repository (default: the current directory)", kind: .notebook,
        isRequired: false)
    private static let remove = Flag("remove", "Remove what ‘git-setup’ wrote")
    private static let dryRun = Flag("dry-run", "Change nothing; print the files and settings")
    private static let hook = Option<GitHook>(
        "hook", "NAME", "Do the work of this hook; the hooks of git call it",
        kind: .words(GitHook.allCases.map(\.rawValue)), expected: GitHook.allCases.map(\.rawValue).alternatives
    ) { GitHook(rawValue: $0) }

    static let verb = Verb(
        "git-setup", "Set up git to merge and compare notebooks, and to keep them sealed",
        details: """
            Writes attributes into each notebook of the repository, or only into the notebook PATH, for you to commit, and
            configures this clone: a merge driver, diffs, and hooks. Git copies neither settings nor hooks to other clones: run
            ‘bundle git-setup’ once in each clone, and again after you move the tool or add a notebook.

            Git then merges notebooks item by item, and they stay sealed through merges, rebases, cherry-picks and reverts. The
            pre-commit hook seals what you commit, as it is staged; the other hooks check the commits that git makes itself.
            Existing hooks stay, and run after the lines of this tool. Where the tool is missing, git merges line by line, and
            says so.
            """,
        parameters: [place, remove, dryRun, hook, Common.json],
        examples: [
            ("git-setup", "sets up the repository of the current directory"),
            ("git-setup Recipes --dry-run", "shows what would be written for one notebook"),
            ("git-setup --remove", "removes the setup"),
        ],
        statuses: [.finding: "a hook could not be installed, or a commit cannot be sealed"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        struct Git: JSONRow {
            /// The top of the working tree.
            let repository: String
            /// The files of attributes.
            let attributes: [String]
            /// The settings of the clone.
            let settings: [String]
            /// The files of hooks.
            let hooks: [String]
            let isRemoved: Bool
        }

        let git: Git
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let word = arguments[Self.place]
        let path = word.isEmpty ? session.terminal.workingDirectory : session.absolute(try named(word))
        if let hook = arguments[Self.hook] {
            // Git starts its hooks there, also where the repository itself is elsewhere.
            try GitHookRun(session, top: Git.root(of: ExternalPath.real(path)) ?? path).run(hook)
            return .success
        }
        guard let top = Git.root(of: ExternalPath.real(path)) else {
            throw GitSetupFailure.noWorkingTree(session.displayed(path), isHere: word.isEmpty)
        }
        let repository = GitRepository(session, top: top, isRemoved: arguments[Self.remove])
        let only = !word.isEmpty && NotebookLocation(at: path) == .notebook ? ExternalPath.real(path) : nil
        let changes: GitRepository.Changes
        do {
            changes = try repository.changes(only: only)
            if !arguments[Self.dryRun] { try repository.carryOut(changes) }
        } catch let error as Git.Problem {
            throw GitSetupFailure.failed(session.displayed(top), error)
        }
        try report(changes, top)
        return try reportObstacles(changes)
    }

    private func reportObstacles(_ changes: GitRepository.Changes) throws -> ExitStatus {
        let hooks = changes.hookObstacle == nil ? changes.obstacles.map(\.hook) : GitHook.allCases.map(\.rawValue)
        guard changes.hookObstacle != nil || !hooks.isEmpty else { return .success }
        if let reason = changes.hookObstacle { try session.note("note: no hooks were installed: \(reason)") }
        for (hook, reason) in changes.obstacles {
            try session.note("note: the hook \(hook) was not changed: \(reason)")
        }
        let calls = hooks.map { "‘\(session.tool) git-setup --hook \($0)’" }
        try session.note("hint: call \(Wording.list(calls, "and")) from your own hooks of these names")
        return .finding
    }

    /// The path that a word names, also without the ending of a notebook.
    private func named(_ word: String) throws -> String {
        let path = session.absolute(word)
        return FileKind.following(path) == .directory ? path : try NotebookFinder(session).path(word)
    }

    private func report(_ changes: GitRepository.Changes, _ top: String) throws {
        let attributes = changes.attributes.map(\.path)
        let hooks = changes.hooks.map(\.path)
        let isRemoved = arguments[Self.remove]
        if arguments[Common.json] {
            return try session.printJSON(
                Answer(
                    git: .init(
                        repository: top, attributes: attributes, settings: changes.settings.map(\.key), hooks: hooks,
                        isRemoved: isRemoved)))
        }
        if arguments[Self.dryRun] {
            for path in attributes + hooks { try session.print(session.displayed(path)) }
            for setting in changes.settings { try session.print(setting.key) }
            return
        }
        let verb = isRemoved ? "removed" : "set up"
        let counts = [
            (attributes.count, "notebook"), (hooks.count, "hook"), (changes.settings.count, "setting"),
        ].filter { $0.0 > 0 }.map { Wording.count($0.0, $0.1) }
        guard !attributes.isEmpty || !hooks.isEmpty || !changes.settings.isEmpty else {
            return try session.print(isRemoved ? "nothing is set up here" : "already set up")
        }
        try session.printSentence("\(verb): \(Wording.list(counts, "and")) in \(session.displayedFromHome(top))")
        guard !attributes.isEmpty else { return }
        let files = attributes.map { ShellWord.quoted(session.displayed($0)) }.joined(separator: " ")
        try session.printSentence(
            isRemoved
                ? "commit the change: ‘git add \(files)’"
                : "for the other clones: ‘git add \(files)’, commit, and run ‘\(session.tool) git-setup’ in each of them"
        )
    }
}

/// Why a repository is not set up.
private enum GitSetupFailure: ToolFailure {
    case noWorkingTree(String, isHere: Bool)
    case failed(String, Git.Problem)

    var description: String {
        switch self {
        case .noWorkingTree(let path, let isHere):
            "\(isHere ? "the current directory" : path) is not in a working tree of git"
        case .failed(let path, let problem): "cannot set up \(path): \(PrintableText.escaped(problem.reason))"
        }
    }

    var hint: String? {
        switch self {
        case .noWorkingTree: "‘git init’ makes a repository"
        case .failed(_, let problem): problem.hint
        }
    }
}

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
