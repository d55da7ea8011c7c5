public import NotebookFiles
import NotebookFormat
public import NotebookStudy
public import NotebookText

/// The user’s settings for all notebooks: a property list (`settings.plist`, XML).
public struct UserSettings: Sendable, Equatable {
    /// The sort order of items.
    public var sortOrder: NotebookDescription.SortKey?
    /// The size of text in points.
    public var fontSize: Int?
    /// Light or dark colours.
    public var colorScheme: NotebookDescription.ColorScheme?
    /// The command that starts the editor.
    public var editor: String?
    /// Whether to ask before deleting; yes by default.
    public var confirmDelete: Bool?
    /// How dates are shown.
    public var dateStyle: DateStyle?
    /// The first day of the week; by default Monday.
    public var firstWeekday: Weekday?
    /// Whether line breaks within paragraphs are shown, as in Obsidian; by default, they are spaces.
    public var lineBreaks: Bool?
    /// The folders of notebooks, with their names.
    public var libraries: [Library] = []
    /// The name of the current library.
    public var library: String?
    /// The user's study settings, as texts; settings that are not set have their defaults.
    public private(set) var study: [StudySetting: String] = [:]
    /// For how many days a notebook keeps what changes replace; 0 for no history, 90 by default.
    public var historyDays: Int?
    /// How much of it a notebook keeps, in millions of bytes; 200 by default.
    public var historyMegabytes: Int?
    /// The path of the default notebook.
    public var notebook: String?
    /// Unknown keys, and known keys with invalid values; kept until another value is set.
    private var unknown: [String: PropertyListValue] = [:]
    /// Invalid rows of the libraries.
    private var unknownLibraries: [PropertyListValue] = []

    /// How dates are shown.
    public enum DateStyle: String, CaseIterable, Sendable {
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
        public var name: String
        /// Its path.
        public var path: String
        /// The path of the folder with which its notebooks are synchronised; `nil` for none.
        public var syncPlace: String?

        /// Makes a library from a folder and a name.
        public init(name: String, path: String, syncPlace: String? = nil) {
            self.name = name
            self.path = path
            self.syncPlace = syncPlace
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
public struct DamagedSettings: Failure, Hashable {
    /// What is wrong.
    public let reason: String

    /// What is wrong, in one line.
    public var description: String { "the settings are damaged: \(reason)" }
    /// What to do about it.
    public var remedy: Remedy? { "move the file away, or fix it; a missing file gives the defaults" }
    /// Always true: the content is the cause.
    public var isFinding: Bool { true }
}

extension UserSettings {
    private static let keys = Set(
        [
            "sortOrder", "fontSize", "colorScheme", "editor", "confirmDelete", "dateStyle", "firstWeekday",
            "lineBreaks", "historyDays", "historyMegabytes", "library", "libraries", "notebook",
        ] + StudySetting.allCases.map(\.rawValue))

    /// The accepted numbers of days for which a history is kept.
    public static let historyDayRange = 0...36_500
    /// The accepted sizes of a history, in millions of bytes.
    public static let historyMegabyteRange = 1...1_000_000

    /// How much of what changes replace the history keeps; `nil` for no history.
    public var historyLimits: HistoryLimits? {
        var limits = HistoryLimits()
        if let historyDays { limits.days = historyDays }
        if let historyMegabytes { limits.bytes = historyMegabytes * 1_000_000 }
        return limits.days == 0 ? nil : limits
    }

    /// The known keys with invalid values, for which the defaults are used.
    public var unacceptableKeys: [String] { unknown.keys.filter(Self.keys.contains).sorted() }

    /// Removes a value, even an invalid one.
    public mutating func forgetUnacceptable(_ key: String) { unknown[key] = nil }

    /// Reads a property list in any of its formats; invalid values are ignored, and kept.
    ///
    /// - Throws: `DamagedSettings` if it is not a property list of keys and values.
    public init(_ bytes: [UInt8]) throws(DamagedSettings) {
        guard let values = PropertyListValue.read(bytes) else {
            throw DamagedSettings(reason: "not a property list of keys and values")
        }
        unknown = values
        sortOrder = take("sortOrder") { $0.text.flatMap(Self.sortKey) }
        fontSize = take("fontSize") { $0.integer.flatMap { Self.fontSizeRange.contains($0) ? $0 : nil } }
        colorScheme = take("colorScheme") { $0.text.flatMap { .init(rawValue: $0) } }
        editor = take("editor", \.text)
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
        library = take("library", \.text)
        notebook = take("notebook", \.text)
        let rows = take("libraries", \.elements) ?? []
        libraries = rows.compactMap(Library.init)
        unknownLibraries = rows.filter { Library($0) == nil }
    }

    private mutating func take<Value>(_ key: String, _ read: (PropertyListValue) -> Value?) -> Value? {
        guard let value = unknown[key].flatMap(read) else { return nil }
        unknown[key] = nil
        return value
    }

    /// The property list, as XML.
    ///
    /// - Throws: `InvalidSetting` for a value that could not be read again.
    public func text() throws -> [UInt8] {
        try check()
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

    /// Sets a study setting, or restores its default with `nil`; returns false, without a change, if the value is not
    /// valid.
    public mutating func set(_ setting: StudySetting, _ text: String?) -> Bool {
        guard let text else {
            study[setting] = nil
            return true
        }
        guard let canonical = setting.canonical(text) else { return false }
        study[setting] = canonical
        return true
    }

    /// A sort order by its name here or in other applications: `modified`, `dateModified`, `modifiedAt`, ….
    public static func sortKey(_ text: String) -> NotebookDescription.SortKey? {
        switch text.lowercased() {
        case "modified", "datemodified", "modifiedat", "datemodifieddescending": .modified
        case "created", "datecreated", "createdat": .created
        case "name", "title", "alphabetical": .name
        default: nil
        }
    }

    /// A day of the week by its name, in any letter case.
    public static func weekday(_ text: String) -> Weekday? {
        Weekday.allCases.first { "\($0)" == text.lowercased() }
    }
}

extension UserSettings.Library {
    /// A row of the property list; `nil` if it is not one.
    fileprivate init?(_ value: PropertyListValue) {
        guard case .dictionary(let row) = value, let name = row["name"]?.text, let path = row["path"]?.text else {
            return nil
        }
        self.init(name: name, path: path, syncPlace: row["sync"]?.text)
    }

    fileprivate var row: PropertyListValue {
        var row: [String: PropertyListValue] = ["name": .text(name), "path": .text(path)]
        row["sync"] = syncPlace.map { .text($0) }
        return .dictionary(row)
    }
}

/// A value that settings cannot have.
public struct InvalidSetting: Failure, Hashable {
    /// The key.
    public let key: String
    /// What is accepted.
    public let expected: String

    /// Makes the value of its parts.
    package init(key: String, expected: String) {
        (self.key, self.expected) = (key, expected)
    }

    /// What is wrong, in one line.
    public var description: String { "the value of \(key) is not valid (expected: \(expected))" }
    /// What to do about it.
    public var remedy: Remedy? { "set another value" }
    /// Always false.
    public var isFinding: Bool { false }
}

extension UserSettings {
    /// The accepted sizes of text, in points.
    public static let fontSizeRange = 6...144

    /// Makes sure that the values can be read again.
    private func check() throws(InvalidSetting) {
        func check(_ key: String, _ value: Int?, _ range: ClosedRange<Int>) throws(InvalidSetting) {
            guard let value, !range.contains(value) else { return }
            throw InvalidSetting(key: key, expected: "\(range.lowerBound) to \(range.upperBound)")
        }
        try check("fontSize", fontSize, Self.fontSizeRange)
        try check("historyDays", historyDays, Self.historyDayRange)
        try check("historyMegabytes", historyMegabytes, Self.historyMegabyteRange)
        var texts: [(key: String, text: String?)] = [("editor", editor), ("library", library), ("notebook", notebook)]
        for row in libraries { texts += [row.name, row.path, row.syncPlace].map { ("libraries", $0) } }
        // XML 1.0 cannot hold most control characters.
        for (key, text) in texts where text?.unicodeScalars.contains(where: Self.isControl) == true {
            throw InvalidSetting(key: key, expected: "a text without control characters")
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && ![0x09, 0x0A, 0x0D].contains(scalar.value) || [0xFFFE, 0xFFFF].contains(scalar.value)
    }
}
