import NotebookBundle

/// An attachment and the items that use it, in an answer.
struct BlobRow: Encodable {
    let path: String
    let name: String
    let type: String
    let size: Int
    let sha256: String
    let isReferenced: Bool
    let linkedFrom: [String]
    let mentionedIn: [String]
}

extension BlobRow {
    init(_ use: BlobUsage.Use) {
        self.init(
            path: use.entry.path.text,
            name: BlobName(use.entry.path.name)?.readableName ?? String(use.entry.path.name),
            type: MediaType.of(use.entry.path.name), size: use.entry.size, sha256: use.entry.digest.description,
            isReferenced: use.isReferenced, linkedFrom: use.linkedFrom.map(\.text),
            mentionedIn: use.mentionedIn.map(\.text))
    }
}
