import NotebookFiles
public import NotebookFormat
public import NotebookStore
public import NotebookStudy
import NotebookText

/// A setting of the user, of a notebook, or of both.
///
/// To add one, add a property to `UserSettings` or to the notebook's description, and a case with its row here.
public enum Setting: Hashable, Sendable {
    /// A setting of this list.
    case general(General)
    /// A setting of studying.
    case study(StudySetting)

    /// The settings besides those of studying; the raw value is the key.
    public enum General: String, CaseIterable, Sendable {
        /// The title of a notebook.
        case title
        /// The sort order of items.
        case sortOrder
        /// The size of text in points.
        case fontSize
        /// Light or dark colours.
        case colorScheme
        /// The command that starts the editor.
        case editor
        /// Whether to ask before deleting.
        case confirmDelete
        /// How dates are shown.
        case dateStyle
        /// The first day of the week.
        case firstWeekday
        /// Whether line breaks within paragraphs are shown.
        case lineBreaks
        /// For how many days a notebook keeps what changes replace.
        case historyDays
        /// How much of it a notebook keeps, in millions of bytes.
        case historyMegabytes
        /// What people call this device.
        case deviceName
        /// The folder for notebooks.
        case libraryFolder
        /// The folder of quickly captured notes.
        case inboxFolder
        /// The folder of daily notes.
        case dailyFolder
        /// The pattern of the names of daily notes.
        case dailyName
        /// The name of the template of daily notes.
        case dailyTemplate
        /// The folder of templates.
        case templateFolder
        /// Whether `#tag` in a text counts as a tag of the item.
        case inlineTags
        /// How dates and priorities of tasks are written.
        case taskDates
    }

    /// Everything about the setting besides its key.
    var row: Row {
        switch self {
        case .general(let setting): setting.row
        case .study(let setting): Row(setting)
        }
    }
}

extension Setting.General {
    /// Everything about the setting besides its key.
    fileprivate var row: Setting.Row {
        switch self {
        case .title: Setting.Row(.title, "a title", notebook: \.title)
        case .sortOrder:
            Setting.Row(
                .sortKey, "modified, created or name (dateModified, dateCreated and the like work, too)",
                default: .modified, user: \.sortOrder, notebook: \.settings.sort)
        case .fontSize:
            Setting.Row(.number(6...144), "6 to 144 points", user: \.fontSize, optionalOfNotebook: \.settings.fontSize)
        case .colorScheme:
            Setting.Row(
                .choice(), "system, light or dark", default: .system, user: \.colorScheme,
                notebook: \.settings.colorScheme)
        case .editor:
            Setting.Row(
                .line, "a command; without it $VISUAL, $EDITOR, or the first of editor, nano and vi that exists",
                user: \.editor)
        case .confirmDelete:
            Setting.Row(.flag, "true or false: whether to ask before deleting", default: true, user: \.confirmDelete)
        case .dateStyle: Setting.Row(.choice(), "short, iso or relative", default: .short, user: \.dateStyle)
        case .firstWeekday: Setting.Row(.weekday, "monday to sunday", default: .monday, user: \.firstWeekday)
        case .lineBreaks:
            Setting.Row(
                .flag, "true or false: whether line ends in paragraphs are shown, as Obsidian does", default: false,
                user: \.lineBreaks, notebook: \.settings.keepsLineBreaks)
        case .historyDays:
            Setting.Row(
                .number(0...36_500),
                "0 to 36500: how many days of history to keep, for undoing and for earlier states; with 0, texts that edits replace go to the trash",
                default: HistoryLimits().days, user: \.historyDays)
        case .historyMegabytes:
            Setting.Row(
                .number(1...1_000_000), "1 to 1000000: how many MB the history of a notebook may have",
                default: HistoryLimits().bytes / 1_000_000, user: \.historyMegabytes)
        case .deviceName:
            Setting.Row(
                .line, "what conflicts call this device’s version; without it the host name", user: \.deviceName)
        case .libraryFolder:
            Setting.Row(.line, "the folder for notebooks, one of your libraries", user: \.libraryFolder)
        case .inboxFolder:
            Setting.Row(
                .folder, "the folder of quickly captured notes; / is the top level",
                default: NoteLocations().inboxFolder, notebook: \.settings.places.inboxFolder)
        case .dailyFolder:
            Setting.Row(
                .folder, "the folder of daily notes", default: NoteLocations().dailyFolder,
                notebook: \.settings.places.dailyFolder)
        case .dailyName:
            Setting.Row(
                .dailyName, "the names of daily notes, such as YYYY-MM-DD or YYYY/MM/DD dddd (below)",
                hint: "a pattern of a date, such as YYYY-MM-DD or YYYY/MM/DD dddd; text in [brackets] stays as it is",
                default: .day, notebook: \.settings.places.dailyName)
        case .dailyTemplate:
            Setting.Row(
                .templateName, "the template of daily notes; if not set, “Daily”, if there is one",
                optionalOfNotebook: \.settings.places.dailyTemplate)
        case .templateFolder:
            Setting.Row(
                .folder, "the folder of templates", default: NoteLocations().templateFolder,
                notebook: \.settings.places.templateFolder)
        case .inlineTags:
            Setting.Row(
                .flag, "true or false: whether #tag in a text counts as a tag", default: true,
                notebook: \.settings.countsInlineTags)
        case .taskDates:
            Setting.Row(
                .choice(),
                "emoji (📅 2026-11-30), fields ([due:: 2026-11-30]) or tags (@due(2026-11-30)): how dates of tasks are written",
                default: .emoji, notebook: \.settings.taskSpelling)
        }
    }
}

extension Setting {
    /// All settings, in the order in which they are listed.
    package static let allCases: [Setting] =
        General.allCases.map { .general($0) } + StudySetting.allCases.map { .study($0) }

    /// The settings of users.
    public static let ofUsers = allCases.filter { $0.row.user != nil }

    /// Those with a value of their own in the settings file.
    static let ofFiles = ofUsers.filter { $0 != .general(.libraryFolder) }

    /// The settings of notebooks.
    public static let ofNotebooks = allCases.filter { $0.row.notebook != nil }

    /// The key, as settings files and command lines write it.
    public var key: String {
        switch self {
        case .general(let setting): setting.rawValue
        case .study(let setting): setting.rawValue
        }
    }

    /// The accepted values, in words.
    public var values: String { row.values }

    /// What a valid value is.
    package var hint: String { row.hint }

    /// The accepted words, where only some are.
    package var words: [String] { row.words }

    /// The default; `nil` if there is none.
    package var standard: SettingValue? { row.standard }

    /// What is wrong with a value besides its form.
    package func problem(of text: String) -> String? { row.problem(text) }

    /// The canonical spelling of a value; `nil` if it is not valid.
    package func canonical(_ text: String) -> String? { row.canonical(text) }
}

extension NotebookDescription {
    /// The value of a setting of the notebook as text; `nil` if it is not set.
    public func text(of setting: Setting) -> String? { value(of: setting)?.description }

    /// The value of a setting of the notebook; `nil` if it is not set.
    package func value(of setting: Setting) -> SettingValue? { setting.row.notebook?.get(self) }
}

extension Draft {
    /// Sets a setting of the notebook, or restores its default with `nil`; a title stays.
    ///
    /// - Throws: `InvalidSetting`, or `NotebookError.notAFolder`; then nothing has changed.
    public mutating func set(_ setting: Setting, _ text: String?) throws {
        guard let access = setting.row.notebook else {
            throw InvalidSetting(key: setting.key, expected: "a setting of notebooks")
        }
        var value = text
        if let text {
            if setting.row.isFolder {
                let path = try folder(text)
                value = path == .root ? "/" : path.text
            } else {
                value = setting.canonical(text)
            }
            guard value != nil, setting.problem(of: text) == nil else {
                throw InvalidSetting(key: setting.key, expected: setting.hint)
            }
        }
        try describe { access.set(value, &$0) }
    }
}
