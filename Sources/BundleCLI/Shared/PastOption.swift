import NotebookBundle
import NotebookFormat

/// The option with which verbs read a notebook as it was.
enum PastOption {
    static let at = Option(
        "at", "N|TIME", "As it was after change N, or at a time, such as 2026-11-20, “2026-11-20 10:15” or -2h")

    /// A moment as a command line names it.
    static func moment(_ text: String, _ session: Session, option: String = "--at") throws -> HistoryMoment {
        do throws(QueryError) {
            return try HistoryMoment(text, in: Queries.context(session))
        } catch {
            throw UsageError.badValue(
                option, text,
                hint: "expected: the number of a change (‘\(session.tool) log’ lists them) or a time, such as 2026-11-20 or -2h")
        }
    }
}
