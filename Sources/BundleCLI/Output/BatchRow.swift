import NotebookBundle

/// A batch of deleted items, in an answer.
struct BatchRow: Encodable {
    let name: String
    let deleted: String
    let paths: [String]
}

extension BatchRow {
    init(_ batch: BatchName, paths: [String]) {
        self.init(name: batch.description, deleted: batch.time.description, paths: paths)
    }

    init(_ batch: BatchName, _ entries: [Entry]) {
        self.init(batch, paths: entries.map(\.path).filter { !DeletionRecord.holds($0) }.map(\.text))
    }
}
