/// The result of an import.
public struct ImportReport: Sendable {
    /// A file and what is said of it.
    public struct Row: Hashable, Sendable {
        /// The file, as its source calls it.
        public let path: String
        /// What there is to say of it.
        public let text: String

        /// A row of a report.
        package init(path: String, text: String) {
            self.path = path
            self.text = text
        }
    }

    /// How many notes and cards were imported.
    public internal(set) var items = 0
    /// How many attachments were imported.
    public internal(set) var attachments = 0
    /// How many files were imported as extras.
    public internal(set) var extras = 0
    /// What was changed on the way, in the order of the paths.
    public internal(set) var changed: [Row] = []
    /// What was changed or dropped, and so differs from the source.
    public internal(set) var lost: [Row] = []
    /// What was skipped, and why, in the order of the paths.
    public internal(set) var leftOut: [Row] = []

    /// Adds the report of a part of the import.
    mutating func add(_ other: ImportReport) {
        items += other.items
        attachments += other.attachments
        extras += other.extras
        changed += other.changed
        lost += other.lost
        leftOut += other.leftOut
    }
}
