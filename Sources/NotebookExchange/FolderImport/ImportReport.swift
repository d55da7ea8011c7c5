/// What came of an import.
package struct ImportReport: Sendable {
    /// A file and what there is to say of it.
    package struct Row: Hashable, Sendable {
        package let path: String
        package let text: String
    }

    /// How many notes and cards came in.
    package var items = 0
    /// How many attachments came in.
    package var attachments = 0
    /// How many files came in as extras.
    package var extras = 0
    /// What was changed on the way, in the order of the paths.
    package var changed: [Row] = []
    /// What stayed out, and why, in the order of the paths.
    package var leftOut: [Row] = []
}
