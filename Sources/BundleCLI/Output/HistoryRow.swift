import NotebookBundle

/// A change that a notebook's history keeps, in an answer.
struct HistoryRow: Encodable {
    let number: Int
    let time: String
    let verb: String
    let before: String?
    let after: String
    let undoes: Int?
    let undoneBy: Int?
    let from: String?
    let files: [File]

    /// What happened to a file.
    struct File: Encodable {
        let oldPath: String?
        let newPath: String?
    }

    init(_ change: HistoryChange) {
        number = change.number
        time = change.time.description
        verb = change.verb
        before = change.before?.description
        after = change.after.description
        undoes = change.undoes
        undoneBy = change.undoneBy
        from = change.source
        files = change.files.map { File(oldPath: $0.oldPath?.text, newPath: $0.newPath?.text) }
    }
}
