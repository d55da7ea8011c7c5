/// What belongs to a notebook as a whole: the authored `notebook.json` (Format, section 6).
public struct NotebookDescription: Equatable, Sendable {
    /// The identity of the notebook.
    public var uuid: UniqueIdentifier
    /// What people call it.
    public var title: String
    /// When it was made, and what items without a date of their own fall back to.
    public var created: Timestamp
    /// How it is shown.
    public var settings = Settings()
    /// Decoration of folders, and empty folders.
    public var folders: [FolderRow] = []
    /// Decoration of tags.
    public var tags: [TagRow] = []
    /// Saved queries.
    public var smartFolders: [SmartFolder] = []
    /// Keys that this version of the format does not know, in their order.
    var unknown: [JSONValue.Member] = []

    /// The largest `notebook.json` that is read, in bytes (clause 13.7).
    public static let maximumBytes = 16 << 20

    /// A new notebook with the three smart folders that every one begins with.
    public init(uuid: UniqueIdentifier, title: String, created: Timestamp) {
        self.init(bare: uuid, title, created)
        smartFolders = SmartFolder.standard
    }

    init(bare uuid: UniqueIdentifier, _ title: String, _ created: Timestamp) {
        self.uuid = uuid
        self.title = title
        self.created = created
    }

    /// How a notebook is shown (clause 6.2).
    public struct Settings: Equatable, Sendable {
        /// The order of items.
        public var sort = SortKey.modified
        /// The size of text in points, from 6 to 144; `nil` leaves it to the reader.
        public var fontSize: Int?
        /// The colours.
        public var colorScheme = ColorScheme.system
        var unknown: [JSONValue.Member] = []
    }

    /// What items are sorted by.
    public enum SortKey: String, CaseIterable, Sendable {
        /// The time of the last change, the latest first.
        case modified
        /// The time of making, the latest first.
        case created
        /// The title, as people sort names.
        case name
    }

    /// Light or dark colours.
    public enum ColorScheme: String, CaseIterable, Sendable {
        /// What the system uses.
        case system
        /// Dark text on light ground.
        case light
        /// Light text on dark ground.
        case dark
    }

    /// Decoration of a folder (clause 6.3).
    public struct FolderRow: Equatable, Sendable {
        /// The folder, relative to `notes/` and `cards/`.
        public var path: FolderPath
        /// A picture in text, such as an emoji.
        public var icon: String?
        /// The place among its siblings, from 0.
        public var order: Int?
        var unknown: [JSONValue.Member] = []

        /// A row for a folder.
        public init(path: FolderPath, icon: String? = nil, order: Int? = nil) {
            self.path = path
            self.icon = icon
            self.order = order
        }
    }

    /// Decoration of a tag (clause 6.4).
    public struct TagRow: Equatable, Sendable {
        /// The tag.
        public var name: Tag
        /// A colour, as `#` and six lower-case hexadecimal digits.
        public var color: String?
        var unknown: [JSONValue.Member] = []

        /// A row for a tag.
        public init(name: Tag, color: String? = nil) {
            self.name = name
            self.color = color
        }
    }

    /// A saved query (clause 6.5).
    public struct SmartFolder: Equatable, Sendable {
        /// What people call it.
        public var name: String
        /// A picture in text, such as an emoji.
        public var icon: String?
        /// An expression of the query language.
        public var predicate: String
        var unknown: [JSONValue.Member] = []

        /// The smart folders that every notebook begins with.
        public static let standard = [
            SmartFolder(name: "Today", predicate: "modified >= startOfToday"),
            SmartFolder(name: "This Week", predicate: "modified >= startOfWeek"),
            SmartFolder(name: "Pinned", predicate: "pinned == true"),
        ]

        /// A saved query.
        public init(name: String, icon: String? = nil, predicate: String) {
            self.name = name
            self.icon = icon
            self.predicate = predicate
        }
    }
}
