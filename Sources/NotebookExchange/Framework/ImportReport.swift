/// What came of an import.
public struct ImportReport: Sendable {
    /// A file and what there is to say of it.
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

    /// How many notes and cards came in.
    public internal(set) var items = 0
    /// How many attachments came in.
    public internal(set) var attachments = 0
    /// How many files came in as extras.
    public internal(set) var extras = 0
    /// What was changed on the way, in the order of the paths.
    public internal(set) var changed: [Row] = []
    /// What of a note was corrected or dropped, so that it is not as the source has it.
    public internal(set) var lost: [Row] = []
    /// What stayed out, and why, in the order of the paths.
    public internal(set) var leftOut: [Row] = []

    /// Adds what came of a part of the import.
    mutating func add(_ other: ImportReport) {
        items += other.items
        attachments += other.attachments
        extras += other.extras
        changed += other.changed
        lost += other.lost
        leftOut += other.leftOut
    }
}
