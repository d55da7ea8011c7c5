import NotebookBundle
import TerminalIO

extension BundleTool {
    /// Runs the tool on the process's own streams, and ends the process with its exit status.
    package static func endProcess(_ words: [String]) -> Never {
        // Options alone, such as that for the version, need no large heap.
        if words.dropFirst().contains(where: { !$0.hasPrefix("-") }) { StandardStreams.prepareHeap() }
        let remembered = Remembered()
        // Freeing it takes a twentieth of the shortest calls.
        withExtendedLifetime(remembered) { StandardStreams.exit(runProcess(words, remembered)) }
    }

    /// The words that ask for help instead of a verb.
    static let helpWords = ["--help", "-h", "help"]

    /// Runs the tool on the process's own streams and gives its exit status.
    private static func runProcess(_ words: [String], _ remembered: Remembered) -> Int32 {
        let path = words.first.map { ExternalPath.name(of: $0) } ?? ""
        let name = path.isEmpty ? "bundle" : path
        StandardStreams.explainBreakdowns(tool: name, status: ExitStatus.failure.rawValue)
        StandardStreams.cleanUpWhenInterrupted()
        var (terminal, flush) = Terminal.system()
        terminal.toolPath = words.first.flatMap { toolPath($0, in: terminal) } ?? name
        // Swift has put another character in the place of what is not UTF-8.
        if words.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }),
            let number = StandardStreams.argumentThatIsNotText
        {
            let word = words.indices.contains(number) ? words[number] : ""
            let text = "\(name): argument \(number), \(PrintableText.quoted(word)), is not UTF-8\n"
            try? terminal.errors(
                Array((text + "hint: type it in a UTF-8 locale, or give the file another name\n").utf8))
            return ExitStatus.usage.rawValue
        }
        var call = words.dropFirst()
        // As ‘help’ does for the tool’s own verbs.
        if call.count == 2, let word = call.first, let verb = call.last, helpWords.contains(word) {
            call = [verb, "--help"]
        }
        if let verb = call.first, let program = PlugIns(terminal).program(for: verb) {
            ReplacedProcess.become(program, Array(call.dropFirst()), setting: ["BUNDLE_TOOL": terminal.toolPath])
            try? terminal.errors(Array("\(name): \(PrintableText.escaped(program)) cannot be run\n".utf8))
            return ExitStatus.failure.rawValue
        }
        let status = run(Array(words.dropFirst()), named: name, in: terminal, remembered)
        do {
            try flush()
            // What was complete before the signal stays, and was reported.
            if status == .failure, StandardStreams.isInterrupted { StandardStreams.endByInterruption() }
            return status.rawValue
        } catch is ClosedPipe {
            return status.rawValue
        } catch {
            let hint = (error as? any Failure)?.hint(for: name).map { "hint: \($0)\n" } ?? ""
            try? terminal.errors(Array("\(name): \(error)\n\(hint)".utf8))
            return ExitStatus.failure.rawValue
        }
    }

    /// The path of the tool, which a shell found by its name or its path.
    private static func toolPath(_ word: String, in terminal: Terminal) -> String? {
        guard !word.isEmpty else { return nil }
        if word.contains("/") {
            return ExternalPath.plain(word.hasPrefix("/") ? word : terminal.workingDirectory + "/" + word)
        }
        let folders = (terminal.environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return folders.map { ExternalPath.below(String($0), word) }.first { FileKind.following($0) == .file }
    }
}
