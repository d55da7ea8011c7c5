public import NotebookText

/// The description of a notebook as a whole: the authored `notebook.json` (Format, section 16).
public struct NotebookDescription: Equatable, Sendable {
    /// The uuid of the notebook.
    public var uuid: UniqueIdentifier
    /// The title.
    public var title: String
    /// When it was created; also the default date of items without one.
    public var created: Timestamp
    /// How it is displayed.
    package var settings = Settings()
    /// Icons and order of folders, and empty folders.
    public var folders: [FolderRow] = []
    /// Colours of tags.
    public var tags: [TagRow] = []
    /// Smart folders.
    public var smartFolders: [SmartFolder] = []
    /// Values that merges could not decide between: the ones that the notebook did not keep.
    package var conflicts: [ValueConflict] = []
    /// Keys that this version of the format does not define, in their order.
    var unknown: [JSONValue.Member] = []

    /// The largest accepted `notebook.json`, in bytes (clause 9.7).
    package static let maximumBytes = 16 << 20

    /// A new notebook with the three predefined smart folders.
    package init(uuid: UniqueIdentifier, title: String, created: Timestamp) {
        self.init(bare: uuid, title, created)
        smartFolders = SmartFolder.standard
    }

    init(bare uuid: UniqueIdentifier, _ title: String, _ created: Timestamp) {
        self.uuid = uuid
        self.title = title
        self.created = created
    }

    /// How a notebook is displayed (clause 16.2).
    package struct Settings: Equatable, Sendable {
        /// The sort order of items.
        package var sort = SortKey.modified
        /// The font size in points, from 6 to 144; `nil` leaves it to the app.
        package var fontSize: Int?
        /// The colour scheme.
        package var colorScheme = ColorScheme.system
        /// Where new notes, daily notes and templates are.
        package var places = NoteLocations()
        /// Whether `#tag` in a text counts as a tag of the item.
        package var countsInlineTags = true
        /// Whether line ends within paragraphs are shown, unless the user’s settings say otherwise.
        package var keepsLineBreaks = false
        /// How dates and priorities of tasks are written.
        package var taskSpelling = TaskSpelling.emoji
        var unknown: [JSONValue.Member] = []
    }

    /// The value by which items are sorted.
    public enum SortKey: String, CaseIterable, Codable, Sendable {
        /// The modification date, the latest first.
        case modified
        /// The creation date, the latest first.
        case created
        /// The title, as people sort names.
        case name
    }

    /// Light or dark colours.
    package enum ColorScheme: String, CaseIterable, Sendable {
        /// The system's choice.
        case system
        /// Dark text on a light background.
        case light
        /// Light text on a dark background.
        case dark
    }

    /// The display of a folder (clause 16.3).
    public struct FolderRow: Equatable, Sendable {
        /// The folder, relative to `notes/` and `cards/`.
        public var path: FolderPath
        /// An icon as text, such as an emoji.
        public var icon: String?
        /// The position among its siblings, from 0.
        public var order: Int?
        var unknown: [JSONValue.Member] = []

        /// Makes a row for a folder.
        public init(path: FolderPath, icon: String? = nil, order: Int? = nil) {
            self.path = path
            self.icon = icon
            self.order = order
        }
    }

    /// The display of a tag (clause 16.4).
    public struct TagRow: Equatable, Sendable {
        /// The tag.
        public var name: Tag
        /// A colour, as `#` and six lower-case hexadecimal digits.
        public var color: String?
        var unknown: [JSONValue.Member] = []

        /// Makes a row for a tag.
        public init(name: Tag, color: String? = nil) {
            self.name = name
            self.color = color
        }
    }

    /// A smart folder: a saved query (clause 16.5).
    public struct SmartFolder: Equatable, Identifiable, Sendable {
        /// The name.
        public var name: String
        /// The name, which no other smart folder has.
        public var id: String { name }
        /// An icon as text, such as an emoji.
        public var icon: String?
        /// An expression of the query language.
        public var predicate: String
        var unknown: [JSONValue.Member] = []

        /// The predefined smart folders of a new notebook.
        package static let standard = [
            SmartFolder(name: "Today", predicate: "modified >= startOfToday"),
            SmartFolder(name: "This Week", predicate: "modified >= startOfWeek"),
            SmartFolder(name: "Pinned", predicate: "pinned == true"),
        ]

        /// Makes a smart folder.
        public init(name: String, icon: String? = nil, predicate: String) {
            self.name = name
            self.icon = icon
            self.predicate = predicate
        }
    }
}

extension NotebookDescription {
    /// The canonical text of `notebook.json` (Format, clauses 4.3 and 16.6).
    package var text: [UInt8] {
        var members: [JSONValue.Member] = [
            .init(key: "format", value: .text("notebundle")),
            .init(key: "version", value: .integer(Manifest.version)),
            .init(key: "uuid", value: .text(uuid.description)),
            .init(key: "title", value: .text(title)),
            .init(key: "created", value: .text(created.description)),
        ]
        let settings = settings.members
        if !settings.isEmpty { members.append(.init(key: "settings", value: JSONValue(.object(settings)))) }
        members += Self.list("folders", folders.map(\.members))
        members += Self.list("tags", tags.map(\.members))
        members += Self.list("smartFolders", smartFolders.map(\.members))
        members += Self.list(ValueConflict.listKey, conflicts.map(\.members))
        return CanonicalJSON.text(of: members + unknown)
    }

    private static func list(_ key: String, _ rows: [[JSONValue.Member]]) -> [JSONValue.Member] {
        rows.isEmpty ? [] : [.init(key: key, value: JSONValue(.array(rows.map { JSONValue(.object($0)) })))]
    }
}

extension NotebookDescription.Settings {
    fileprivate var members: [JSONValue.Member] {
        .optional("sort", sort == .modified ? nil : sort.rawValue, JSONValue.text)
            + .optional("fontSize", fontSize, JSONValue.integer)
            + .optional("colorScheme", colorScheme == .system ? nil : colorScheme.rawValue, JSONValue.text)
            + places.members + .optional("inlineTags", countsInlineTags ? nil : false) { JSONValue(.boolean($0)) }
            + .optional("lineBreaks", keepsLineBreaks ? true : nil) { JSONValue(.boolean($0)) }
            + .optional("taskDates", taskSpelling == .emoji ? nil : taskSpelling.rawValue, JSONValue.text) + unknown
    }
}

extension NoteLocations {
    fileprivate var members: [JSONValue.Member] {
        let standard = NoteLocations()
        func text(_ key: String, _ value: KeyPath<NoteLocations, String>) -> [JSONValue.Member] {
            .optional(
                key, self[keyPath: value] == standard[keyPath: value] ? nil : self[keyPath: value], JSONValue.text)
        }
        return text("inboxFolder", \.inboxFolder.text) + text("dailyFolder", \.dailyFolder.text)
            + text("dailyName", \.dailyName.text) + .optional("dailyTemplate", dailyTemplate, JSONValue.text)
            + text("templateFolder", \.templateFolder.text)
    }
}

extension NotebookDescription.FolderRow {
    var members: [JSONValue.Member] {
        [.init(key: "path", value: .text(path.text))] + .optional("icon", icon, JSONValue.text)
            + .optional("order", order, JSONValue.integer) + unknown
    }
}

extension NotebookDescription.TagRow {
    fileprivate var members: [JSONValue.Member] {
        [.init(key: "name", value: .text(name.text))] + .optional("color", color, JSONValue.text) + unknown
    }
}

extension NotebookDescription.SmartFolder {
    fileprivate var members: [JSONValue.Member] {
        [.init(key: "name", value: .text(name))] + .optional("icon", icon, JSONValue.text)
            + [.init(key: "predicate", value: .text(predicate))] + unknown
    }
}

extension [JSONValue.Member] {
    fileprivate static func optional<Value>(
        _ key: String, _ value: Value?, _ make: (Value) -> JSONValue
    ) -> [JSONValue.Member] {
        value.map { [JSONValue.Member(key: key, value: make($0))] } ?? []
    }
}
