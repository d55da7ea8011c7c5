import NotebookBundle
import TerminalIO

/// The program git, run in a directory.
struct Git {
    let session: Session
    /// The path of the index to use; `nil` for that of the repository.
    ///
    /// Git passes the index to be committed to its hooks.
    var index: String?

    /// What git and the tool keep in git's directory.
    enum OwnFile: String, CaseIterable {
        /// The tree that the hook before a commit sealed last; it may be deleted at any time.
        case sealedTree = "notebundle-sealed"
        /// The notices of the merge driver; it may be deleted at any time.
        case notices = "notebundle-notices"
        case hooks
        case lockedIndex = "index.lock"
        case mergeHead = "MERGE_HEAD"
        case rebaseMerge = "rebase-merge"
        case rebaseApply = "rebase-apply"
        case sequencer
    }

    /// Why git does not answer.
    struct Problem: ToolFailure {
        let reason: String
        /// What to do about it, if that is more than to look.
        var advice: String?

        var description: String { "git failed: \(PrintableText.escaped(reason))" }
        var hint: String? {
            reason.contains("dubious ownership")
                ? "‘git config --global --add safe.directory DIR’ trusts a repository of somebody else"
                : advice ?? "‘git status’ there may say more"
        }
    }

    /// The top of the working tree that contains a path, found by its `.git`; `nil` outside a working tree.
    static func root(of path: String) -> String? {
        var directory = path
        while !isRoot(directory) {
            guard directory != "/" else { return nil }
            directory = ExternalPath.parent(of: directory)
        }
        return directory
    }

    /// Whether a directory is the top of a working tree, even of a damaged repository: git recognizes one by its
    /// `HEAD`.
    static func isRoot(_ directory: String) -> Bool {
        let place = ExternalPath.below(directory, ".git")
        guard FileKind.at(place) == .directory else { return FileKind.at(place) != nil }
        return FileKind.at(ExternalPath.below(place, "HEAD")) != nil
    }

    /// Git, in which neither a repository that lies in a folder like any other nor a program that a repository names to
    /// watch its files takes part: both may come from somebody else.
    private static let command = "git -c core.fsmonitor=false -c safe.bareRepository=explicit --literal-pathspecs"

    /// Runs git in a directory; takes names literally.
    ///
    /// - Parameter statuses: The exit statuses that are answers.
    /// - Throws: `Problem`.
    func run(
        _ words: [String], in directory: String, accepting statuses: Set<Int32> = [0]
    ) throws(Problem) -> Program.Result {
        let result: Program.Result
        do {
            result = try session.terminal.run(
                unbound + bound + ["LC_ALL=C"] + Self.command.split(separator: " ").map(String.init) + words, directory)
        } catch {
            throw Problem(reason: "git cannot be started")
        }
        // The status that env(1) returns.
        if result.status == 127 {
            throw Problem(
                reason: "git is not installed, or not in PATH", advice: "install git, or add its folder to PATH")
        }
        guard statuses.contains(result.status) else {
            throw problem(result, in: directory)
        }
        return result
    }

    /// Why git failed, in its own words.
    private func problem(_ result: Program.Result, in directory: String) -> Problem {
        func reason(_ errors: String) -> String? {
            let lines = errors.split(separator: "\n").map(String.init)
            return lines.first { $0.hasPrefix("error: ") || $0.hasPrefix("fatal: ") } ?? lines.first
        }
        let found = reason(result.errors) ?? "status \(result.status)"
        // Some commands say so of a repository that git does not trust, since somebody else owns it.
        guard found.lowercased().contains("a git repository"),
            let check = try? session.terminal.run(unbound + ["LC_ALL=C", "git", "rev-parse", "--git-dir"], directory),
            let better = reason(check.errors)
        else { return Problem(reason: found) }
        return Problem(reason: better)
    }

    /// Runs git and returns its output as a text, without the line feed at its end.
    func text(_ words: [String], in directory: String) throws(Problem) -> String {
        let output = try run(words, in: directory).output
        return String(decoding: output.last == 0x0A ? output.dropLast() : output[...], as: UTF8.self)
    }

    /// Runs git and returns the paths that it prints, each of which ends in NUL.
    func paths(_ words: [String], in directory: String) throws(Problem) -> [String] {
        try run(words, in: directory).output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Changes entries of the index, given as lines of git-update-index(1).
    func updateIndex(_ lines: [String], in directory: String) throws(Problem) {
        for lines in lines.inBatches {
            _ = try piped(lines, "'%s\\0'", "\(Self.command) update-index -z --index-info", in: directory)
        }
    }

    /// Runs a command of the shell that reads words.
    ///
    /// Programs get no input here, so a shell passes the words on.
    ///
    /// - Parameter format: The format of printf(1) for each word.
    private func piped(
        _ words: some Collection<String>, _ format: String, _ command: String, in directory: String
    ) throws(Problem) -> [UInt8] {
        let script = "printf \(format) \"$@\" | \(command)"
        let result: Program.Result
        do {
            result = try session.terminal.run(
                unbound + bound + ["LC_ALL=C", "sh", "-c", script, "sh"] + words, directory)
        } catch {
            throw Problem(reason: "git cannot be started")
        }
        guard result.status == 0 else { throw problem(result, in: directory) }
        return result.output
    }

    /// The absolute path of a file in git's directory, wherever it is in this working tree: git is asked for all at once.
    func path(of file: OwnFile, in directory: String) throws(Problem) -> String {
        let files = OwnFile.allCases
        let paths = try session.remembered.gitAnswer(to: "paths", in: directory) { () throws(Problem) in
            let words = files.flatMap { ["--git-path", $0.rawValue] }
            return try text(["rev-parse"] + words, in: directory).split(separator: "\n").map(String.init)
        }
        // Unless a folder's name contains a line feed.
        let path =
            try paths.count == files.count
            ? paths[files.firstIndex(of: file) ?? 0] : text(["rev-parse", "--git-path", file.rawValue], in: directory)
        return ExternalPath.plain(path.hasPrefix("/") ? path : ExternalPath.below(session.absolute(directory), path))
    }

    /// Whether git is in the middle of something that continues when a person tells it to.
    ///
    /// - Parameter progress: The directories in which git records it.
    func isWithin(_ progress: [OwnFile], in directory: String) throws(Problem) -> Bool {
        for file in progress where FileKind.at(try path(of: file, in: directory)) != nil { return true }
        return false
    }

    /// The names of the commits that revisions mean, in their order; `nil` for a revision that means none.
    func commits(_ revisions: [String], in directory: String) throws(Problem) -> [String?] {
        let output = try piped(
            revisions.map { $0 + "^{commit}" }, "'%s\\n'", "\(Self.command) cat-file --batch-check='%(objectname)'",
            in: directory)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == revisions.count else { throw Problem(reason: "git did not find all revisions") }
        return lines.map { line in line.contains(" ") ? nil : line }
    }

    /// The contents of files by their names in git, in their order.
    ///
    /// - Throws: `Problem`, also if one does not exist.
    func contents(of names: [String], in directory: String) throws(Problem) -> [[UInt8]] {
        try contents(of: names.map { ($0, nil) }, in: directory)
    }

    /// The contents of files by their names in git, in their order.
    ///
    /// - Parameter files: The names, and the paths of those files whose content a filter makes (gitattributes(5)).
    /// - Throws: `Problem`, also if one does not exist.
    func contents(of files: [(name: String, filteredPath: String?)], in directory: String) throws(Problem) -> [[UInt8]]
    {
        var found: [Int: [UInt8]] = [:]
        let known = session.remembered.gitFiles
        for (number, file) in files.enumerated() where file.filteredPath == nil { found[number] = known[file.name] }
        for isFiltered in [false, true] {
            let numbers = files.indices.filter { found[$0] == nil && (files[$0].filteredPath != nil) == isFiltered }
            guard !numbers.isEmpty else { continue }
            let words = numbers.map { files[$0].name + (files[$0].filteredPath.map { " " + $0 } ?? "") }
            let output = try piped(
                words, "'%s\\n'", "\(Self.command) cat-file --batch\(isFiltered ? " --filters" : "")", in: directory)
            guard let contents = Self.contents(output, count: numbers.count) else {
                throw Problem(reason: "git did not return all files")
            }
            for (number, content) in zip(numbers, contents) {
                found[number] = content
                if !isFiltered { known.keep(content, named: files[number].name) }
            }
        }
        return files.indices.map { found[$0] ?? [] }
    }

    /// Stores contents, and returns their names.
    ///
    /// - Parameter files: The contents, with the paths that tell how git filters them.
    func store(_ files: [(path: String, content: [UInt8])], in directory: String) throws -> [String] {
        guard !files.isEmpty else { return [] }
        let filtered = try filtered(files.map(\.path), in: directory)
        return try session.places.withScratch(session.notebookEnvironment) { scratch in
            var names: [String] = []
            for start in stride(from: 0, to: files.count, by: 500) {
                let batch = files[start..<min(start + 500, files.count)]
                let places = batch.indices.map { scratch.subpath("\($0)").path }
                try DirectoryFiles(scratch.path).write(
                    zip(batch.indices, batch).map { (name: Array("\($0)".utf8), content: $1.content) }, in: .root)
                if batch.contains(where: { filtered.contains($0.path) }) {
                    for (file, place) in zip(batch, places) {
                        names.append(
                            try text(["hash-object", "-w", "--path=" + file.path, "--", place], in: directory))
                    }
                } else {
                    let lines = try text(["hash-object", "-w", "--no-filters", "--"] + places, in: directory)
                    names += lines.split(separator: "\n").map(String.init)
                }
            }
            return names
        }
    }

    /// Those files whose content in git differs from the one in the working tree, because a filter makes it.
    func filtered(_ paths: [String], in directory: String) throws(Problem) -> Set<String> {
        let filters = try session.remembered.gitAnswer(to: "filters", in: directory) { () throws(Problem) in
            let words = ["config", "--name-only", "-z", "--get-regexp", #"^filter\..*\.(smudge|process)$"#]
            let found = try run(words, in: directory, accepting: [0, 1])
            return found.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
        guard !filters.isEmpty else { return [] }
        var found: Set<String> = []
        for paths in paths.inBatches {
            // Path, attribute and value, each ended by NUL.
            let words = try self.paths(["check-attr", "-z", "filter", "--"] + paths, in: directory)
            for index in stride(from: 0, to: words.count - 2, by: 3)
            where !["unspecified", "unset", "set"].contains(words[index + 2]) {
                found.insert(words[index])
            }
        }
        return found
    }

    /// The contents in the output of a batch of git: each follows a line `NAME blob SIZE`, and ends with a line feed.
    private static func contents(_ output: [UInt8], count: Int) -> [[UInt8]]? {
        var contents: [[UInt8]] = []
        var rest = output[...]
        while contents.count < count {
            guard let end = rest.firstIndex(of: 0x0A) else { return nil }
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            guard words.count == 3, words[1] == "blob", let size = Int(words[2]), rest.endIndex - end - 1 > size else {
                return nil
            }
            contents.append(Array(rest[(end + 1)..<(end + 1 + size)]))
            rest = rest[(end + 2 + size)...]
        }
        return contents
    }

    /// The variables to unset: git sets them for its hooks, and would then use the wrong working tree for any other
    /// directory (git(1), GIT_DIR).
    private var unbound: [String] {
        guard session.terminal.environment["GIT_WORK_TREE"] == nil else { return [] }
        return ["GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"].flatMap { ["-u", $0] }
    }

    /// The index to use, as a variable of the environment.
    private var bound: [String] { index.map { ["GIT_INDEX_FILE=" + $0] } ?? [] }
}
