import NotebookFormat
import NotebookStudy
import NotebookText

extension Setting {
    /// What the settings have in common: how a value is read, checked, written and stored.
    struct Row {
        let values: String
        let hint: String
        let words: [String]
        let standard: SettingValue?
        let form: SettingValue.Form
        let isFolder: Bool
        let problem: (String) -> String?
        let canonical: (String) -> String?
        /// Reads and sets a value, which is canonical, or removes it.
        let user: Access<UserSettings>?
        let notebook: Access<NotebookDescription>?
    }

    struct Access<Root> {
        let get: (Root) -> SettingValue?
        let set: (String?, inout Root) -> Void
    }

    /// A kind of value.
    struct Kind<Value> {
        var words: [String] = []
        var form = SettingValue.Form.text
        var isFolder = false
        var problem: (String) -> String? = { _ in nil }
        let read: (String) -> Value?
        let show: (Value) -> SettingValue
    }
}

extension Setting.Row {
    init<Value>(
        _ kind: Setting.Kind<Value>, _ values: String, hint: String? = nil, default standard: Value? = nil,
        user: WritableKeyPath<UserSettings, Value?>? = nil,
        notebook: WritableKeyPath<NotebookDescription, Value>? = nil,
        optionalOfNotebook: WritableKeyPath<NotebookDescription, Value?>? = nil
    ) {
        self.values = values
        self.hint = hint ?? values
        words = kind.words
        form = kind.form
        isFolder = kind.isFolder
        problem = kind.problem
        self.standard = standard.map(kind.show)
        // The notebook knows how its folders are spelled, and what is wrong with a name.
        canonical =
            kind.isFolder ? { $0.isEmpty ? nil : $0 } : { kind.read($0).map(kind.show)?.description }
        self.user = user.map { path in
            .init(get: { $0[keyPath: path].map(kind.show) }, set: { $1[keyPath: path] = $0.flatMap(kind.read) })
        }
        if let path = notebook {
            self.notebook = .init(
                get: { kind.show($0[keyPath: path]) },
                set: { text, description in
                    if let value = text.flatMap(kind.read) ?? standard { description[keyPath: path] = value }
                })
        } else {
            self.notebook = optionalOfNotebook.map { path in
                .init(get: { $0[keyPath: path].map(kind.show) }, set: { $1[keyPath: path] = $0.flatMap(kind.read) })
            }
        }
    }

    /// A setting of studying, which the user's settings keep as text.
    init(_ setting: StudySetting) {
        (values, hint, words, form, isFolder) = (setting.values, setting.values, setting.words, .text, false)
        standard = SettingValue(of: setting.text(in: StudySettings()))
        (problem, canonical) = ({ _ in nil }, setting.canonical)
        user = .init(get: { $0.study[setting].map { SettingValue(of: $0) } }, set: { $1.study[setting] = $0 })
        notebook = nil
    }
}

extension Setting.Kind where Value == String {
    static var title: Self {
        Self(read: { Title.accepted($0).flatMap { $0.isEmpty ? nil : $0 } }, show: { .text($0) })
    }
    static var line: Self {
        Self(read: { $0.isEmpty ? nil : $0 }, show: { .text($0) })
    }
    static var templateName: Self {
        Self(read: NoteLocations.accepted, show: { .text($0) })
    }
}

extension Setting.Kind where Value == Int {
    static func number(_ range: ClosedRange<Int>) -> Self {
        Self(form: .integer, read: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, show: { .integer($0) })
    }
}

extension Setting.Kind where Value == Bool {
    static var flag: Self {
        Self(
            words: ["true", "false"], form: .boolean, read: { Bool($0.lowercased()) }, show: { .boolean($0) })
    }
}

extension Setting.Kind where Value: RawRepresentable<String> & CaseIterable {
    static func choice() -> Self {
        Self(
            words: Value.allCases.map(\.rawValue), read: { Value(rawValue: $0.lowercased()) },
            show: { .text($0.rawValue) })
    }
}

extension Setting.Kind where Value == NotebookDescription.SortKey {
    /// A sort order by its name here or in other applications: `modified`, `dateModified`, `modifiedAt`, ….
    static var sortKey: Self {
        Self(
            words: Value.allCases.map(\.rawValue),
            read: { text in
                switch text.lowercased() {
                case "modified", "datemodified", "modifiedat", "datemodifieddescending": .modified
                case "created", "datecreated", "createdat": .created
                case "name", "title", "alphabetical": .name
                default: nil
                }
            }, show: { .text($0.rawValue) })
    }
}

extension Setting.Kind where Value == Weekday {
    static var weekday: Self {
        Self(
            words: Weekday.allCases.map { "\($0)" },
            read: { text in Weekday.allCases.first { "\($0)" == text.lowercased() } }, show: { .text("\($0)") })
    }
}

extension Setting.Kind where Value == FolderPath {
    /// A folder, whose spelling the notebook decides, and reports what is wrong with it.
    static var folder: Self {
        Self(
            isFolder: true, read: { $0 == "/" ? .root : try? FolderPath($0) },
            show: { .text($0 == .root ? "/" : $0.text) })
    }
}

extension Setting.Kind where Value == DatePattern {
    static var dailyName: Self {
        Self(
            problem: { DatePattern($0).problemAsDailyName.map { "\($0)" } },
            read: { NoteLocations.accepted($0).map { DatePattern($0) } }, show: { .text($0.text) })
    }
}

/// The value of a setting, as it is stored.
package enum SettingValue: Hashable, Sendable, CustomStringConvertible {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A truth value.
    case boolean(Bool)

    /// The form of a value.
    enum Form { case text, integer, boolean }

    /// The value of a text: a number or a truth value if it is one.
    init(of text: String) {
        self = Int(text).map { .integer($0) } ?? Bool(text).map { .boolean($0) } ?? .text(text)
    }

    /// The value as text.
    package var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .boolean(let value): "\(value)"
        }
    }
}
