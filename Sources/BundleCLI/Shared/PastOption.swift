import NotebookBundle

/// The option that makes verbs read a notebook as it was at an earlier moment.
enum PastOption {
    static let at = Option(
        "at", "N|TIME", "The state after change N, or at a time, such as 2026-11-20, “2026-11-20 10:15” or -2h")

    /// A notebook and a moment, written as NOTEBOOK@MOMENT; `nil` if a file has this name.
    static func split(_ word: String, _ session: Session) -> (notebook: String, moment: String)? {
        guard let mark = word.lastIndex(of: "@"), NotebookFinder(session).known(word) == nil else { return nil }
        let front = String(word[..<mark])
        guard !front.isEmpty, NotebookFinder(session).known(front) != nil else { return nil }
        return (front, String(word[word.index(after: mark)...]))
    }

    /// Reports which files are missing in an earlier state.
    static func reportUnknown(_ past: PastNotebook, _ session: Session) throws {
        guard !past.unknown.isEmpty else { return }
        let names = past.unknown.prefix(3).map { PrintableText.escaped($0.path.text) }.joined(separator: ", ")
        let more = past.unknown.count > 3 ? " and \(past.unknown.count - 3) more" : ""
        try session.note(
            "note: without \(names)\(more): another program changed them since, so their content then is unknown")
    }

    /// A moment, as written on the command line.
    static func moment(_ text: String, _ session: Session, option: String = "--at") throws -> HistoryMoment {
        do throws(QueryError) {
            return try HistoryMoment(text, in: Queries.context(session))
        } catch {
            throw UsageError.badValue(
                option, text,
                hint:
                    "expected: the number of a change (‘\(session.tool) log’ lists them) or a time, such as 2026-11-20 or -2h"
            )
        }
    }
}
