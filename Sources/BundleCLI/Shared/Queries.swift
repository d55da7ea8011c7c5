import NotebookBundle

/// Queries on the command line.
enum Queries {
    /// The time and calendar that relative dates in queries are based on.
    static func context(_ session: Session) -> QueryContext {
        QueryContext(
            now: session.notebookEnvironment.now(), firstWeekday: session.settings.firstWeekday ?? .monday,
            secondsFromUTC: session.terminal.timeZoneOffset)
    }

    /// Parses a query.
    static func read(_ text: String) throws(UsageError) -> Query {
        do throws(QueryError) {
            return try Query(text)
        } catch {
            throw .badQuery(text, column: error.column, error.message, hint: error.suggestion)
        }
    }
}
