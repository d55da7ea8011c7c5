public import NotebookFormat

/// How a person wants notebooks to be shown and kept, over all notebooks: a property list (`settings.plist`, XML).
public struct UserSettings: Sendable, Equatable {
    /// The order of items.
    public var sortOrder: NotebookDescription.SortKey?
    /// The size of text in points.
    public var fontSize: Int?
    /// Light or dark colours.
    public var colorScheme: NotebookDescription.ColorScheme?
    /// The command that edits a text.
    public var editor: String?
    /// Whether deleting asks first; by default it does.
    public var confirmDelete: Bool?
    /// How dates are shown.
    public var dateStyle: DateStyle?
    /// The day with which weeks begin; by default Monday.
    public var firstWeekday: Weekday?
    /// The folders in which notebooks live, by their names.
    public var libraries: [Library] = []
    /// The name of the library that is used.
    public var library: String?
    /// The keys that are not known here; they are kept.
    private var unknown: [String: PropertyListValue] = [:]

    /// How dates are shown.
    public enum DateStyle: String, CaseIterable, Sendable {
        /// `2026-11-20 10:00`, in the user's time zone.
        case short
        /// RFC 3339 in UTC.
        case iso
        /// How long ago it was.
        case relative
    }

    /// A folder in which notebooks live.
    public struct Library: Sendable, Hashable {
        /// What it is called.
        public var name: String
        /// Where it is.
        public var path: String

        /// A folder with a name.
        public init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// Settings that leave everything as it is by default.
    public init() {}

    /// The library that is used: the one that was chosen, or the only one.
    public var currentLibrary: Library? {
        libraries.first { $0.name == library } ?? (libraries.count == 1 ? libraries.first : nil)
    }
}

/// A property list that is none, or says what settings cannot say.
public struct DamagedSettings: Error, Hashable, Sendable {
    /// What is wrong.
    public let reason: String
}

extension UserSettings {
    /// Reads a property list in any of its forms; values that are not acceptable are as if they were missing.
    ///
    /// - Throws: `DamagedSettings` if it is no property list of keys and values.
    public init(_ bytes: [UInt8]) throws(DamagedSettings) {
        guard var values = PropertyListValue.read(bytes) else {
            throw DamagedSettings(reason: "it is no property list of keys and values")
        }
        func take(_ key: String) -> PropertyListValue? { values.removeValue(forKey: key) }
        sortOrder = take("sortOrder")?.text.flatMap(Self.sortKey)
        fontSize = take("fontSize")?.integer.flatMap { (6...144).contains($0) ? $0 : nil }
        colorScheme = take("colorScheme")?.text.flatMap { .init(rawValue: $0) }
        editor = take("editor")?.text
        confirmDelete = take("confirmDelete")?.boolean
        dateStyle = take("dateStyle")?.text.flatMap { .init(rawValue: $0) }
        firstWeekday = take("firstWeekday")?.text.flatMap(Self.weekday)
        library = take("library")?.text
        if case .array(let rows)? = take("libraries") {
            libraries = rows.compactMap { row in
                guard case .dictionary(let row) = row, let name = row["name"]?.text, let path = row["path"]?.text else {
                    return nil
                }
                return Library(name: name, path: path)
            }
        }
        unknown = values
    }

    /// The property list, as XML.
    ///
    /// - Throws: never for values that were read or set here.
    public func text() throws -> [UInt8] {
        var values = unknown
        values["sortOrder"] = sortOrder.map { .text($0.rawValue) }
        values["fontSize"] = fontSize.map { .integer($0) }
        values["colorScheme"] = colorScheme.map { .text($0.rawValue) }
        values["editor"] = editor.map { .text($0) }
        values["confirmDelete"] = confirmDelete.map { .boolean($0) }
        values["dateStyle"] = dateStyle.map { .text($0.rawValue) }
        values["firstWeekday"] = firstWeekday.map { .text("\($0)") }
        values["library"] = library.map { .text($0) }
        if !libraries.isEmpty {
            values["libraries"] = .array(
                libraries.map { .dictionary(["name": .text($0.name), "path": .text($0.path)]) })
        }
        return try PropertyListValue.xml(values)
    }

    /// The order of items by its name here or in other applications: `modified`, `dateModified`, `modifiedAt`, ….
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
