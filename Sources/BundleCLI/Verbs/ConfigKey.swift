import NotebookBundle
import NotebookFormat

/// A key of the settings, with its values and meaning.
enum ConfigKey: String, CaseIterable {
    case title
    case sortOrder
    case fontSize
    case colorScheme
    case editor
    case confirmDelete
    case dateStyle
    case firstWeekday
    case libraryFolder

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
        case .title, .fontSize, .editor, .libraryFolder: nil
        }
    }

    /// The accepted values, in words.
    var values: String {
        switch self {
        case .title: "a title"
        case .sortOrder: "modified, created or name (dateModified, dateCreated and the like work, too)"
        case .fontSize: "6 to 144 points"
        case .colorScheme: "system, light or dark"
        case .editor: "a command; without it $VISUAL or $EDITOR"
        case .confirmDelete: "true or false: whether deleting asks"
        case .dateStyle: "short, iso or relative"
        case .firstWeekday: "monday to sunday"
        case .libraryFolder: "the folder for notebooks; ‘library’ can keep several"
        }
    }

    /// The values that are words, for completion.
    var words: [String] {
        switch self {
        case .sortOrder: NotebookDescription.SortKey.allCases.map(\.rawValue)
        case .colorScheme: NotebookDescription.ColorScheme.allCases.map(\.rawValue)
        case .confirmDelete: ["true", "false"]
        case .dateStyle: UserSettings.DateStyle.allCases.map(\.rawValue)
        case .firstWeekday: Weekday.allCases.map { "\($0)" }
        default: []
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
        case .libraryFolder: value = text.isEmpty ? nil : text
        }
        guard let value else { throw .badValue(rawValue, text, hint: "expected: \(values)") }
        return value
    }
}
