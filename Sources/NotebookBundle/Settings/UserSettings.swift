public import NotebookFiles
package import NotebookFormat
public import NotebookStudy
package import NotebookText

/// The user’s settings for all notebooks: a property list (`settings.plist`, XML).
public struct UserSettings: Sendable, Equatable {
    /// The sort order of items.
    package var sortOrder: NotebookDescription.SortKey?
    /// The size of text in points; ``set(_:_:)`` sets it.
    package internal(set) var fontSize: Int?
    /// Light or dark colours.
    package var colorScheme: NotebookDescription.ColorScheme?
    /// The command that starts the editor; ``set(_:_:)`` sets it.
    package internal(set) var editor: String?
    /// Whether to ask before deleting; yes by default.
    package var confirmDelete: Bool?
    /// How dates are shown.
    package var dateStyle: DateStyle?
    /// The first day of the week; by default Monday.
    package var firstWeekday: Weekday?
    /// Whether line breaks within paragraphs are shown, as in Obsidian; by default, they are spaces.
    package var lineBreaks: Bool?
    /// The folders of notebooks, with their names.
    public var libraries: [Library] = []
    /// The name of the current library; `use` selects it.
    package internal(set) var library: String?
    /// The user's study settings, as texts; settings that are not set have their defaults.
    package internal(set) var study: [StudySetting: String] = [:]
    /// For how many days a notebook keeps what changes replace; 0 for no history, 90 by default.
    ///
    /// ``set(_:_:)`` sets it.
    package internal(set) var historyDays: Int?
    /// How much of it a notebook keeps, in millions of bytes; 200 by default.
    ///
    /// ``set(_:_:)`` sets it.
    package internal(set) var historyMegabytes: Int?
    /// What this device is called where two copies are told apart; by default its host name.
    ///
    /// ``set(_:_:)`` sets it.
    package internal(set) var deviceName: String?
    /// The path of the default notebook; `setNotebook` sets it.
    package internal(set) var notebook: String?
    /// Unknown keys, and known keys with invalid values; kept until another value is set.
    private var unknown: [String: PropertyListValue] = [:]
    /// Invalid rows of the libraries.
    private var unknownLibraries: [PropertyListValue] = []

    /// How dates are shown.
    package enum DateStyle: String, CaseIterable, Sendable {
        /// `2026-11-20 10:00`, in the user's time zone.
        case short
        /// RFC 3339 in UTC.
        case iso
        /// How long ago it was.
        case relative
    }

    /// A folder of notebooks.
    public struct Library: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// Its path.
        public let path: String
        /// The path of the folder with which its notebooks are synchronised; `nil` for none.
        public let syncPlace: String?

        /// Makes a library from a folder and a name.
        ///
        /// - Throws: `InvalidSetting` for a text with control characters.
        public init(name: String, path: String, syncPlace: String? = nil) throws {
            self.name = try UserSettings.text("libraries", name) ?? name
            self.path = try UserSettings.text("libraries", path) ?? path
            self.syncPlace = try UserSettings.text("libraries", syncPlace)
        }
    }

    /// Settings with only default values.
    public init() {}

    /// The library with this name, in any letter case.
    package func library(named name: String) -> Library? {
        libraries.first { $0.name == name } ?? libraries.first { ComparisonKey($0.name) == ComparisonKey(name) }
    }

    /// Selects a library; clears the default notebook.
    public mutating func use(_ library: Library) {
        self.library = library.name
        notebook = nil
    }

    /// Forgets a library; if it is the selected one, selects the first of the others, without a default notebook.
    public mutating func forget(_ library: Library) {
        if library == currentLibrary { notebook = nil }
        libraries.removeAll { $0 == library }
        if self.library == library.name { self.library = libraries.first?.name }
    }

    /// The current library: the one that was chosen, or the only one.
    public var currentLibrary: Library? {
        libraries.first { $0.name == library } ?? (libraries.count == 1 ? libraries.first : nil)
    }
}

/// A property list that is malformed.
package struct DamagedSettings: Failure, Hashable {
    /// What is wrong.
    package let reason: String

    /// What is wrong, in one line.
    package var description: String { "the settings are damaged: \(reason)" }
    /// What to do about it.
    package var remedy: Remedy? { "move the file away, or fix it; a missing file gives the defaults" }
    /// Always true: the content is the cause.
    package var isFinding: Bool { true }
}

extension UserSettings {
    private static let keys = Set(Setting.ofFiles.map(\.key) + ["library", "libraries", "notebook"])

    /// How much of what changes replace the history keeps; `nil` for no history.
    public var historyLimits: HistoryLimits? {
        var limits = HistoryLimits()
        if let historyDays { limits.days = historyDays }
        if let historyMegabytes { limits.bytes = historyMegabytes * 1_000_000 }
        return limits.days == 0 ? nil : limits
    }

    /// The known keys with invalid values, for which the defaults are used.
    package var unacceptableKeys: [String] { unknown.keys.filter(Self.keys.contains).sorted() }

    /// Reads a property list in any of its formats; invalid values are ignored, and kept.
    ///
    /// - Throws: `DamagedSettings` if it is not a property list of keys and values.
    package init(_ bytes: [UInt8]) throws(DamagedSettings) {
        guard let values = PropertyListValue.read(bytes) else {
            throw DamagedSettings(reason: "not a property list of keys and values")
        }
        unknown = values
        for setting in Setting.ofFiles {
            let row = setting.row
            guard let text = take(setting.key, { $0.text(as: row.form).flatMap(row.canonical) }) else { continue }
            row.user?.set(text, &self)
        }
        library = take("library", Self.line)
        notebook = take("notebook", Self.line)
        let rows = take("libraries", \.elements) ?? []
        libraries = rows.compactMap(Library.init)
        unknownLibraries = rows.filter { Library($0) == nil }
    }

    private static func line(_ value: PropertyListValue) -> String? {
        value.hasControlCharacters ? nil : value.text
    }

    private mutating func take<Value>(_ key: String, _ read: (PropertyListValue) -> Value?) -> Value? {
        guard let value = unknown[key].flatMap(read) else { return nil }
        unknown[key] = nil
        return value
    }

    /// The property list, as XML.
    ///
    /// - Throws: `InvalidSetting` for an unknown value that XML cannot hold.
    package func text() throws -> [UInt8] {
        if let key = unknown.first(where: \.value.hasControlCharacters)?.key {
            throw InvalidSetting(key: key, expected: Self.plainText)
        }
        var values: [String: PropertyListValue] = [:]
        for setting in Setting.ofFiles {
            let row = setting.row
            values[setting.key] = row.user?.get(self).map { PropertyListValue($0, as: row.form) }
        }
        values["library"] = library.map { .text($0) }
        values["notebook"] = notebook.map { .text($0) }
        let rows = libraries.map(\.row)
        if !rows.isEmpty || !unknownLibraries.isEmpty { values["libraries"] = .array(rows + unknownLibraries) }
        return try PropertyListValue.xml(values.merging(unknown) { known, _ in known })
    }

    /// The path of the current library's folder, which only a new library changes.
    var libraryFolder: String? {
        get { currentLibrary?.path }
        set { if newValue == nil, let library = currentLibrary { forget(library) } }
    }

    /// The value of a setting as text; `nil` if it is not set.
    public func text(of setting: Setting) -> String? { value(of: setting)?.description }

    /// How cards are studied.
    public var studySettings: StudySettings { StudySettings(study) }

    /// The value of a setting; `nil` if it is not set.
    package func value(of setting: Setting) -> SettingValue? { setting.row.user?.get(self) }

    /// Sets a setting, or restores its default with `nil`; a library folder can only be forgotten.
    ///
    /// - Throws: `InvalidSetting`; then nothing has changed.
    public mutating func set(_ setting: Setting, _ text: String?) throws {
        guard let access = setting.row.user else {
            throw InvalidSetting(key: setting.key, expected: "a setting of users")
        }
        let value = text.flatMap(setting.canonical)
        guard text == nil || value != nil else { throw InvalidSetting(key: setting.key, expected: setting.hint) }
        unknown[setting.key] = nil
        access.set(try Self.text(setting.key, value), &self)
    }

    /// Sets the path of the default notebook; `nil` for none.
    ///
    /// - Throws: `InvalidSetting` for control characters; then nothing has changed.
    package mutating func setNotebook(_ path: String?) throws(InvalidSetting) {
        notebook = try Self.text("notebook", path)
    }

    /// A text that a property list can hold.
    static func text(_ key: String, _ text: String?) throws(InvalidSetting) -> String? {
        guard let text, PropertyListValue.text(text).hasControlCharacters else { return text }
        throw InvalidSetting(key: key, expected: plainText)
    }

    private static let plainText = "a text without control characters"
}

/// A value that settings cannot have.
package struct InvalidSetting: Failure, Hashable {
    /// The key.
    package let key: String
    /// What is accepted.
    package let expected: String

    /// Makes the value of its parts.
    package init(key: String, expected: String) {
        (self.key, self.expected) = (key, expected)
    }

    /// What is wrong, in one line.
    package var description: String { "the value of \(key) is not valid (expected: \(expected))" }
    /// What to do about it.
    package var remedy: Remedy? { "set another value" }
    /// Always false.
    package var isFinding: Bool { false }
}

extension UserSettings.Library {
    /// A row of the property list; `nil` if it is not one.
    fileprivate init?(_ value: PropertyListValue) {
        guard case .dictionary(let row) = value, let name = row["name"]?.text, let path = row["path"]?.text,
            let library = try? Self(name: name, path: path, syncPlace: row["sync"]?.text)
        else { return nil }
        self = library
    }

    fileprivate var row: PropertyListValue {
        var row: [String: PropertyListValue] = ["name": .text(name), "path": .text(path)]
        row["sync"] = syncPlace.map { .text($0) }
        return .dictionary(row)
    }
}
