package import NotebookBundle
import TerminalIO

/// The tool as a function: takes a command line, gives an exit status.
package enum BundleTool {
    /// The verbs by what they are for, in the order in which help lists them.
    private static let groups: [(purpose: String, commands: [any Command.Type])] = [
        ("start", [CreateCommand.self, OpenCommand.self, LibraryCommand.self]),
        (
            "write",
            [
                AddCommand.self, NewCommand.self, TodayCommand.self, YesterdayCommand.self, EditCommand.self,
                AttachCommand.self,
            ]
        ),
        (
            "read and find",
            [
                ListCommand.self, ShowCommand.self, SearchCommand.self, SuggestCommand.self, LinksCommand.self,
                BacklinksCommand.self, UnresolvedCommand.self, OrphansCommand.self, GraphCommand.self,
                OutlineCommand.self, BlobsCommand.self, ExtractCommand.self, BrowseCommand.self, ViewCommand.self,
            ]
        ),
        (
            "organise",
            [
                RenameCommand.self, MoveCommand.self, MergeItemsCommand.self, CopyCommand.self, DuplicateCommand.self,
                FolderCommand.self, TagCommand.self, SmartCommand.self, TasksCommand.self,
                PropertiesCommand.self, SetCommand.self,
                UnsetCommand.self, PinCommand.self, UnpinCommand.self,
            ]
        ),
        (
            "delete and undo",
            [
                RemoveCommand.self, RestoreCommand.self, TrashCommand.self, GarbageCommand.self, UndoCommand.self,
                RedoCommand.self, LogCommand.self,
            ]
        ),
        ("study", [StudyCommand.self]),
        (
            "check",
            [
                StatusCommand.self, SealCommand.self, ValidateCommand.self, ExplainCommand.self, RepairCommand.self,
            ]
        ),
        ("share", [ArchiveCommand.self, UnarchiveCommand.self, ImportCommand.self, ExportCommand.self]),
        (
            "two copies",
            [
                DiffCommand.self, MergeCommand.self, SyncCommand.self, ResolveCommand.self, GitSetupCommand.self,
                MergeDriverCommand.self,
            ]
        ),
        ("set up", [ConfigCommand.self, CompletionCommand.self, SetupCommand.self, LanguageServerCommand.self]),
    ]

    static let commands: [any Command.Type] = groups.flatMap(\.commands)

    /// The declarations of the verbs by what they are for.
    static let verbGroups: [VerbGroup] = groups.map { group in
        VerbGroup(purpose: group.purpose, verbs: group.commands.map { $0.verb })
    }

    static let verbs: [Verb] = commands.map { $0.verb }

    /// The verb with a name; `nil` if the tool does not have it.
    static func command(_ name: String) -> (any Command.Type)? { commands.first { $0.verb.name == name } }

    /// Runs the tool.
    ///
    /// - Parameters:
    ///   - words: The command line without the name of the tool.
    ///   - tool: The name under which it was called, for its messages.
    ///   - rules: The rules of ‘validate’; tests give others.
    package static func run(
        _ words: [String], named tool: String = "bundle", in terminal: Terminal,
        rules: @autoclosure @escaping @Sendable () -> [Rule] = RuleBook.withProperties
    ) -> ExitStatus {
        run(words, named: tool, in: terminal, rules: rules(), Remembered())
    }

    /// The same, for a process that ends with it, and need not free what it remembers.
    static func run(
        _ words: [String], named tool: String, in terminal: Terminal,
        rules: @autoclosure @escaping @Sendable () -> [Rule] = RuleBook.withProperties, _ remembered: Remembered
    ) -> ExitStatus {
        let session = Session(
            tool: tool, terminal: terminal, verbs: verbs, rules: rules(), settings: UserSettings(),
            remembered: remembered)
        do {
            return try ToolRun(session).withSettings().run(words)
        } catch is ClosedPipe {
            return .success
        } catch {
            // Standard error is closed, too: only the status can say it.
            return .failure
        }
    }
}

/// A run of the tool: finds the verb, parses its arguments, and reports what went wrong.
private struct ToolRun {
    let session: Session

    init(_ session: Session) { self.session = session }

    /// The run with the user's settings; a damaged settings file is set aside, and the user is told.
    func withSettings() throws -> ToolRun {
        do {
            let (settings, setAside) = try session.settingsFile.load(now: session.notebookEnvironment.now())
            if let setAside {
                try session.note(
                    "note: the settings were damaged (\(setAside.reason)) and are set aside as \(session.displayed(setAside.place.path))"
                )
            }
            return ToolRun(session.with(settings))
        } catch is NoSettingsFolder {
            return self
        } catch let error as ClosedPipe {
            throw error
        } catch {
            try session.note("note: the settings cannot be read: \(error)")
            return self
        }
    }

    func run(_ given: [String]) throws -> ExitStatus {
        let words: [String]
        do throws(UsageError) {
            words = given.first == Self.completionWord ? given : try LeadingOptions(given).behindVerb()
        } catch {
            try explain(error, verb: nil)
            return .usage
        }
        guard let word = words.first else {
            try session.printHelp(HelpText(tool: session.tool).beginning(BundleTool.verbGroups))
            return .success
        }
        switch word {
        case let word where BundleTool.helpWords.contains(word): return try help(Array(words.dropFirst()))
        case "--version", "-V": return try printVersion()
        case Self.completionWord:
            return try WordCompletion(session: session).answer(Array(words.dropFirst()))
        case let word where word.hasPrefix("-"):
            try explain(UsageError.optionBeforeVerb(word), verb: nil)
            return .usage
        default: break
        }
        guard let command = BundleTool.command(word) else {
            try explain(UsageError.unknownVerb(word, like: meant(by: word)), verb: nil)
            return .usage
        }
        let verb = command.verb
        var session = session
        do {
            let knowledge = DefaultNotebook(session)
            let arguments = try Arguments(Array(words.dropFirst()), to: verb.parameters, of: verb.name, knowledge)
            if arguments[Flag.help] {
                try session.printHelp(HelpText(tool: session.tool).verb(verb))
                return .success
            }
            guard !session.terminal.workingDirectory.isEmpty else { throw NoWorkingDirectory() }
            let hints = NotebookInHints(arguments, session, verb)
            session = session.namingNotebook { hints.name(ofItems: $0) }
            let pages = verb.parameters.contains { $0.form == Common.noPager.form }
            guard pages, !arguments[Common.noPager], !arguments[Common.json] else {
                return try ToolRun(session).carryOut(command, arguments)
            }
            return try Pager(session).paging { try ToolRun($0).carryOut(command, arguments) }
        } catch let error as UsageError {
            try explain(error, verb: verb.name)
            return .usage
        } catch  where StandardStreams.isInterrupted {
            return .failure
        } catch let error as any Failure {
            try session.explain(error)
            return error.isFinding && !verb.answersByStatus ? .finding : .failure
        } catch let error as ClosedPipe {
            throw error
        } catch {
            try session.note("\(session.tool): \(error)")
            try session.note("hint: \(UnforeseenFailure.report)")
            return .failure
        }
    }

    /// The verbs that an unknown verb probably means: the ones that other programs call so, or else similar names.
    private func meant(by word: String) -> [String] {
        guard word != "version" else { return ["--version"] }
        let known = BundleTool.verbs.flatMap { verb in
            verb.otherNames.filter { $0.word == word }.map { name in
                name.action.map { "\(verb.name) \($0)" } ?? verb.name
            }
        }
        return known.isEmpty ? Similarity.nearest(to: word, in: BundleTool.verbs.map(\.name)) : known
    }

    /// Runs a verb; if it finds no item with an exact name, again with the item that is meant.
    private func carryOut(_ command: any Command.Type, _ arguments: Arguments) throws -> ExitStatus {
        var arguments = arguments
        let session = session.running(command.verb.name)
        while true {
            do {
                return try command.init(arguments: arguments, session: session).run()
            } catch let error as any Failure {
                // Each time a path replaces a word, so this ends.
                guard let resolved = try ItemFinder(arguments, session, command.verb).resolved(after: error) else {
                    throw error
                }
                arguments = resolved
            }
        }
    }

    /// The word with which completion scripts ask for candidates.
    private static let completionWord = "__complete"

    private func help(_ words: [String]) throws -> ExitStatus {
        guard let word = words.first, !BundleTool.helpWords.contains(word) else {
            let plugIns = PlugIns(session.terminal).names
            try session.printHelp(HelpText(tool: session.tool).overview(BundleTool.verbGroups, plugIns: plugIns))
            return .success
        }
        return try run([word, "--help"])
    }

    private func printVersion() throws -> ExitStatus {
        try session.print("\(session.tool) \(ToolVersion.text), format \(Manifest.version)")
        try session.print(
            "\(CompressionLibraries.versions), linked \(CompressionLibraries.isStatic ? "statically" : "dynamically")")
        return .success
    }

    private func explain(_ error: UsageError, verb: String?) throws {
        try session.note("\(session.tool): \(error)")
        try session.note("hint: \(error.hint(session.tool, verb: verb))")
    }
}
