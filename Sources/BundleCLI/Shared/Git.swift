import NotebookBundle
import NotebookFormat
import TerminalIO

/// The program git, run in a directory.
struct Git {
    let session: Session
    /// The path of the index to use; `nil` for that of the repository.
    ///
    /// Git passes the index to be committed to its hooks.
    var index: String?

    /// Why git does not answer.
    struct Problem: Error {
        let reason: String
    }

    /// The top of the working tree that contains a path, found by its `.git`; `nil` outside a working tree.
    static func root(of path: String) -> String? {
        var directory = path
        while !isRoot(directory) {
            guard directory != "/" else { return nil }
            directory = OutsidePath.parent(of: directory)
        }
        return directory
    }

    /// Whether a directory is the top of a working tree, even of a damaged repository: git recognizes one by its
    /// `HEAD`.
    static func isRoot(_ directory: String) -> Bool {
        let place = OutsidePath.below(directory, ".git")
        guard FileKind.at(place) == .directory else { return FileKind.at(place) != nil }
        return FileKind.at(OutsidePath.below(place, "HEAD")) != nil
    }

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
                unbound + bound + ["LC_ALL=C", "git", "--literal-pathspecs"] + words, directory)
        } catch {
            throw Problem(reason: "git cannot be started")
        }
        // The status that env(1) returns.
        if result.status == 127 { throw Problem(reason: "git is not installed, or not in PATH") }
        guard statuses.contains(result.status) else {
            let line = result.errors.split(separator: "\n").first.map { String($0) } ?? "status \(result.status)"
            throw Problem(reason: line)
        }
        return result
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

    /// Changes entries of the index.
    ///
    /// - Parameter list: The path of a file with entries in the format of git-update-index(1), each ended by NUL.
    func updateIndex(with list: String, in directory: String) throws(Problem) {
        // Programs get no input here, so a shell passes the entries on.
        try shell("git update-index -z --index-info < \"$1\"", [list], in: directory, "git did not accept the entries")
    }

    /// Writes the files of a folder in the index to another place.
    func checkOut(_ folder: String, to place: String, in directory: String) throws(Problem) {
        let script = """
            git --literal-pathspecs ls-files -z -- "$1" | git checkout-index -q -z --stdin --prefix="$2/"
            """
        try shell(script, [folder, place], in: directory, "git did not write the files of the index")
    }

    /// Runs a script that prints nothing.
    private func shell(
        _ script: String, _ words: [String], in directory: String, _ reason: String
    ) throws(Problem) {
        let result: Program.Result
        do {
            result = try session.terminal.run(
                unbound + bound + ["LC_ALL=C", "sh", "-c", script, "sh"] + words, directory)
        } catch {
            throw Problem(reason: "git cannot be started")
        }
        guard result.status == 0 else { throw Problem(reason: reason) }
    }

    /// Whether git is in the middle of something that continues when a person tells it to.
    ///
    /// - Parameter names: The names of the directories in which git records its progress.
    func isWithin(_ names: [String], in directory: String) throws(Problem) -> Bool {
        for name in names {
            let place = try text(["rev-parse", "--git-path", name], in: directory)
            let path = place.hasPrefix("/") ? place : OutsidePath.below(directory, place)
            if FileKind.at(path) != nil { return true }
        }
        return false
    }

    /// The contents of files by their names in git, in their order.
    ///
    /// - Throws: `Problem`, also if one does not exist.
    func contents(of names: [String], in directory: String) throws(Problem) -> [[UInt8]] {
        guard !names.isEmpty else { return [] }
        // Programs get no input here, so a shell passes the names on.
        let script = "printf '%s\\n' \"$@\" | git cat-file --batch"
        let result: Program.Result
        do {
            result = try session.terminal.run(unbound + ["LC_ALL=C", "sh", "-c", script, "sh"] + names, directory)
        } catch {
            throw Problem(reason: "git cannot be started")
        }
        guard result.status == 0, let contents = Self.contents(result.output, count: names.count) else {
            let line = result.errors.split(separator: "\n").first.map { String($0) }
            throw Problem(reason: line ?? "git did not return all files")
        }
        return contents
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
