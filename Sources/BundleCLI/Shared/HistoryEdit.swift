import NotebookBundle

/// Undoes a change, or makes it again, and reports it.
struct HistoryEdit {
    private let arguments: Arguments
    private let session: Session

    /// What --json prints.
    private struct Answer: Encodable {
        let change: HistoryRow
    }

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Carries it out, or shows it with --dry-run.
    ///
    /// - Parameter done: What was done, in the past tense.
    func run(_ done: String, _ body: (inout Draft) throws -> HistoryChange) throws -> ExitStatus {
        let directory = try NotebookOpener(arguments, session).directory()
        switch try Editing(arguments, session).tried(directory, body) {
        case .shown(let status): return status
        case .made(let edit):
            try EditNotes(session).tell(edit.recovery, edit.commit)
            let change = edit.result
            guard !arguments[Common.json] else {
                try session.printJSON(Answer(change: HistoryRow(change)))
                return .success
            }
            let files = HistoryLines.files(change)
            let more = files.count > 1 ? " and \(files.count - 1) more" : ""
            try session.printRow(
                "\(done) change \(change.number) (\(change.verb)): " + (files.first ?? "") + more, wrappedWith: 2)
            return .success
        }
    }
}
