import NotebookBundle

/// The verb ‘config’.
struct ConfigCommand: Command {
    private enum Action: String, Subverb {
        case list, get, set, unset

        var operands: String {
            switch self {
            case .list: ""
            case .get, .unset: "KEY"
            case .set: "KEY VALUE"
            }
        }
    }

    private static let action = SubverbParameter<Action>()
    private static let words = Positional(
        "ARGUMENT", "KEY, and the VALUE to set",
        kind: .afterAction(["get": [keys], "set": [keys, .wordsAfter(values)], "unset": [keys]]), isRequired: false,
        isRepeated: true,
        mayBeEmpty: true)
    private static let keys = ValueKind.words(ConfigKey.allCases.map(\.rawValue))
    private static let values = Dictionary(uniqueKeysWithValues: ConfigKey.allCases.map { ($0.rawValue, $0.words) })
    private static let notebook = Option(
        "notebook", short: "n", "NOTEBOOK", "The settings of a notebook instead of yours", kind: .notebookDirectory)

    static let verb = Verb(
        "config", "Show and change settings: yours, or those of a notebook",
        details: """
            Your settings are a property list (settings.plist) in the platform’s configuration folder. Options of the command
            line override your settings, your settings override those of the notebook, and these override the defaults.

            \(ConfigKey.table(ConfigKey.ofUsers))

            A notebook has its own sortOrder, fontSize, colorScheme and lineBreaks, and these settings, which are the same for
            everybody who opens it:

            \(ConfigKey.table(ConfigKey.ofNotebooks.filter { !ConfigKey.ofUsers.contains($0) }))

            Names of daily notes are date patterns of Moment.js (YYYY, MM, DD, dddd, WW, …); text in [brackets] is literal.
            Settings that are not set are shown with their defaults. Unknown keys and values are kept.
            """,
        parameters: [action, words, notebook, Common.json] + Common.locking,
        examples: [
            ("config set sortOrder name", "sorts lists by name"),
            ("config set confirmDelete false", "deletes without asking"),
            ("config list", "your settings, and those of the notebook that you are in"),
            ("config --notebook Recipes set sortOrder created", "sorts the lists of one notebook by creation date"),
            ("config -n Diary set dailyName \"YYYY/MM/YYYY-MM-DD\"", "puts daily notes into folders by year and month"),
        ],
        statuses: [.finding: "the key is not set, and has no default"]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        var settings: [String: SettingValue]
        /// The default values of settings that are not set.
        var defaults: [String: SettingValue]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let action = try arguments.subverb(Self.action)
        let given = arguments.all(Self.words)
        let store = try store(session)
        if arguments[Self.notebook] == nil, [.list, .get].contains(action) {
            try reportUnacceptableSettings()
        }
        func key(_ names: [String]) throws -> ConfigKey {
            guard given.count >= names.count else { throw UsageError.missing(names[given.count]) }
            guard given.count == names.count else {
                let rest = given[(names.count - 1)...].joined(separator: " ")
                throw names.count == 1
                    ? UsageError.unexpected(given[1])
                    : UsageError.conflict("VALUE is one argument; quote it: \"\(PrintableText.escaped(rest))\"")
            }
            guard let key = ConfigKey.named(given[0], of: store.keys) else {
                if arguments[Self.notebook] == nil, let key = ConfigKey.named(given[0], of: ConfigKey.ofNotebooks) {
                    throw UsageError.badValue(
                        "KEY", given[0], reason: "\(key.rawValue) is a setting of a notebook", hint: "add -n NOTEBOOK")
                }
                let like = Similarity.nearest(to: given[0], in: store.keys.map(\.rawValue))
                if like.isEmpty, arguments[Self.notebook] == nil,
                    let key = Similarity.nearest(to: given[0], in: ConfigKey.ofNotebooks.map(\.rawValue)).first
                {
                    throw UsageError.badValue(
                        "KEY", given[0], hint: "did you mean \(key), a setting of a notebook? add -n NOTEBOOK")
                }
                let hint = like.isEmpty ? "the keys are \(store.keys.map(\.rawValue).joined(separator: ", "))" : nil
                throw UsageError.badValue(
                    "KEY", given[0], hint: hint ?? "did you mean \(like.joined(separator: ", "))?")
            }
            return key
        }
        switch action {
        case .list:
            if arguments[Common.json] {
                try printAnswer(store.keys, of: store)
            } else {
                for key in store.keys { try session.print(Self.line(key, try store.value(key))) }
                if arguments[Self.notebook] == nil, let path = DefaultNotebook(session).pathHere() {
                    try list(NotebookSettingsStore(try NotebookOpener(arguments, session).directory(path)), of: path)
                }
            }
        case .get:
            let key = try key(["KEY"])
            guard let value = try store.value(key) ?? key.builtIn else { return .finding }
            guard !arguments[Common.json] else {
                try printAnswer([key], of: store)
                return .success
            }
            try session.print(PrintableText.escaped(value.description))
            if try store.value(key) == nil { try session.note("note: this is the default") }
        case .set, .unset:
            let key = try key(action == .set ? ["KEY", "VALUE"] : ["KEY"])
            try store.set(key, action == .set ? try key.accepted(given[1]) : nil)
            if arguments[Common.json] {
                let changed = session.with(
                    try session.settingsFile.load(now: session.notebookEnvironment.now()).settings)
                try printAnswer([key], of: self.store(changed))
            }
        }
        return .success
    }

    /// The settings of the notebook that is named, or else the user's.
    private func store(_ session: Session) throws -> any SettingsStore {
        guard let word = arguments[Self.notebook] else { return UserSettingsStore(session) }
        return NotebookSettingsStore(try NotebookOpener(arguments, session).directory(word))
    }

    /// Prints the values or defaults of some settings as JSON.
    private func printAnswer(_ keys: [ConfigKey], of store: any SettingsStore) throws {
        var answer = Answer(settings: [:], defaults: [:])
        for key in keys {
            answer.settings[key.rawValue] = try store.value(key)
            if answer.settings[key.rawValue] == nil { answer.defaults[key.rawValue] = key.builtIn }
        }
        try session.printJSON(answer)
    }

    /// Lists the settings of the notebook around the working directory.
    private func list(_ store: NotebookSettingsStore, of path: String) throws {
        let name = NotebookLocation.stem(of: ExternalPath.name(of: path))
        try session.print("\n" + session.style("settings of \(PrintableText.escaped(name))", .bold))
        for key in store.keys { try session.print(Self.line(key, try store.value(key))) }
    }

    private static func line(_ key: ConfigKey, _ value: SettingValue?) -> String {
        if let value { return "\(key.rawValue) = \(PrintableText.escaped(value.description))" }
        return key.builtIn.map { "\(key.rawValue) = \($0) (default)" } ?? "\(key.rawValue) is not set"
    }
}

extension ConfigCommand {
    /// Reports settings that this version of the tool does not accept.
    private func reportUnacceptableSettings() throws {
        for key in session.settings.unacceptableKeys {
            let wanted = ConfigKey(rawValue: key).map { "; expected: \($0.values)" } ?? ""
            try session.note("note: the value of \(key) is invalid and ignored\(wanted)")
        }
    }
}
