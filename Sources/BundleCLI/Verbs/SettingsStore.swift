import NotebookBundle

/// Settings by key, wherever they are stored.
protocol SettingsStore {
    /// All keys.
    var keys: [ConfigKey] { get }
    /// The value of a key; `nil` if it is not set.
    func value(_ key: ConfigKey) throws -> SettingValue?
    /// Sets a value that was checked, or removes it.
    func set(_ key: ConfigKey, _ value: String?) throws
}

/// The user's settings.
struct UserSettingsStore: SettingsStore {
    private let session: Session

    init(_ session: Session) { self.session = session }

    var keys: [ConfigKey] { ConfigKey.ofUsers }

    func value(_ key: ConfigKey) -> SettingValue? {
        let settings = session.settings
        return switch key {
        case .sortOrder: settings.sortOrder.map { .text($0.rawValue) }
        case .fontSize: settings.fontSize.map { .integer($0) }
        case .colorScheme: settings.colorScheme.map { .text($0.rawValue) }
        case .editor: settings.editor.map { .text($0) }
        case .confirmDelete: settings.confirmDelete.map { .boolean($0) }
        case .dateStyle: settings.dateStyle.map { .text($0.rawValue) }
        case .firstWeekday: settings.firstWeekday.map { .text("\($0)") }
        case .lineBreaks: settings.lineBreaks.map { .boolean($0) }
        case .historyDays: settings.historyDays.map { .integer($0) }
        case .historyMegabytes: settings.historyMegabytes.map { .integer($0) }
        case .libraryFolder: settings.currentLibrary.map { .text($0.path) }
        case .study(let setting): settings.study[setting].map { SettingValue(of: $0) }
        default: nil
        }
    }

    func set(_ key: ConfigKey, _ value: String?) throws {
        if key == .libraryFolder, let value {
            try UserLibrary(session).add(value, name: nil)
            return
        }
        try session.settingsFile.change(now: session.notebookEnvironment.now()) { settings in
            settings.forgetUnacceptable(key.rawValue)
            switch key {
            case .sortOrder: settings.sortOrder = value.flatMap { .init(rawValue: $0) }
            case .fontSize: try settings.setFontSize(value.flatMap { Int($0) })
            case .colorScheme: settings.colorScheme = value.flatMap { .init(rawValue: $0) }
            case .editor: try settings.setEditor(value)
            case .confirmDelete: settings.confirmDelete = value.map { $0 == "true" }
            case .dateStyle: settings.dateStyle = value.flatMap { .init(rawValue: $0) }
            case .firstWeekday: settings.firstWeekday = value.flatMap(UserSettings.weekday)
            case .lineBreaks: settings.lineBreaks = value.map { $0 == "true" }
            case .historyDays: try settings.setHistoryDays(value.flatMap { Int($0) })
            case .historyMegabytes: try settings.setHistoryMegabytes(value.flatMap { Int($0) })
            case .libraryFolder: if let library = settings.currentLibrary { settings.forget(library) }
            case .study(let setting): try settings.set(setting, value)
            default: break
            }
        }
    }
}

/// A notebook's own settings, in its `notebook.json`.
struct NotebookSettingsStore: SettingsStore {
    private let bundle: NotebookDirectory

    init(_ bundle: NotebookDirectory) { self.bundle = bundle }

    var keys: [ConfigKey] { ConfigKey.ofNotebooks }

    func value(_ key: ConfigKey) throws -> SettingValue? {
        let description = try bundle.read(\.listing.description)
        let places = description.settings.places
        return switch key {
        case .title: .text(description.title)
        case .sortOrder: .text(description.settings.sort.rawValue)
        case .fontSize: description.settings.fontSize.map { .integer($0) }
        case .colorScheme: .text(description.settings.colorScheme.rawValue)
        case .inboxFolder: Self.shown(places.inboxFolder)
        case .dailyFolder: Self.shown(places.dailyFolder)
        case .dailyName: .text(places.dailyName.text)
        case .dailyTemplate: places.dailyTemplate.map { .text($0) }
        case .templateFolder: Self.shown(places.templateFolder)
        case .inlineTags: .boolean(description.settings.countsInlineTags)
        case .lineBreaks: .boolean(description.settings.keepsLineBreaks)
        default: nil
        }
    }

    private static func shown(_ folder: FolderPath) -> SettingValue { .text(folder == .root ? "/" : folder.text) }

    func set(_ key: ConfigKey, _ value: String?) throws {
        guard key != .title || value != nil else { throw UsageError.conflict("a notebook always has a title") }
        try bundle.edit { draft in
            let folder = try value.flatMap { key.isFolder ? try draft.folder($0) : nil }
            try draft.describe { description in
                switch key {
                case .title: if let value { description.title = value }
                case .sortOrder: description.settings.sort = value.flatMap { .init(rawValue: $0) } ?? .modified
                case .fontSize: description.settings.fontSize = value.flatMap { Int($0) }
                case .colorScheme: description.settings.colorScheme = value.flatMap { .init(rawValue: $0) } ?? .system
                case .dailyName: description.settings.places.dailyName = value.map { DatePattern($0) } ?? .day
                case .dailyTemplate: description.settings.places.dailyTemplate = value
                case .inlineTags: description.settings.countsInlineTags = value != "false"
                case .lineBreaks: description.settings.keepsLineBreaks = value == "true"
                default: Self.setFolder(key, folder, &description.settings.places)
                }
            }
        }
    }

    private static func setFolder(_ key: ConfigKey, _ folder: FolderPath?, _ places: inout NoteLocations) {
        let standard = NoteLocations()
        switch key {
        case .inboxFolder: places.inboxFolder = folder ?? standard.inboxFolder
        case .dailyFolder: places.dailyFolder = folder ?? standard.dailyFolder
        case .templateFolder: places.templateFolder = folder ?? standard.templateFolder
        default: break
        }
    }
}

extension ConfigKey {
    /// Whether it names a folder of the notebook.
    fileprivate var isFolder: Bool { [.inboxFolder, .dailyFolder, .templateFolder].contains(self) }
}
