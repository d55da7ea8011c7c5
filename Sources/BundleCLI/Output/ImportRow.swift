/// The result of an import, in an answer.
struct ImportRow: Encodable {
    let items: Int
    let attachments: Int
    let extras: Int
    let changed: [Reason]
    let leftOut: [Reason]
    /// The settings that a new notebook took from its source.
    var settings: [String: String]?

    /// A file, and why it was changed or skipped.
    struct Reason: Encodable {
        let path: String
        let reason: String
    }
}
