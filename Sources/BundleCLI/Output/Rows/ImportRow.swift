/// The result of an import, in an answer.
struct ImportRow: Encodable {
    let items: Int
    let attachments: Int
    let extras: Int
    let changed: [Reason]
    let leftOut: [Reason]

    /// A file, and why it is not as it was.
    struct Reason: Encodable {
        let path: String
        let reason: String
    }
}
