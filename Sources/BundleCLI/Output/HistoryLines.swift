import NotebookBundle

/// The changes of a notebook's history as lines for people.
struct HistoryLines {
    private let session: Session
    /// What a change did, in words.
    private let statement: (HistoryChange) -> String?
    private let numberWidth: Int
    private let verbWidth: Int

    /// Lines whose columns fit these changes.
    init(_ changes: [HistoryChange], _ session: Session, statement: @escaping (HistoryChange) -> String?) {
        (self.session, self.statement) = (session, statement)
        numberWidth = changes.map { "\($0.number)".count }.max() ?? 1
        verbWidth = min(16, changes.map { PrintableText.escaped($0.verb).columns }.max() ?? 0)
    }

    /// One change: its number, time and verb, and what it did.
    func line(_ change: HistoryChange) -> String {
        let number = "\(change.number)"
        let files = Self.files(change)
        let more = files.count > 1 ? " and \(files.count - 1) more" : ""
        let mark = change.undoneBy.map { session.style("  (undone by \($0))", .dim) } ?? ""
        let source = change.source.map { session.style("  (from \(PrintableText.escaped($0)))", .dim) } ?? ""
        return String(repeating: " ", count: numberWidth - number.count) + session.style(number, .bold) + "  "
            + session.style(session.date(change.time), .dim) + "  "
            + PrintableText.escaped(change.verb).padded(to: verbWidth) + "  "
            + (statement(change) ?? (files.first ?? "") + more) + source + mark
    }

    /// The line between two changes where other programs changed the notebook without a record.
    var gap: String { remark("changed here by another program") }

    /// The line between two changes where these changes cannot be read.
    func gap(_ unreadable: [Int]) -> String {
        unreadable.count == 1
            ? remark("change \(unreadable[0]) cannot be read") : remark("\(unreadable.count) changes cannot be read")
    }

    private func remark(_ text: String) -> String {
        session.style("\(String(repeating: " ", count: numberWidth))  (\(text))", .dim)
    }

    /// All files of a change; those that people write come first.
    static func files(_ change: HistoryChange) -> [String] { sorted(change.files).map(text) }

    /// What happened to a file.
    static func text(_ file: HistoryChange.File) -> String {
        func name(_ path: BundlePath) -> String { PrintableText.escaped(path.text) }
        switch (file.oldPath, file.newPath) {
        case (let old?, let new?) where old == new: return name(new)
        case (let old?, let new?):
            if TrashedPath(new) != nil { return "\(name(old)) to the trash" }
            if TrashedPath(old) != nil { return "\(name(new)) from the trash" }
            return "\(name(old)) -> \(name(new))"
        case (nil, let new?): return "\(name(new)) (new)"
        case (let old?, nil):
            return TrashedPath(old).map { "\(name($0.oldPath)) (deleted permanently)" } ?? "\(name(old)) (deleted)"
        case (nil, nil): return ""
        }
    }

    /// Items first, then attachments; the description, and what a deletion keeps for its own undoing, come last.
    private static func sorted(_ files: [HistoryChange.File]) -> [HistoryChange.File] {
        func rank(_ file: HistoryChange.File) -> Int {
            guard let path = file.newPath ?? file.oldPath else { return 4 }
            if DeletionRecord.holds(path) { return 4 }
            switch FileType(of: path) {
            case .note, .card: return 0
            case .blob: return 1
            case .notebook: return 3
            default: return 2
            }
        }
        return files.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }
}

/// A change that a notebook's history keeps, in an answer.
struct HistoryRow: JSONRow {
    let number: Int
    let time: String
    let verb: String
    let summary: String?
    let before: String?
    let after: String
    let undoes: Int?
    let undoneBy: Int?
    let from: String?
    let files: [File]

    /// What happened to a file.
    struct File: JSONRow {
        let oldPath: String?
        let newPath: String?
    }

    init(_ change: HistoryChange, _ summary: String?) {
        self.summary = summary
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
