/// Why a text is no query, and where.
public struct QueryError: Error, Hashable, Sendable {
    /// The place, in characters (extended grapheme clusters) from 1; one more than the text has for its end.
    public let column: Int
    /// What is wrong there, without a full stop.
    public let message: String
    /// What was probably meant or could stand there instead, as a sentence; `nil` if unclear.
    public let suggestion: String?

    init(_ message: String, column: Int, suggestion: String? = nil) {
        self.column = column
        self.message = message
        self.suggestion = suggestion
    }
}

extension QueryError: CustomStringConvertible {
    /// The place, what is wrong there, and the suggestion, in one line.
    public var description: String {
        "column \(column): \(message)" + (suggestion.map { "; \($0)" } ?? "")
    }
}
