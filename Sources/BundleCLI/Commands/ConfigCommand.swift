import NotebookBundle
import NotebookFormat

/// The verb ‘config’.
enum ConfigCommand {
    private static let action = Positional("ACTION", "‘list’, ‘get KEY’, ‘set KEY VALUE’ or ‘unset KEY’")
    private static let words = Positional("ARGUMENT", "KEY, and the VALUE to set", isRequired: false, isRepeated: true)
    private static let notebook = Option("notebook", "NOTEBOOK", "The settings of a notebook, instead of the user's")

    static let verb = Verb(
        "config", "Get and set settings: the user's, or those of a notebook",
        details: """
            The user's settings are a property list (settings.plist) in the platform's folder for configuration. An option of
            the command line goes before the user's settings, these before the notebook's, and these before what is built in.

            \(ConfigKey.table)

            A notebook has title, sortOrder, fontSize and colorScheme.
            """,
        parameters: [action, words, notebook, Common.json] + Common.locking,
        examples: [
            ("config set sortOrder name", "lists are sorted by name"),
            ("config set confirmDelete false", "deleting asks no more"), ("config list", "all settings"),
            ("config --notebook Recipes set sortOrder created", "a setting of one notebook"),
        ],
        statuses: [.finding: "the key is not set"]
    ) { arguments, session in
        let given = arguments.all(words)
        let store: any SettingsStore =
            if let word = arguments[notebook] {
                NotebookSettingsStore(try session.bundle(word, arguments))
            } else {
                UserSettingsStore(session.settingsFile, session.settings)
            }
        func key(_ count: Int, _ what: String) throws -> ConfigKey {
            guard given.count == count else { throw UsageError.missing(what) }
            guard let key = store.keys.first(where: { $0.rawValue.lowercased() == given[0].lowercased() }) else {
                let like = Similarity.nearest(to: given[0], in: store.keys.map(\.rawValue))
                let hint = like.isEmpty ? "the keys are \(store.keys.map(\.rawValue).joined(separator: ", "))" : nil
                throw UsageError.badValue(
                    "KEY", given[0], hint: hint ?? "did you mean \(like.joined(separator: ", "))?")
            }
            return key
        }
        switch arguments[action] {
        case "list":
            let rows = try store.keys.compactMap { key in try store.value(key).map { (key, $0) } }
            if arguments[Common.json] {
                try session.print(Output(settings: Dictionary(uniqueKeysWithValues: rows.map { ($0.rawValue, $1) })))
            } else {
                for (key, value) in rows { try session.print("\(key.rawValue) = \(PrintableText.escaped(value))") }
            }
        case "get":
            let key = try key(1, "KEY")
            guard let value = try store.value(key) else { return .finding }
            try session.print(PrintableText.escaped(value))
        case "set":
            let key = try key(2, "KEY and VALUE")
            try store.set(key, try key.accepted(given[1]))
        case "unset": try store.set(try key(1, "KEY"), nil)
        default:
            throw UsageError.badValue("ACTION", arguments[action], hint: "the actions are list, get, set, unset")
        }
        return .success
    }
}

/// A key of the settings, its values, and what it means.
enum ConfigKey: String, CaseIterable {
    case title
    case sortOrder
    case fontSize
    case colorScheme
    case editor
    case confirmDelete
    case dateStyle
    case firstWeekday

    /// The values that are accepted, in words.
    var values: String {
        switch self {
        case .title: "a title"
        case .sortOrder: "modified, created or name (dateCreated and its like are understood)"
        case .fontSize: "points, 6 to 144"
        case .colorScheme: "system, light or dark"
        case .editor: "a command; without it $VISUAL or $EDITOR"
        case .confirmDelete: "true or false: whether deleting asks"
        case .dateStyle: "short, iso or relative"
        case .firstWeekday: "monday to sunday"
        }
    }

    /// The keys of the user's settings, one on each line.
    static var table: String {
        let keys = allCases.filter { $0 != .title }
        let width = keys.map(\.rawValue.count).max() ?? 0
        return keys.map { "  \($0.rawValue.padded(to: width))  \($0.values)" }.joined(separator: "\n")
    }

    /// The value in its canonical spelling.
    func accepted(_ text: String) throws(UsageError) -> String {
        let value: String?
        switch self {
        case .title: value = Title.accepted(text).flatMap { $0.isEmpty ? nil : $0 }
        case .sortOrder: value = UserSettings.sortKey(text)?.rawValue
        case .fontSize: value = Int(text).flatMap { (6...144).contains($0) ? String($0) : nil }
        case .colorScheme: value = NotebookDescription.ColorScheme(rawValue: text.lowercased())?.rawValue
        case .editor: value = text.isEmpty ? nil : text
        case .confirmDelete: value = ["true", "false"].first { $0 == text.lowercased() }
        case .dateStyle: value = UserSettings.DateStyle(rawValue: text.lowercased())?.rawValue
        case .firstWeekday: value = UserSettings.weekday(text).map { "\($0)" }
        }
        guard let value else { throw .badValue(rawValue, text, hint: "it is \(values)") }
        return value
    }
}

/// Settings by their keys, wherever they are kept.
protocol SettingsStore {
    /// The keys that there are.
    var keys: [ConfigKey] { get }
    /// The value of a key; `nil` if it is not set.
    func value(_ key: ConfigKey) throws -> String?
    /// Sets a value that is accepted, or takes it away.
    func set(_ key: ConfigKey, _ value: String?) throws
}

/// The user's settings.
struct UserSettingsStore: SettingsStore {
    private let file: SettingsFile
    private let settings: UserSettings

    init(_ file: SettingsFile, _ settings: UserSettings) {
        self.file = file
        self.settings = settings
    }

    var keys: [ConfigKey] { ConfigKey.allCases.filter { $0 != .title } }

    func value(_ key: ConfigKey) -> String? {
        switch key {
        case .title: nil
        case .sortOrder: settings.sortOrder?.rawValue
        case .fontSize: settings.fontSize.map(String.init)
        case .colorScheme: settings.colorScheme?.rawValue
        case .editor: settings.editor
        case .confirmDelete: settings.confirmDelete.map { "\($0)" }
        case .dateStyle: settings.dateStyle?.rawValue
        case .firstWeekday: settings.firstWeekday.map { "\($0)" }
        }
    }

    func set(_ key: ConfigKey, _ value: String?) throws {
        var changed = settings
        switch key {
        case .title: break
        case .sortOrder: changed.sortOrder = value.flatMap { .init(rawValue: $0) }
        case .fontSize: changed.fontSize = value.flatMap { Int($0) }
        case .colorScheme: changed.colorScheme = value.flatMap { .init(rawValue: $0) }
        case .editor: changed.editor = value
        case .confirmDelete: changed.confirmDelete = value.map { $0 == "true" }
        case .dateStyle: changed.dateStyle = value.flatMap { .init(rawValue: $0) }
        case .firstWeekday: changed.firstWeekday = value.flatMap(UserSettings.weekday)
        }
        try file.save(changed)
    }
}

/// A notebook's own settings, in its `notebook.json`.
struct NotebookSettingsStore: SettingsStore {
    private let bundle: NotebookDirectory

    init(_ bundle: NotebookDirectory) { self.bundle = bundle }

    var keys: [ConfigKey] { [.title, .sortOrder, .fontSize, .colorScheme] }

    func value(_ key: ConfigKey) throws -> String? {
        let description = try bundle.open().description
        switch key {
        case .title: return description.title
        case .sortOrder: return description.settings.sort.rawValue
        case .fontSize: return description.settings.fontSize.map(String.init)
        case .colorScheme: return description.settings.colorScheme.rawValue
        default: return nil
        }
    }

    func set(_ key: ConfigKey, _ value: String?) throws {
        try bundle.edit { draft in
            switch key {
            case .title: if let value { draft.description.title = value }
            case .sortOrder: draft.description.settings.sort = value.flatMap { .init(rawValue: $0) } ?? .modified
            case .fontSize: draft.description.settings.fontSize = value.flatMap { Int($0) }
            case .colorScheme:
                draft.description.settings.colorScheme = value.flatMap { .init(rawValue: $0) } ?? .system
            default: break
            }
        }
    }
}
