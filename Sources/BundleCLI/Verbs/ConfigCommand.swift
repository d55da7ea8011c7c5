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

    private static let action = SubverbParameter<Action>(default: .list)
    private static let words = Positional(
        "ARGUMENT", "KEY, and the VALUE to set",
        kind: .afterAction([
            "list": [], "get": [.setting, .text], "set": [.setting, .wordsAfter(values)], "unset": [.setting, .text],
        ]), isRequired: false, isRepeated: true, mayBeEmpty: true)
    private static let values = Dictionary(uniqueKeysWithValues: Setting.allCases.map { ($0.key, $0.words) })
    private static let notebook = Option(
        "notebook", short: "n", "NOTEBOOK", "The settings of a notebook instead of yours", kind: .notebookDirectory)

    static let verb = Verb(
        "config", "Show and change settings: yours, or those of a notebook",
        details: """
            Your settings are a property list (settings.plist) in the platform’s configuration folder. Options of the command
            line override your settings, your settings override those of the notebook, and these override the defaults.

            \(Setting.table(Setting.ofUsers))

            A notebook has its own sortOrder, fontSize, colorScheme and lineBreaks, and these settings, which are the same for
            everybody who opens it:

            \(Setting.table(Setting.ofNotebooks.filter { !Setting.ofUsers.contains($0) }))

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
    private struct Answer: JSONRow {
        var settings: [String: SettingValue]
        /// The default values of settings that are not set.
        var defaults: [String: SettingValue]
        /// Those of the notebook that one is in, besides the user's.
        var notebookSettings: [String: SettingValue]?
        var notebookDefaults: [String: SettingValue]?
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
        func key(_ names: [String]) throws -> Setting {
            guard given.count >= names.count else { throw UsageError.missing(names[given.count]) }
            guard given.count == names.count else {
                let rest = given[(names.count - 1)...].joined(separator: " ")
                throw names.count == 1
                    ? UsageError.unexpected(given[1])
                    : UsageError.conflict("VALUE is one argument; quote it: \"\(PrintableText.escaped(rest))\"")
            }
            guard let key = Setting.named(given[0], of: store.settings) else {
                if arguments[Self.notebook] != nil, let key = Setting.named(given[0], of: Setting.ofUsers) {
                    throw UsageError.badValue(
                        "KEY", given[0], reason: "\(key.key) is a setting of yours, for all notebooks",
                        hint: "leave out the notebook")
                }
                if arguments[Self.notebook] == nil, let key = Setting.named(given[0], of: Setting.ofNotebooks) {
                    throw UsageError.badValue(
                        "KEY", given[0], reason: "\(key.key) is a setting of a notebook", hint: "add -n NOTEBOOK")
                }
                let like = Similarity.nearest(to: given[0], in: store.settings.map(\.key))
                if like.isEmpty, arguments[Self.notebook] == nil,
                    let key = Similarity.nearest(to: given[0], in: Setting.ofNotebooks.map(\.key)).first
                {
                    throw UsageError.badValue(
                        "KEY", given[0], hint: "did you mean \(key), a setting of a notebook? add -n NOTEBOOK")
                }
                let hint = like.isEmpty ? "the keys are \(store.settings.map(\.key).joined(separator: ", "))" : nil
                throw UsageError.badValue(
                    "KEY", given[0], hint: hint ?? "did you mean \(like.alternatives)?")
            }
            return key
        }
        switch action {
        case .list:
            try UsageError.require(0, of: given, "")
            if arguments[Common.json] {
                var answer = try self.answer(store.settings, of: store)
                if let here = try settingsHere() {
                    let other = try self.answer(here.store.settings, of: here.store)
                    (answer.notebookSettings, answer.notebookDefaults) = (other.settings, other.defaults)
                }
                try session.printJSON(answer)
            } else {
                for key in store.settings { try session.print(Self.line(key, try store.value(key))) }
                if let here = try settingsHere() { try list(here.store, of: here.path) }
            }
        case .get:
            let key = try key(["KEY"])
            guard let value = try store.value(key) ?? key.standard else { return .finding }
            guard !arguments[Common.json] else {
                try session.printJSON(try answer([key], of: store))
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
                try session.printJSON(try answer([key], of: self.store(changed)))
            }
        }
        return .success
    }

    /// The settings of the notebook that is named, or else the user's.
    private func store(_ session: Session) throws -> SettingsStore {
        guard let word = arguments[Self.notebook] else { return SettingsStore.user(session) }
        return SettingsStore.notebook(try NotebookOpener(arguments, session).directory(word))
    }

    /// The settings of the notebook that one is in, and its path; `nil` outside, or if a notebook is named.
    private func settingsHere() throws -> (store: SettingsStore, path: String)? {
        guard arguments[Self.notebook] == nil, let path = DefaultNotebook(session).pathHere() else { return nil }
        return (store: SettingsStore.notebook(try NotebookOpener(arguments, session).directory(path)), path: path)
    }

    /// The values or defaults of some settings.
    private func answer(_ keys: [Setting], of store: SettingsStore) throws -> Answer {
        var answer = Answer(settings: [:], defaults: [:])
        for key in keys {
            answer.settings[key.key] = try store.value(key)
            if answer.settings[key.key] == nil { answer.defaults[key.key] = key.standard }
        }
        return answer
    }

    /// Lists the settings of the notebook around the working directory.
    private func list(_ store: SettingsStore, of path: String) throws {
        let name = NotebookLocation.stem(of: ExternalPath.name(of: path))
        try session.print("\n" + session.style("settings of \(PrintableText.escaped(name))", .bold))
        for key in store.settings { try session.print(Self.line(key, try store.value(key))) }
    }

    private static func line(_ key: Setting, _ value: SettingValue?) -> String {
        if let value { return "\(key.key) = \(PrintableText.escaped(value.description))" }
        return key.standard.map { "\(key.key) = \($0) (default)" } ?? "\(key.key) is not set"
    }
}

extension ConfigCommand {
    /// Reports settings that this version of the tool does not accept.
    private func reportUnacceptableSettings() throws {
        for key in session.settings.unacceptableKeys {
            let wanted = Setting.allCases.first { $0.key == key }.map { "; expected: \($0.values)" } ?? ""
            try session.note("note: the value of \(key) is invalid and ignored\(wanted)")
        }
    }
}

/// Settings, wherever they are stored.
private enum SettingsStore {
    case user(Session)
    case notebook(Notebook)

    var settings: [Setting] {
        switch self {
        case .user: Setting.ofUsers
        case .notebook: Setting.ofNotebooks
        }
    }

    func value(_ setting: Setting) throws -> SettingValue? {
        switch self {
        case .user(let session): session.settings.value(of: setting)
        case .notebook(let notebook): try notebook.read { $0.listing.description.value(of: setting) }
        }
    }

    func set(_ setting: Setting, _ value: String?) throws {
        switch self {
        case .user(let session):
            if setting == .general(.libraryFolder), let value {
                try UserLibrary(session).add(value, name: nil)
                return
            }
            try session.settingsFile.change(now: session.notebookEnvironment.now()) { try $0.set(setting, value) }
        case .notebook(let notebook):
            guard setting != .general(.title) || value != nil else {
                throw UsageError.conflict("a notebook always has a title")
            }
            try notebook.edit { try $0.set(setting, value) }
        }
    }
}

extension Setting {
    /// The setting with this name, in any letter case; accepts `library`.
    fileprivate static func named(_ text: String, of settings: [Setting]) -> Setting? {
        let name = text.lowercased() == "library" ? "libraryfolder" : text.lowercased()
        return settings.first { $0.key.lowercased() == name }
    }

    /// Some settings with their values, one on each line.
    fileprivate static func table(_ settings: [Setting]) -> String {
        let width = settings.map(\.key.count).max() ?? 0
        return settings.map { "  \($0.key.padded(to: width))  \($0.values)" }.joined(separator: "\n")
    }

    /// The value in its canonical spelling.
    fileprivate func accepted(_ text: String) throws(UsageError) -> String {
        guard let value = canonical(text) else { throw .badValue(key, text, hint: "expected: \(hint)") }
        if let problem = problem(of: value) {
            throw .badValue(
                key, text, reason: "\(PrintableText.quoted(text)) is not valid: \(problem)", hint: "expected: \(hint)")
        }
        return value
    }
}
