import Archives
import NotebookBundle
package import NotebookFormat

/// The tool as a function: words in, exit status out.
package enum BundleTool {
    static let verbs: [Verb] = [
        CreateCommand.verb, OpenCommand.verb, StatusCommand.verb, ListCommand.verb, ShowCommand.verb, AddCommand.verb,
        EditCommand.verb, AttachCommand.verb, ExtractCommand.verb, RenameCommand.verb, MoveCommand.verb,
        MergeCommand.verb, CopyCommand.verb, DuplicateCommand.verb, RemoveCommand.verb, RestoreCommand.verb,
        TrashCommand.verb, ResolveCommand.verb, SearchCommand.verb, SuggestCommand.verb, LinksCommand.verb,
        BacklinksCommand.verb,
        UnresolvedCommand.verb, OrphansCommand.verb, GraphCommand.verb, OutlineCommand.verb, BlobsCommand.verb,
        GarbageCommand.verb, FolderCommand.verb, TagCommand.verb, SmartCommand.verb, PinCommand.pin, PinCommand.unpin,
        ValidateCommand.verb, ExplainCommand.verb, RepairCommand.verb, SealCommand.verb, ArchiveCommand.verb,
        UnarchiveCommand.verb,
        ImportCommand.verb, ExportCommand.verb, ConfigCommand.verb, LibraryCommand.verb, CompletionCommand.verb,
    ]

    /// Runs the tool.
    ///
    /// - Parameters:
    ///   - words: The command line without the name of the tool.
    ///   - tool: The name under which it was called, for its messages.
    ///   - rules: The rules of ‘validate’, other than all for tests.
    package static func run(
        _ words: [String], named tool: String = "bundle", in terminal: Terminal, rules: [any Rule] = RuleBook.all
    ) -> ExitStatus {
        let session = Session(tool: tool, terminal: terminal, rules: rules, settings: UserSettings())
        do {
            return try session.withSettings().run(words)
        } catch is ClosedPipe {
            return .success
        } catch {
            // Standard error cannot be written either: the status says it all.
            return .failure
        }
    }
}

/// The directory in which the tool was called was removed.
private struct NoWorkingDirectory: Failure {
    var description: String { "the current directory is not there any more" }
    var hint: String? { "change to one that is there" }
}

extension Session {
    /// The session with the user's settings; a damaged file is set aside, and this is said.
    fileprivate func withSettings() throws -> Session {
        do {
            let (settings, setAside) = try settingsFile.load(now: world.now())
            if let setAside {
                try note(
                    "note: the settings were damaged (\(setAside.reason)); they are set aside as \(displayed(setAside.place.path))"
                )
            }
            return with(settings)
        } catch let error as ClosedPipe {
            throw error
        } catch {
            try note("note: the settings cannot be read: \(error)")
            return self
        }
    }

    fileprivate func run(_ words: [String]) throws -> ExitStatus {
        guard let word = words.first else {
            try explain(UsageError.noVerb, verb: nil)
            return .usage
        }
        switch word {
        case "--help", "-h", "help": return try help(Array(words.dropFirst()))
        case "--version": return try printVersion()
        case "__complete":
            let completion = WordCompletion(session: self, verbs: BundleTool.verbs)
            for candidate in completion.candidates(Array(words.dropFirst())) { try print(candidate) }
            return .success
        default: break
        }
        guard let verb = BundleTool.verbs.first(where: { $0.name == word }) else {
            let like = Similarity.nearest(to: word, in: BundleTool.verbs.map(\.name))
            try explain(UsageError.unknownVerb(word, like: like), verb: nil)
            return .usage
        }
        do {
            let arguments = try Arguments(Array(words.dropFirst()), to: verb.parameters, of: verb.name)
            if arguments[Flag.help] {
                try write(Array(HelpText(tool: tool).verb(verb).utf8))
                return .success
            }
            guard !terminal.workingDirectory.isEmpty else { throw NoWorkingDirectory() }
            return try verb.run(arguments, self)
        } catch let error as UsageError {
            try explain(error, verb: verb.name)
            return .usage
        } catch  where StandardStreams.isInterrupted {
            return .failure
        } catch let error as any Failure {
            try explain(error)
            return error.isFinding ? .finding : .failure
        } catch let error as ClosedPipe {
            throw error
        } catch {
            try note("\(tool): \(error)")
            return .failure
        }
    }

    private func help(_ words: [String]) throws -> ExitStatus {
        guard let word = words.first else {
            try write(Array(HelpText(tool: tool).overview(BundleTool.verbs).utf8))
            return .success
        }
        return try run([word, "--help"])
    }

    private func printVersion() throws -> ExitStatus {
        try print("\(tool) \(ToolVersion.text), format \(Manifest.version)")
        try print(CompressionLibraries.versions)
        return .success
    }

    /// Says in one line what went wrong, and in another what to do about it.
    func explain(_ error: any Failure) throws {
        try note("\(tool): \(error)")
        if let hint = error.hint { try note("hint: \(hint.replacing("‘bundle ", with: "‘\(tool) "))") }
    }

    private func explain(_ error: UsageError, verb: String?) throws {
        try note("\(tool): \(error)")
        try note("hint: \(error.hint(tool, verb: verb))")
    }
}
