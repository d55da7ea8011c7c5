import NotebookBundle
import Synchronization

/// One run of the tool: how verbs print, ask and open notebooks.
struct Session: Sendable {
    /// The tool's name, as it was called.
    let tool: String
    let terminal: Terminal
    // Few calls need all of them, and making them takes a fifth of the start.
    private let allVerbs: @Sendable () -> [Verb]
    private let allRules: @Sendable () -> [Rule]
    /// The verbs of the tool, in the order in which help lists them.
    var verbs: [Verb] { allVerbs() }
    /// The rules of ‘validate’.
    var rules: [Rule] { allRules() }
    /// What was read or asked for in this run.
    let remembered: Remembered
    /// The notebook that hints must name, as a person types it; `nil` if calls without a name mean the same notebook.
    private var notebookInHints: @Sendable (_ ofItems: Bool) -> String? = { _ in nil }
    /// The user's settings.
    private(set) var settings: UserSettings
    /// The verb that runs, as a notebook's history names it; `nil` before it is known.
    private(set) var verb: String?

    /// The user's directories.
    var places: FileLocations { FileLocations(environment: terminal.environment) }

    /// What was read before; `nil` if the user has no directory for it.
    var caches: NotebookCaches? {
        hasPlace("XDG_CACHE_HOME") ? NotebookCaches(in: places.cache, memory: remembered.texts) : nil
    }

    /// The folder for reviews that are stored outside notebooks; `nil` if the user has no directory for it.
    var studyFolder: StudyFolder? {
        hasPlace("XDG_DATA_HOME") ? StudyFolder(places.data.study) : nil
    }

    /// The user's settings file.
    ///
    /// - Throws: `NoSettingsFolder` if the user has no directory for it.
    var settingsFile: SettingsFile {
        get throws(NoSettingsFolder) {
            guard hasPlace("XDG_CONFIG_HOME") else { throw NoSettingsFolder() }
            return SettingsFile(places.configuration.settings)
        }
    }

    /// Whether the user has a directory of a kind; anybody may write to the temporary one, which would stand in for it.
    private func hasPlace(_ variable: String) -> Bool {
        [variable, "HOME"].contains { terminal.environment[$0]?.hasPrefix("/") == true }
    }

    /// The session with other settings.
    func with(_ settings: UserSettings) -> Session {
        var session = self
        session.settings = settings
        return session
    }

    /// The session while a verb runs.
    func running(_ verb: String) -> Session {
        var session = self
        session.verb = verb
        return session
    }

    /// The session with another terminal.
    func with(_ terminal: Terminal) -> Session {
        var session = Session(tool: tool, terminal: terminal, verbs: allVerbs(), rules: allRules(), settings: settings)
        session.notebookInHints = notebookInHints
        session.verb = verb
        return session
    }

    /// The session of a call that names its notebook.
    ///
    /// - Parameter name: The notebook that hints must name; with true, the one of the items, of several.
    func namingNotebook(_ name: @escaping @Sendable (_ ofItems: Bool) -> String?) -> Session {
        var session = self
        session.notebookInHints = name
        return session
    }

    /// A hint whose calls name the notebook of this call.
    ///
    /// - Parameter isAboutItem: Whether it is the notebook of the items, of several.
    func inThisNotebook(_ text: String, ofItems isAboutItem: Bool = false) -> String {
        guard text.contains("‘\(tool) "), let notebook = notebookInHints(isAboutItem) else { return text }
        return SuggestedCommands(tool: tool, verbs: verbs, notebook: notebook).named(in: text)
    }

    /// The session that continues after its output is closed.
    func outlivingItsReader() -> Session { with(terminal.outlivingItsReader()) }

    /// The session with other output streams.
    func saying(output: @escaping Terminal.Writer, errors: @escaping Terminal.Writer) -> Session {
        var terminal = terminal
        (terminal.output, terminal.errors) = (output, errors)
        // Who shows it wraps it: here each message is one line.
        terminal.width = Self.unlimitedWidth
        return with(terminal)
    }

    private static let unlimitedWidth = 1 << 20

    /// The word that means standard input.
    static let inputWord = "-"

    /// Standard input, if it is read as an archive.
    let inputArchive: ArchiveSource

    init(
        tool: String, terminal: Terminal, verbs: @autoclosure @escaping @Sendable () -> [Verb],
        rules: @autoclosure @escaping @Sendable () -> [Rule], settings: UserSettings,
        remembered: Remembered = Remembered()
    ) {
        self.tool = tool
        self.terminal = terminal
        (allVerbs, allRules) = (verbs, rules)
        self.settings = settings
        self.remembered = remembered
        inputArchive = ArchiveSource { (count) throws(ArchiveProblem) in
            do {
                return try terminal.input(count)
            } catch {
                throw .failed(operation: "read standard input", code: (error as? SystemError)?.code ?? 0)
            }
        }
    }

    var notebookEnvironment: NotebookEnvironment {
        var notebookEnvironment = terminal.notebookEnvironment
        if let verb { notebookEnvironment.verb = verb }
        if notebookEnvironment.history != nil {
            notebookEnvironment.history = settings.historyLimits
            notebookEnvironment.isHistoryOff = notebookEnvironment.history == nil
        }
        notebookEnvironment.deviceName = settings.deviceName ?? notebookEnvironment.deviceName
        notebookEnvironment.memory = remembered.manifest
        return notebookEnvironment
    }

    /// Colours on standard output, as the user wants them (no-color.org, bixense.com/clicolors).
    var style: Style {
        let environment = terminal.environment
        if let force = environment["CLICOLOR_FORCE"], force != "0", !force.isEmpty { return Style(isEnabled: true) }
        if let none = environment["NO_COLOR"], !none.isEmpty { return Style(isEnabled: false) }
        return Style(isEnabled: terminal.outputIsTerminal && environment["TERM"] != "dumb")
    }

    func print(_ text: String) throws { try terminal.output(Array((text + "\n").utf8)) }

    /// Prints a row of a list; on a terminal, cut to its width, or wrapped with an indentation of the further lines.
    func printRow(_ text: String, wrappedWith indent: Int? = nil) throws {
        guard terminal.outputIsTerminal else { return try print(text) }
        guard let indent else { return try print(FittedText.cut(text, to: terminal.width)) }
        for line in FittedText.wrapped(text, to: terminal.width, indent: indent) { try print(line) }
    }

    /// Prints a sentence on what was done; on a terminal, in lines of its width.
    func printSentence(_ text: String) throws { try printRow(text, wrappedWith: 0) }

    /// Prints the answer of a verb as JSON.
    func printJSON(_ answer: some JSONRow) throws { try write(Array(PrintedJSON.text(ofAnswer: answer).utf8)) }

    func write(_ bytes: [UInt8]) throws { try terminal.output(bytes) }

    /// Prints a message on standard error.
    func note(_ text: String) throws {
        let named = inThisNotebook(text)
        let text = terminal.errorsAreTerminal ? FittedText.reflowed(named, to: terminal.width) : named
        try terminal.errors(Array((text + "\n").utf8))
    }

    /// Tells a user at a terminal why nothing is printed.
    func reportNothing(_ text: String) throws {
        if terminal.outputIsTerminal { try note(text) }
    }

    /// Prints a help text, fitted to the terminal, or else to 100 columns.
    func printHelp(_ text: String) throws {
        let width = terminal.outputIsTerminal ? min(terminal.width, 100) : 100
        try write(Array(FittedText.reflowed(text, to: width).utf8))
    }

    /// Prints an error in one line, and its hint in another.
    func explain(_ error: any Failure) throws {
        try note("\(tool): \(error)")
        guard let hint = error.hint(for: tool) else { return }
        let isAboutItem = if case NotebookError.noSuchItem(_, _) = error { true } else { error is NoItem }
        try note(inThisNotebook("hint: \(hint)", ofItems: isAboutItem))
    }

    /// A date in the user's style: local time to the minute, UTC, or how long ago it was.
    func date(_ time: Timestamp) -> String {
        var text: [UInt8] = []
        append(time, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends a date in the user's style, in ASCII.
    func append(_ time: Timestamp, to text: inout [UInt8]) {
        switch settings.dateStyle {
        case .iso: time.append(to: &text)
        case .relative:
            let age = notebookEnvironment.now().secondsSince1970 - time.secondsSince1970
            text.append(contentsOf: Wording.age(age).utf8)
        case .short, nil:
            let local = time.secondsSince1970 + Int64(terminal.timeZoneOffset(time))
            Timestamp(clamping: local).appendMinute(to: &text)
        }
    }

    /// Whether to show line ends within paragraphs: the user’s setting, or else the notebook’s.
    func keepsLineBreaks(_ notebook: NotebookDescription) -> Bool {
        settings.lineBreaks ?? notebook.settings.keepsLineBreaks
    }

    /// A path as messages show it: relative to the working directory if that is shorter.
    func displayed(_ path: String) -> String { notebookEnvironment.display(path) }

    /// A path independent of the working directory: from the home folder if it is inside.
    func displayedFromHome(_ path: String) -> String {
        guard let home = terminal.environment["HOME"], home.hasPrefix("/"),
            let rest = ExternalPath.relative(path, to: ExternalPath.plain(home))
        else { return displayed(path) }
        return "~/" + PrintableText.escaped(rest)
    }

    /// An absolute path without `.`, `..` and trailing slashes, so that each notebook has only one name.
    func absolute(_ path: String) -> String {
        ExternalPath.plain(path.utf8.first == UInt8(ascii: "/") ? path : terminal.workingDirectory + "/" + path)
    }

    /// All of standard input, each time.
    func readInput() throws -> [UInt8] {
        try remembered.input {
            var bytes: [UInt8] = []
            while true {
                let piece = try terminal.input(1 << 16)
                if piece.isEmpty { return bytes }
                bytes += piece
            }
        }
    }

    /// Asks a yes-or-no question; without a terminal the answer is no.
    func confirm(_ question: String) throws -> Bool {
        guard let answer = try answer(to: "\(question) [y/N] ") else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Asks for a line of text; `nil` without a terminal or an answer.
    func answer(to prompt: String) throws -> String? {
        guard terminal.inputIsTerminal else { return nil }
        try terminal.errors(Array(prompt.utf8))
        var line: [UInt8] = []
        while line.last != 0x0A {
            let piece = try terminal.input(1)
            if piece.isEmpty { break }
            line += piece
        }
        guard !line.isEmpty else { return nil }
        return String(decoding: line.last == 0x0A ? line.dropLast() : line, as: UTF8.self)
    }
}

/// What a run has read or asked for, and may need again.
final class Remembered: Sendable {
    /// The manifest that was read last.
    let manifest = ManifestMemory()
    /// The texts that were read.
    let texts = TextMemory()
    /// The files that git was asked for.
    let gitFiles = GitFileMemory()
    private let input = Mutex<[UInt8]?>(nil)
    private let secrets = Mutex<[String: [UInt8]]>([:])
    private let notes = Mutex<Set<String>>([])
    private let gitAnswers = Mutex<[String: [String]]>([:])

    /// Whether a note was not printed yet, by a verb that opens a notebook several times.
    func isFirst(_ note: String) -> Bool { notes.withLock { $0.insert(note).inserted } }

    /// Standard input, read by `read` the first time.
    func input(_ read: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = input.withLock({ $0 }) { return known }
        let bytes = try read()
        input.withLock { $0 = bytes }
        return bytes
    }

    /// What git answers to a question that it is asked again and again, found by `ask` the first time.
    func gitAnswer<Problem: Error>(
        to question: String, in directory: String, _ ask: () throws(Problem) -> [String]
    ) throws(Problem) -> [String] {
        let key = question + "\0" + directory
        if let known = gitAnswers.withLock({ $0[key] }) { return known }
        let answer = try ask()
        gitAnswers.withLock { $0[key] = answer }
        return answer
    }

    /// A secret by its purpose, requested by `ask` the first time.
    func secret(_ name: String, _ ask: () throws -> [UInt8]?) rethrows -> [UInt8]? {
        if let known = secrets.withLock({ $0[name] }) { return known }
        let secret = try ask()
        secrets.withLock { $0[name] = secret }
        return secret
    }
}

/// There is no place for the user's settings.
struct NoSettingsFolder: ToolFailure {
    var description: String { "there is no folder for your settings" }
    var hint: String? { "set $HOME or $XDG_CONFIG_HOME to a directory that you can write to" }
}
