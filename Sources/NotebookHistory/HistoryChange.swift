public import NotebookFormat
public import NotebookText

/// A change of a notebook that its history keeps.
public struct HistoryChange: Sendable {
    /// Its number, by which it can be undone.
    public let number: Int
    /// When it was made.
    public let time: Timestamp
    /// What made it: a verb of the tool, or `edit`.
    public let verb: String
    /// The fingerprint before; `nil` if there was no manifest.
    public let before: Digest?
    /// The fingerprint after.
    public let after: Digest
    /// The files that it wrote, deleted or moved, in the order of their paths; never the manifest.
    public let files: [File]
    /// The number of the change that it undoes; `nil` if it does not undo a change.
    public let undoes: Int?
    /// The number of the change that undid it; `nil` if it is not undone.
    public let undoneBy: Int?
    /// The name of the copy that it merged, such as its path at that time; `nil` if it was not a merge.
    public let source: String?

    /// The attachments that it had added and that stayed when it was undone, because other items use them.
    public internal(set) var keptAttachments: [BundlePath] = []

    /// What happened to a file.
    public struct File: Hashable, Sendable {
        /// Its path before; `nil` if it was added.
        public let oldPath: BundlePath?
        /// Its path after; `nil` if it was deleted.
        public let newPath: BundlePath?
        /// The digest before; `nil` if it was added.
        public let before: Digest?
        /// The digest after; `nil` if it was deleted.
        public let after: Digest?
    }

    init(_ record: HistoryRecord) { self.init(record, in: HistoryLog([record])) }

    package init(_ record: HistoryRecord, in log: HistoryLog) {
        number = record.number
        time = record.note.time
        verb = record.note.verb
        before = record.before
        after = record.after
        undoes = record.note.undoes
        source = record.note.source
        undoneBy = log.undoing(record.number)
        let moves = Dictionary(record.note.moved.map { ($0.to, $0.from) }) { first, _ in first }
        let byPath = Dictionary(record.files.map { ($0.path, $0) }) { first, _ in first }
        let origins = Set(moves.values)
        files = record.files.compactMap { change in
            if let from = moves[change.path] {
                return File(
                    oldPath: from, newPath: change.path, before: byPath[from]?.before, after: change.after)
            }
            if change.after == nil, origins.contains(change.path) { return nil }
            return File(
                oldPath: change.before == nil ? nil : change.path, newPath: change.after == nil ? nil : change.path,
                before: change.before, after: change.after)
        }
    }
}
