/// What came of an import.
package struct ImportReport: Sendable {
    /// A file and what there is to say of it.
    package struct Row: Hashable, Sendable {
        package let path: String
        package let text: String

        /// A row of a report.
        package init(path: String, text: String) {
            self.path = path
            self.text = text
        }
    }

    /// How many notes and cards came in.
    package var items = 0
    /// How many attachments came in.
    package var attachments = 0
    /// How many files came in as extras.
    package var extras = 0
    /// What was changed on the way, in the order of the paths.
    package var changed: [Row] = []
    /// What of a note was corrected or dropped, so that it is not as the source has it.
    package var lost: [Row] = []
    /// What stayed out, and why, in the order of the paths.
    package var leftOut: [Row] = []

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
