import NotebookBundle

/// A key of the settings, with its values and meaning.
enum ConfigKey: Hashable, CaseIterable, RawRepresentable {
    case title
    case sortOrder
    case fontSize
    case colorScheme
    case editor
    case confirmDelete
    case dateStyle
    case firstWeekday
    case lineBreaks
    case historyDays
    case historyMegabytes
    case libraryFolder
    case inboxFolder
    case dailyFolder
    case dailyName
    case dailyTemplate
    case templateFolder
    case inlineTags
    /// A setting of studying.
    case study(StudySetting)

    /// The keys of a notebook’s own settings.
    static let ofNotebooks: [ConfigKey] = [
        .title, .sortOrder, .fontSize, .colorScheme, .inboxFolder, .dailyFolder, .dailyName, .dailyTemplate,
        .templateFolder, .inlineTags, .lineBreaks,
    ]

    /// The keys of the user’s settings.
    static let ofUsers: [ConfigKey] =
        [
            .sortOrder, .fontSize, .colorScheme, .editor, .confirmDelete, .dateStyle, .firstWeekday, .lineBreaks,
            .historyDays, .historyMegabytes, .libraryFolder,
        ] + StudySetting.allCases.map { .study($0) }

    /// All keys, each once.
    static let allCases = ofUsers + ofNotebooks.filter { !ofUsers.contains($0) }

    init?(rawValue: String) {
        guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = key
    }

    /// The key as settings files and the command line write it.
    var rawValue: String { if case .study(let setting) = self { setting.rawValue } else { "\(self)" } }

    /// The key with this name, in any letter case; accepts `library`.
    static func named(_ text: String, of keys: [ConfigKey]) -> ConfigKey? {
        let name = text.lowercased() == "library" ? "libraryfolder" : text.lowercased()
        return keys.first { $0.rawValue.lowercased() == name }
    }

    /// The default value.
    var builtIn: SettingValue? {
        switch self {
        case .sortOrder: .text(NotebookDescription.SortKey.modified.rawValue)
        case .colorScheme: .text(NotebookDescription.ColorScheme.system.rawValue)
        case .confirmDelete: .boolean(true)
        case .dateStyle: .text(UserSettings.DateStyle.short.rawValue)
        case .firstWeekday: .text("\(Weekday.monday)")
        case .lineBreaks: .boolean(false)
        case .historyDays: .integer(HistoryLimits().days)
        case .historyMegabytes: .integer(HistoryLimits().bytes / 1_000_000)
        case .inlineTags: .boolean(true)
        case .study(let setting): SettingValue(of: setting.text(in: StudySettings()))
        case .inboxFolder: .text(NoteLocations().inboxFolder.text)
        case .dailyFolder: .text(NoteLocations().dailyFolder.text)
        case .dailyName: .text(NoteLocations().dailyName.text)
        case .templateFolder: .text(NoteLocations().templateFolder.text)
        case .title, .fontSize, .editor, .libraryFolder, .dailyTemplate: nil
        }
    }

    /// The accepted values, in words.
    var values: String {
        switch self {
        case .title: "a title"
        case .sortOrder: "modified, created or name (dateModified, dateCreated and the like work, too)"
        case .fontSize: "6 to 144 points"
        case .colorScheme: "system, light or dark"
        case .editor: "a command; without it $VISUAL, $EDITOR, or the first of editor, nano and vi that exists"
        case .confirmDelete: "true or false: whether to ask before deleting"
        case .dateStyle: "short, iso or relative"
        case .firstWeekday: "monday to sunday"
        case .lineBreaks: "true or false: whether ‘show’ keeps line ends in paragraphs, as Obsidian does"
        case .historyDays: "0 to 36500: how many days of history to keep for ‘undo’ and ‘log’; 0 keeps none"
        case .historyMegabytes: "1 to 1000000: how many MB the history of a notebook may have"
        case .libraryFolder: "the folder for notebooks; ‘library’ can keep several"
        case .study(let setting): Self.values(of: setting)
        case .inboxFolder: "the folder where ‘new’ adds notes; / is the top level"
        case .dailyFolder: "the folder of daily notes (‘today’)"
        case .dailyName: "the names of daily notes, such as YYYY-MM-DD or YYYY/MM/DD dddd (below)"
        case .dailyTemplate: "the template of daily notes; if not set, “Daily”, if there is one"
        case .templateFolder: "the folder of templates"
        case .inlineTags: "true or false: whether #tag in a text counts as a tag"
        }
    }

    private static func values(of setting: StudySetting) -> String {
        switch setting {
        case .studyNewCards: "0 to 9999: how many new cards ‘study’ shows per day"
        case .studySteps: "learning steps in ascending order, such as 1m 10m or 1m 10m 1d, or none"
        case .studyRelearningSteps: "the same, for cards that you forgot"
        case .studyRetention: "0.7 to 0.99: how likely you are to remember a card when it comes back"
        case .studyMaximumInterval: "1 to 36500 days: the longest time until a card comes back"
        case .studyFuzz: "true or false: whether intervals vary a little"
        case .studyDayStart: "when a study day begins, such as 4:00"
        case .studyParameters: "the 21 parameters of FSRS-6, as its optimizer prints them, or default"
        case .studyProgress: "notebook or user: where reviews are recorded"
        }
    }

    /// The values that are words, for completion.
    var words: [String] {
        switch self {
        case .sortOrder: NotebookDescription.SortKey.allCases.map(\.rawValue)
        case .colorScheme: NotebookDescription.ColorScheme.allCases.map(\.rawValue)
        case .confirmDelete, .lineBreaks, .inlineTags, .study(.studyFuzz): ["true", "false"]
        case .dateStyle: UserSettings.DateStyle.allCases.map(\.rawValue)
        case .firstWeekday: Weekday.allCases.map { "\($0)" }
        case .study(.studyProgress): StudyLocation.allCases.map(\.rawValue)
        default: []
        }
    }

    /// Some keys with their values, one on each line.
    static func table(_ keys: [ConfigKey]) -> String {
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
        case .historyDays: value = Self.number(text, in: UserSettings.historyDayRange)
        case .historyMegabytes: value = Self.number(text, in: UserSettings.historyMegabyteRange)
        case .editor: value = text.isEmpty ? nil : text
        case .confirmDelete, .lineBreaks, .inlineTags: value = ["true", "false"].first { $0 == text.lowercased() }
        case .dateStyle: value = UserSettings.DateStyle(rawValue: text.lowercased())?.rawValue
        case .firstWeekday: value = UserSettings.weekday(text).map { "\($0)" }
        case .libraryFolder: value = text.isEmpty ? nil : text
        case .study(let setting): value = setting.canonical(text)
        case .inboxFolder, .dailyFolder, .templateFolder:
            // The notebook reports what is wrong with it.
            value = text.isEmpty ? nil : text
        case .dailyName:
            value = NoteLocations.accepted(text)
            if value != nil, let problem = DatePattern(text).problemAsDailyName {
                throw .badValue(
                    rawValue, text, reason: "\(PrintableText.quoted(text)) is not valid: \(problem)", hint: hint)
            }
        case .dailyTemplate: value = NoteLocations.accepted(text)
        }
        guard let value else { throw .badValue(rawValue, text, hint: hint) }
        return value
    }

    private static func number(_ text: String, in range: ClosedRange<Int>) -> String? {
        Int(text).flatMap { range.contains($0) ? String($0) : nil }
    }

    /// What a valid value is, as a hint.
    private var hint: String {
        switch self {
        case .dailyName:
            "expected: a pattern of a date, such as YYYY-MM-DD or YYYY/MM/DD dddd; text in [brackets] stays as it is"
        default: "expected: \(values)"
        }
    }
}
