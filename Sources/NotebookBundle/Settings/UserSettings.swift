public import NotebookFiles
import NotebookFormat
public import NotebookStudy
public import NotebookText

/// The user’s settings for all notebooks: a property list (`settings.plist`, XML).
public struct UserSettings: Sendable, Equatable {
    /// The sort order of items.
    public var sortOrder: NotebookDescription.SortKey?
    /// The size of text in points; `setFontSize` sets it.
    public internal(set) var fontSize: Int?
    /// Light or dark colours.
    public var colorScheme: NotebookDescription.ColorScheme?
    /// The command that starts the editor; `setEditor` sets it.
    package internal(set) var editor: String?
    /// Whether to ask before deleting; yes by default.
    package var confirmDelete: Bool?
    /// How dates are shown.
    package var dateStyle: DateStyle?
    /// The first day of the week; by default Monday.
    public var firstWeekday: Weekday?
    /// Whether line breaks within paragraphs are shown, as in Obsidian; by default, they are spaces.
    public var lineBreaks: Bool?
    /// The folders of notebooks, with their names.
    public var libraries: [Library] = []
    /// The name of the current library; `use` selects it.
    public internal(set) var library: String?
    /// The user's study settings, as texts; settings that are not set have their defaults.
    public internal(set) var study: [StudySetting: String] = [:]
    /// For how many days a notebook keeps what changes replace; 0 for no history, 90 by default.
    ///
    /// `setHistoryDays` sets it.
    package internal(set) var historyDays: Int?
    /// How much of it a notebook keeps, in millions of bytes; 200 by default.
    ///
    /// `setHistoryMegabytes` sets it.
    package internal(set) var historyMegabytes: Int?
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
        public init(name: String, path: String, syncPlace: String? = nil) throws(InvalidSetting) {
            self.name = try UserSettings.text("libraries", name) ?? name
            self.path = try UserSettings.text("libraries", path) ?? path
            self.syncPlace = try UserSettings.text("libraries", syncPlace)
        }
    }

    /// Settings with only default values.
    public init() {}

    /// The library with this name, in any letter case.
    public func library(named name: String) -> Library? {
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
    private static let keys = Set(
        [
            "sortOrder", "fontSize", "colorScheme", "editor", "confirmDelete", "dateStyle", "firstWeekday",
            "lineBreaks", "historyDays", "historyMegabytes", "library", "libraries", "notebook",
        ] + StudySetting.allCases.map(\.rawValue))

    /// The accepted numbers of days for which a history is kept.
    package static let historyDayRange = 0...36_500
    /// The accepted sizes of a history, in millions of bytes.
    package static let historyMegabyteRange = 1...1_000_000

    /// How much of what changes replace the history keeps; `nil` for no history.
    public var historyLimits: HistoryLimits? {
        var limits = HistoryLimits()
        if let historyDays { limits.days = historyDays }
        if let historyMegabytes { limits.bytes = historyMegabytes * 1_000_000 }
        return limits.days == 0 ? nil : limits
    }

    /// The known keys with invalid values, for which the defaults are used.
    package var unacceptableKeys: [String] { unknown.keys.filter(Self.keys.contains).sorted() }

    /// Removes a value, even an invalid one.
    package mutating func forgetUnacceptable(_ key: String) { unknown[key] = nil }

    /// Reads a property list in any of its formats; invalid values are ignored, and kept.
    ///
    /// - Throws: `DamagedSettings` if it is not a property list of keys and values.
    package init(_ bytes: [UInt8]) throws(DamagedSettings) {
        guard let values = PropertyListValue.read(bytes) else {
            throw DamagedSettings(reason: "not a property list of keys and values")
        }
        unknown = values
        sortOrder = take("sortOrder") { $0.text.flatMap(Self.sortKey) }
        fontSize = take("fontSize") { $0.integer.flatMap { Self.fontSizeRange.contains($0) ? $0 : nil } }
        colorScheme = take("colorScheme") { $0.text.flatMap { .init(rawValue: $0) } }
        editor = take("editor", Self.line)
        confirmDelete = take("confirmDelete", \.boolean)
        dateStyle = take("dateStyle") { $0.text.flatMap { .init(rawValue: $0) } }
        firstWeekday = take("firstWeekday") { $0.text.flatMap(Self.weekday) }
        lineBreaks = take("lineBreaks", \.boolean)
        historyDays = take("historyDays") { $0.integer.flatMap { Self.historyDayRange.contains($0) ? $0 : nil } }
        historyMegabytes = take("historyMegabytes") {
            $0.integer.flatMap { Self.historyMegabyteRange.contains($0) ? $0 : nil }
        }
        for setting in StudySetting.allCases {
            study[setting] = take(setting.rawValue) { value in value.text.flatMap(setting.canonical) }
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
        values["sortOrder"] = sortOrder.map { .text($0.rawValue) }
        values["fontSize"] = fontSize.map { .integer($0) }
        values["colorScheme"] = colorScheme.map { .text($0.rawValue) }
        values["editor"] = editor.map { .text($0) }
        values["confirmDelete"] = confirmDelete.map { .boolean($0) }
        values["dateStyle"] = dateStyle.map { .text($0.rawValue) }
        values["firstWeekday"] = firstWeekday.map { .text("\($0)") }
        values["lineBreaks"] = lineBreaks.map { .boolean($0) }
        values["historyDays"] = historyDays.map { .integer($0) }
        values["historyMegabytes"] = historyMegabytes.map { .integer($0) }
        for (setting, text) in study { values[setting.rawValue] = .text(text) }
        values["library"] = library.map { .text($0) }
        values["notebook"] = notebook.map { .text($0) }
        let rows = libraries.map(\.row)
        if !rows.isEmpty || !unknownLibraries.isEmpty { values["libraries"] = .array(rows + unknownLibraries) }
        return try PropertyListValue.xml(values.merging(unknown) { known, _ in known })
    }

    /// A sort order by its name here or in other applications: `modified`, `dateModified`, `modifiedAt`, ….
    package static func sortKey(_ text: String) -> NotebookDescription.SortKey? {
        switch text.lowercased() {
        case "modified", "datemodified", "modifiedat", "datemodifieddescending": .modified
        case "created", "datecreated", "createdat": .created
        case "name", "title", "alphabetical": .name
        default: nil
        }
    }

    /// A day of the week by its name, in any letter case.
    package static func weekday(_ text: String) -> Weekday? {
        Weekday.allCases.first { "\($0)" == text.lowercased() }
    }
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
