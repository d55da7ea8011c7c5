import BundleCLI
import Foundation
import NotebookBundle
import NotebookCheck
import NotebookFiles
import NotebookText
import Synchronization
import TestSupport

/// A temporary directory in which commands are run: the tool inside the test's process, everything else in a shell.
///
/// Time and chance are the same in every run: the clock starts at 2026-11-20T10:00:00Z and goes on by a minute with
/// each command.
final class Workplace {
    /// What a command gave.
    struct Result {
        var output = ""
        var errors = ""
        var status: Int32 = 0
    }

    let directory: URL
    /// The directory that commands are run in; `cd PATH` changes it.
    private var current: URL
    private let chance: Chance
    private let clock = Mutex<Int64>(1_795_168_800)
    private var locks: [String: DirectoryFiles] = [:]
    var environment: [String: String] = [:]
    /// The rules of ‘validate’.
    var rules: [Rule] = RuleBook.withProperties
    /// After how many bytes nobody reads standard output any more.
    var readBytes = Int.max
    /// What stands between the tool and a bundle’s directory.
    var port: @Sendable (DirectoryFiles) -> any FileOperations = { $0 }
    /// Called with the path of a bundle’s directory before the tool opens it; its error is that of opening.
    var willOpen: @Sendable (String) throws -> Void = { _ in }
    /// What the tool does instead of waiting; false ends it.
    var pause: @Sendable (Double) -> Bool = { _ in false }

    init(seed: UInt64 = 1) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "bundle-test-\(UUID().uuidString)")
            .resolvingSymlinksInPath()
        current = directory
        chance = Chance(seed: seed)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        // What a test has made unwritable must go as well.
        _ = try? Self.shell("chmod -R u+rwx .", in: directory, [:])
        try? FileManager.default.removeItem(at: directory)
    }

    func path(_ relative: String) -> String { directory.appending(path: relative).path }

    /// Runs a command line: `bundle …`, a shell command, `cd PATH`, `lock PATH` or `unlock PATH`.
    func run(_ line: String, typed: String? = nil) throws -> Result {
        let shell = ShellWords(line)
        switch shell.words.first {
        case "bundle": return try runTool(shell, typed: typed)
        case "cd" where shell.words.count == 2:
            current = current.appending(path: shell.words[1]).standardizedFileURL
            return Result()
        case "lock":
            let path = path(shell.words[1])
            // A process that another test is just starting has a copy of every descriptor for a moment.
            locks[path] = try DirectoryFiles.locked(path, .exclusive, wait: .seconds(10))
            return Result()
        case "unlock":
            locks[path(shell.words[1])] = nil
            return Result()
        default: return try Self.shell(line, in: current, environment)
        }
    }

    private func runTool(_ shell: ShellWords, typed: String?) throws -> Result {
        clock.withLock { $0 += 60 }
        let captured = Mutex((output: [UInt8](), errors: [UInt8]()))
        let given = try shell.inputFile.map { [UInt8](try Data(contentsOf: self.current.appending(path: $0))) }
        let input = Mutex((given ?? Array((typed ?? shell.input ?? "").utf8))[...])
        // The user is at home in the directory.
        let variables = ["HOME": self.directory.path].merging(environment.merging(shell.variables) { $1 }) { $1 }
        let now = Timestamp(clamping: clock.withLock { $0 })
        let space = variables["SPACE"].flatMap { Int($0) }
        let (chance, port, willOpen, readBytes) = (chance, port, willOpen, readBytes)
        let directory = current
        let display = { @Sendable (path: String) in DisplayedPath.of(path, in: directory.path) }
        let notebookEnvironment = NotebookEnvironment(
            now: { variables["SOURCE_DATE_EPOCH"].flatMap { Int64($0) }.map(Timestamp.init(clamping:)) ?? now },
            random: { chance.next() },
            open: { path, mode, wait in
                try willOpen(path)
                let files = try DirectoryFiles.locked(path, mode, wait: wait, name: display(path))
                return space.map { SmallDisk(files, space: $0) } ?? port(files)
            }, display: display, history: HistoryLimits())
        var terminal = Terminal(
            output: { bytes in
                try captured.withLock { captured in
                    captured.output += bytes
                    if captured.output.count > readBytes { throw ClosedPipe() }
                }
            },
            errors: { bytes in captured.withLock { $0.errors += bytes } },
            input: { count in
                input.withLock { rest in
                    defer { rest = rest.dropFirst(count) }
                    return Array(rest.prefix(count))
                }
            }, workingDirectory: directory.path, environment: notebookEnvironment,
            edit: { command, words, _ in
                let quoted = words.map { " \"\($0)\"" }.joined()
                return try Self.shell(command + quoted, in: directory, variables).status
            })
        terminal.inputIsTerminal = typed != nil
        terminal.inputIsText = shell.inputFile != nil || shell.input != nil
        terminal.outputIsTerminal = variables["TERMINAL"] == "1"
        terminal.width = variables["COLUMNS"].flatMap { Int($0) } ?? 80
        terminal.height = variables["LINES"].flatMap { Int($0) }
        if typed != nil {
            terminal.askSecret = { prompt in
                captured.withLock { $0.errors += Array((prompt + "\n").utf8) }
                return input.withLock { rest in
                    let line = rest.prefix { $0 != 0x0A }
                    rest = rest.dropFirst(line.count + 1)
                    return Array(line)
                }
            }
        }
        terminal.errorsAreTerminal = false
        terminal.pause = pause
        terminal.environment = variables.merging(["TMPDIR": self.directory.path]) { given, _ in given }
        let rules = rules
        let status = BundleTool.run(Array(shell.words.dropFirst()), in: terminal, rules: rules)
        return captured.withLock { captured in
            Result(
                output: String(decoding: captured.output, as: UTF8.self),
                errors: String(decoding: captured.errors, as: UTF8.self),
                status: status.rawValue)
        }
    }

    private static func shell(_ line: String, in directory: URL, _ environment: [String: String]) throws -> Result {
        let result = try Command.run(["/bin/sh", "-c", line], in: directory, environment: environment)
        return Result(output: result.output, errors: result.errors, status: result.status)
    }
}
