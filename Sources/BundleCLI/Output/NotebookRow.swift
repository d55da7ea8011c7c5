import NotebookBundle

/// A notebook in an answer.
struct NotebookRow: Encodable {
    let path: String
    let uuid: String
    let title: String
    let created: String
    let fingerprint: String
}

extension NotebookRow {
    init(_ notebook: NotebookListing) {
        self.init(
            path: notebook.name, uuid: notebook.description.uuid.description, title: notebook.description.title,
            created: notebook.description.created.description, fingerprint: notebook.fingerprint.description)
    }
}
